/** Where a note lies: beside what it is about, and on nothing that is needed just then; without the DOM. */

export interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Size {
  width: number;
  height: number;
}

const ROOM = 12; // pixels between the note, what it explains, and the edges of the screen

const shared = (one: Rect, other: Rect): number =>
  Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left)) * Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));

/** The left upper corner of a note: above `thing`, below or beside it, where it lies on the least of `clear`, the first places first. */
export function beside(thing: Rect, note: Size, screen: Size, clear: readonly Rect[] = []): { x: number; y: number } {
  const around = clear.reduce((all, { left, top, right, bottom }) => ({ left: Math.min(all.left, left), top: Math.min(all.top, top), right: Math.max(all.right, right), bottom: Math.max(all.bottom, bottom) }), thing);
  const places = [thing, around].flatMap(({ left, top, right, bottom }) => {
    const [x, y] = [(thing.left + thing.right - note.width) / 2, (thing.top + thing.bottom - note.height) / 2];
    return [
      { x, y: top - note.height - ROOM },
      { x, y: bottom + ROOM },
      { x: right + ROOM, y },
      { x: left - note.width - ROOM, y },
    ];
  });
  const within = (at: number, most: number): number => Math.max(ROOM, Math.min(at, most - ROOM));
  const covered = ({ x, y }: { x: number; y: number }): number =>
    [thing, ...clear].reduce((sum, one) => sum + shared(one, { left: x, top: y, right: x + note.width, bottom: y + note.height }), 0);
  return places
    .map(({ x, y }) => ({ x: within(x, screen.width - note.width), y: within(y, screen.height - note.height) }))
    .reduce((best, place) => (covered(place) < covered(best) ? place : best));
}
