/** Things that move across a board, each as fast as its stage has it; each of them ends by itself. */

const SVG = 'http://www.w3.org/2000/svg';
/** Whatever is shorter isn't seen, in milliseconds. */
export const FRAME = 16;
const MOST = 8; // more than so many at once would be a plague

export const middle = (box: DOMRect): { x: number; y: number } => ({ x: box.left + box.width / 2, y: box.top + box.height / 2 });

/** What flies: a symbol of the game's drawings, and how large it is on the way, in pixels. */
export interface Flyer {
  symbol: string;
  viewBox: string;
  width: number;
  height: number;
}

/** What says how long something takes that begins now: a stage. */
export interface Clockwork {
  lasts(ms: number): number;
}

/** Let something move for so many milliseconds of normal pace; not at all where there is no time for it. */
export function move(stage: Clockwork, what: Element, frames: Keyframe[], ms: number, options: KeyframeAnimationOptions = {}): Animation | null {
  const duration = stage.lasts(ms);
  if (duration < FRAME) return null;
  return what.animate(frames, { ...options, duration, delay: stage.lasts(Number(options.delay ?? 0)) });
}

type Place = Element | DOMRect | null;
const boxOf = (place: Element | DOMRect): DOMRect => (place instanceof Element ? place.getBoundingClientRect() : place);

/** Symbols hop from one place to another inside `room`, one after the other. */
export function fly(stage: Clockwork, room: Element, flyer: Flyer, from: Place, to: Place, count = 1, ms = 620): void {
  if (from === null || to === null || stage.lasts(ms) < FRAME) return;
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
    const path = [{ transform: at(a, 0) }, { transform: at(half, 18 + 6 * (i % 3)) }, { transform: at(b, 0) }];
    const run = move(stage, one, path, ms, { delay: i * 70, easing: 'ease-in-out', fill: 'both' });
    if (run === null) one.remove();
    else run.onfinish = run.oncancel = () => one.remove();
  }
}

/** A card comes from where it was to where it lies now. */
export function arrive(stage: Clockwork, card: Element | null, from: DOMRect | null): void {
  if (card === null || from === null) return;
  const a = middle(from);
  const b = middle(card.getBoundingClientRect());
  const small = Math.min(1, from.width / Math.max(1, card.getBoundingClientRect().width));
  const path = [{ transform: `translate(${a.x - b.x}px, ${a.y - b.y}px) scale(${small}) rotate(-8deg)` }, { transform: 'none' }];
  move(stage, card, path, 340, { easing: 'cubic-bezier(0.2, 0.7, 0.3, 1)' });
}

/** End at once whatever moves inside a place; what goes round for ever goes on. */
export function endMotion(place: Element): void {
  for (const run of place.getAnimations({ subtree: true })) {
    if (run.effect?.getComputedTiming().endTime !== Infinity) run.finish();
  }
}
