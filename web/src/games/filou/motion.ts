/** Runs across the table; each of them ends by itself. */

import { type Clockwork, type Flyer, fly, middle, move } from '../../lib/motion';

export { arrive } from '../../lib/motion';

const MOUSE: Flyer = { symbol: 'filou-mouse', viewBox: '0 0 64 64', width: 30, height: 30 };

/** Mice scamper from one place to another, one after the other. */
export function scamper(stage: Clockwork, room: Element, from: Element | null, to: Element | null, mice: number): void {
  fly(stage, room, MOUSE, from, to, mice);
}

/** The prey runs to the far side of the room and is gone, the dog behind it; both hop. */
export function chase(stage: Clockwork, room: Element, prey: Element | null, dog: Element | null): void {
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
    const run = [step(0, 0, 0), step(0, startled, -8), step(0.2, 4, 8), step(0.5, 30, -6), step(0.8, 2, 8, 0.9), step(1, 26, -4, 0)];
    move(stage, animal, run, 980, { delay: turn * 190, easing: 'ease-in', fill: 'both' });
  });
}

/** Dogs run together, tumble, and are gone. */
export function tumble(stage: Clockwork, dogs: readonly Element[]): void {
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
    const run = [step(0, 0, 0), step(1, 10, 10 * side), step(1, 22, -24 * side), step(1, 14, 30 * side), step(1, 110, 200 * side, 0)];
    move(stage, dog, run, 1150, { easing: 'ease-in-out', fill: 'both' });
  });
}

/** Cards gather at somebody's place. */
export function carry(stage: Clockwork, cards: readonly Element[], to: Element | null): void {
  if (to === null) return;
  const b = middle(to.getBoundingClientRect());
  cards.forEach((card, i) => {
    const a = middle(card.getBoundingClientRect());
    const run = [
      { transform: 'none', opacity: 1, zIndex: 4 },
      { transform: `translate(${b.x - a.x}px, ${b.y - a.y}px) scale(0.2)`, opacity: 0.4, zIndex: 4 },
    ];
    move(stage, card, run, 560, { delay: 200 + i * 60, easing: 'ease-in', fill: 'both' });
  });
}

/** Nobody wanted them: the cards slip off the table. */
export function drop(stage: Clockwork, cards: readonly Element[]): void {
  cards.forEach((card, i) => {
    const fall = [{ transform: 'none', opacity: 1 }, { transform: 'translateY(70px) rotate(9deg)', opacity: 0 }];
    move(stage, card, fall, 520, { delay: i * 70, easing: 'ease-in', fill: 'both' });
  });
}
