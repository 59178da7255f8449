/** Things that move across a board; each of them ends by itself. */

const SVG = 'http://www.w3.org/2000/svg';
const MOST = 8; // more than so many at once would be a plague

export const middle = (box: DOMRect): { x: number; y: number } => ({ x: box.left + box.width / 2, y: box.top + box.height / 2 });

/** What flies: a symbol of the game's drawings, and how large it is on the way, in pixels. */
export interface Flyer {
  symbol: string;
  viewBox: string;
  width: number;
  height: number;
}

type Place = Element | DOMRect | null;
const boxOf = (place: Element | DOMRect): DOMRect => (place instanceof Element ? place.getBoundingClientRect() : place);

/** Symbols hop from one place to another inside `room`, one after the other. */
export function fly(room: Element, flyer: Flyer, from: Place, to: Place, count = 1, duration = 620): void {
  if (from === null || to === null) return;
  const origin = room.getBoundingClientRect();
  const [a, b] = [boxOf(from), boxOf(to)];
  const at = (box: DOMRect, lift: number): string => {
    const { x, y } = middle(box);
    return `translate(${x - origin.left - flyer.width / 2}px, ${y - origin.top - flyer.height / 2 - lift}px)`;
  };
  const half = new DOMRect((a.x + b.x) / 2, (a.y + b.y) / 2, (a.width + b.width) / 2, (a.height + b.height) / 2);
  for (let i = 0; i < Math.min(count, MOST); i += 1) {
    const one = document.createElementNS(SVG, 'svg');
    one.setAttribute('viewBox', flyer.viewBox);
    one.setAttribute('class', 'flying');
    one.setAttribute('aria-hidden', 'true');
    one.style.width = `${flyer.width}px`;
    one.style.height = `${flyer.height}px`;
    one.innerHTML = `<use href="#${flyer.symbol}"/>`;
    room.append(one);
    const run = one.animate(
      [{ transform: at(a, 0) }, { transform: at(half, 18 + 6 * (i % 3)) }, { transform: at(b, 0) }],
      { duration, delay: i * 70, easing: 'ease-in-out', fill: 'both' },
    );
    run.onfinish = run.oncancel = () => one.remove();
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
