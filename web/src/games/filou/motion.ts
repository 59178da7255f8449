/** Runs across the table; each of them ends by itself. */

const SVG = 'http://www.w3.org/2000/svg';
const MOUSE = 30; // pixels
const MOST_MICE = 8; // more would be a plague

const middle = (box: DOMRect): { x: number; y: number } => ({ x: box.left + box.width / 2, y: box.top + box.height / 2 });

/** Mice scamper from one place to another, one after the other. */
export function scamper(room: Element, from: Element | null, to: Element | null, mice: number): void {
  if (from === null || to === null) return;
  const origin = room.getBoundingClientRect();
  const place = (box: DOMRect, lift: number): string => {
    const { x, y } = middle(box);
    return `translate(${x - origin.left - MOUSE / 2}px, ${y - origin.top - MOUSE / 2 - lift}px)`;
  };
  const a = from.getBoundingClientRect();
  const b = to.getBoundingClientRect();
  for (let i = 0; i < Math.min(mice, MOST_MICE); i += 1) {
    const mouse = document.createElementNS(SVG, 'svg');
    mouse.setAttribute('viewBox', '0 0 64 64');
    mouse.setAttribute('class', 'flying');
    mouse.setAttribute('aria-hidden', 'true');
    mouse.innerHTML = '<use href="#filou-mouse"/>';
    room.append(mouse);
    const hop = new DOMRect((a.x + b.x) / 2, (a.y + b.y) / 2, (a.width + b.width) / 2, (a.height + b.height) / 2);
    const run = mouse.animate(
      [{ transform: place(a, 0) }, { transform: place(hop, 18 + 6 * (i % 3)) }, { transform: place(b, 0) }],
      { duration: 620, delay: i * 70, easing: 'ease-in-out', fill: 'both' },
    );
    run.onfinish = run.oncancel = () => mouse.remove();
  }
}

/** A card comes from where it was to where it lies now. */
export function arrive(card: Element | null, from: DOMRect | null): void {
  if (card === null || from === null) return;
  const a = middle(from);
  const b = middle(card.getBoundingClientRect());
  const small = Math.min(1, from.width / Math.max(1, card.getBoundingClientRect().width));
  card.animate(
    [{ transform: `translate(${a.x - b.x}px, ${a.y - b.y}px) scale(${small}) rotate(-8deg)` }, { transform: 'none' }],
    { duration: 340, easing: 'cubic-bezier(0.2, 0.7, 0.3, 1)' },
  );
}

/** The prey runs to the far side of the room and is gone, the dog behind it; both hop. */
export function chase(room: Element, prey: Element | null, dog: Element | null): void {
  const { left, right } = room.getBoundingClientRect();
  const toRight = prey !== null && middle(prey.getBoundingClientRect()).x < (left + right) / 2;
  [prey, dog].forEach((animal, turn) => {
    if (animal === null) return;
    const box = animal.getBoundingClientRect();
    const far = toRight ? right - box.right : left - box.left;
    const step = (part: number, up: number, tilt: number, opacity = 1): Keyframe => ({
      transform: `translate(${far * part}px, ${-up}px) rotate(${tilt}deg)`,
      opacity,
      zIndex: 4,
    });
    const startled = turn === 0 ? 26 : 12;
    animal.animate(
      [step(0, 0, 0), step(0, startled, -8), step(0.2, 4, 8), step(0.5, 30, -6), step(0.8, 2, 8, 0.9), step(1, 26, -4, 0)],
      { duration: 980, delay: turn * 190, easing: 'ease-in', fill: 'both' },
    );
  });
}

/** Dogs run together, tumble, and are gone. */
export function tumble(dogs: readonly Element[]): void {
  const spots = dogs.map((dog) => middle(dog.getBoundingClientRect()));
  const x = spots.reduce((sum, spot) => sum + spot.x, 0) / Math.max(1, spots.length);
  dogs.forEach((dog, i) => {
    const near = x - spots[i]!.x + (i - (dogs.length - 1) / 2) * 26;
    const side = i % 2 === 0 ? 1 : -1;
    const step = (part: number, up: number, tilt: number, opacity = 1): Keyframe => ({
      transform: `translate(${near * part}px, ${-up}px) rotate(${tilt}deg)`,
      opacity,
      zIndex: 4,
    });
    dog.animate(
      [step(0, 0, 0), step(1, 10, 10 * side), step(1, 22, -24 * side), step(1, 14, 30 * side), step(1, 110, 200 * side, 0)],
      { duration: 1150, easing: 'ease-in-out', fill: 'both' },
    );
  });
}

/** Cards gather at somebody's place. */
export function carry(cards: readonly Element[], to: Element | null): void {
  if (to === null) return;
  const b = middle(to.getBoundingClientRect());
  cards.forEach((card, i) => {
    const a = middle(card.getBoundingClientRect());
    card.animate(
      [
        { transform: 'none', opacity: 1, zIndex: 4 },
        { transform: `translate(${b.x - a.x}px, ${b.y - a.y}px) scale(0.2)`, opacity: 0.4, zIndex: 4 },
      ],
      { duration: 560, delay: 200 + i * 60, easing: 'ease-in', fill: 'both' },
    );
  });
}

/** Nobody wanted them: the cards slip off the table. */
export function drop(cards: readonly Element[]): void {
  cards.forEach((card, i) => {
    card.animate([{ transform: 'none', opacity: 1 }, { transform: 'translateY(70px) rotate(9deg)', opacity: 0 }], {
      duration: 520,
      delay: i * 70,
      easing: 'ease-in',
      fill: 'both',
    });
  });
}
