/** The bed's measures, in hundredths of a square: a1 lies at (0, 0), f6 ends at (600, 600). */

export const SIDE = 6;
export const CELL = 100;
export const BED = SIDE * CELL;
/** Room around the bed where ghosts come in: deep enough for a thumb on a narrow phone. */
export const MARGIN = 98;
export const MARGIN_WITHOUT_GHOSTS = 54;
/** Height of a shelf with a player's pool on it. */
export const SHELF = 96;

export type Kind = 'kitten' | 'cat';
export type Edge = 'N' | 'E' | 'S' | 'W';
export type Point = { x: number; y: number };
export type Entry = { edge: Edge; seam: number };

export const COLUMNS = ['a', 'b', 'c', 'd', 'e', 'f'];
export const EDGES: Edge[] = ['N', 'E', 'S', 'W'];
export const SEAMS = [1, 2, 3, 4, 5];
export const SQUARES = Array.from({ length: SIDE * SIDE }, (_, i) => squareAt(i % SIDE, Math.floor(i / SIDE)));

/** The square in a column and a row, both counted from 0. */
export function squareAt(column: number, row: number): string {
  return `${COLUMNS[column]}${row + 1}`;
}

export function columnOf(square: string): number {
  return COLUMNS.indexOf(square[0]!);
}

export function rowOf(square: string): number {
  return Number(square[1]) - 1;
}

/** The middle of a square. */
export function middle(square: string): Point {
  return { x: (columnOf(square) + 0.5) * CELL, y: (rowOf(square) + 0.5) * CELL };
}

/** Where a ghost stands: the middle of the segment it has reached on its seam. */
export function onSeam({ edge, seam }: Entry, step: number): Point {
  const along = (step + 0.5) * CELL;
  const across = seam * CELL;
  switch (edge) {
    case 'N':
      return { x: across, y: along };
    case 'S':
      return { x: across, y: BED - along };
    case 'W':
      return { x: along, y: across };
    case 'E':
      return { x: BED - along, y: across };
  }
}

/** Where a ghost waits just outside the bed: half a margin before its first segment. */
export function doorstep({ edge, seam }: Entry): Point {
  const out = MARGIN / 2;
  const across = seam * CELL;
  switch (edge) {
    case 'N':
      return { x: across, y: -out };
    case 'S':
      return { x: across, y: BED + out };
    case 'W':
      return { x: -out, y: across };
    case 'E':
      return { x: BED + out, y: across };
  }
}

/** The way from `from` to `at`, as -1, 0 and 1. */
function towards(from: Point, at: Point): Point {
  const step = (d: number) => (Math.abs(d) < 1 ? 0 : Math.sign(d));
  return { x: step(at.x - from.x), y: step(at.y - from.y) };
}

/** So far on from `at`, the way that leads there from `from`. */
export function further(from: Point, at: Point, far: number): Point {
  const way = towards(from, at);
  return { x: at.x + way.x * far, y: at.y + way.y * far };
}

/** Where a piece is when it falls off the bed, pushed on from `from` through `at`: just outside, however far it leapt. */
export function beyond(from: Point, at: Point): Point {
  const way = towards(from, at);
  const inside = (place: number, d: number) => place + d * CELL > 0 && place + d * CELL < BED;
  let last = at;
  while ((way.x !== 0 || way.y !== 0) && inside(last.x, way.x) && inside(last.y, way.y)) last = further(from, last, CELL);
  return further(from, last, CELL * 0.85);
}

/** The point of a ghost's seam that lies straight beside a square: a ghost pushes straight away from its seam. */
export function facing(ghost: Point, at: Point): Point {
  return Math.abs(at.x - ghost.x) > 1 ? { x: ghost.x, y: at.y } : { x: at.x, y: ghost.y };
}

/** Where a ghost goes that came in at an edge, as degrees that turn an arrow pointing down. */
export const TURN: Record<Edge, number> = { N: 0, E: 90, S: 180, W: -90 };

/** The segments that a ghost has before it, and its way home behind them. */
export const stepsLeft = ({ step }: { step: number }): number => SIDE - 1 - step;

/** A place that the keyboard can stand on, and what it is called: c3, N2. */
export type Place = { square: string } | Entry;

export function nameOf(place: Place): string {
  return 'square' in place ? place.square : place.edge + place.seam;
}

export function placeOf(name: string): Place {
  return /^[NESW]/.test(name) ? { edge: name[0] as Edge, seam: Number(name[1]) } : { square: name };
}

/** The square behind a doorstep. */
export function inside({ edge, seam }: Entry): string {
  const far = edge === 'S' || edge === 'E' ? SIDE - 1 : 0;
  return edge === 'N' || edge === 'S' ? squareAt(seam - 1, far) : squareAt(far, seam - 1);
}

/** The two squares that share the segment on which a ghost stands. */
export function besides({ edge, seam, step }: Entry & { step: number }): string[] {
  const along = edge === 'N' || edge === 'W' ? step : SIDE - 1 - step;
  const lies = edge === 'N' || edge === 'S';
  return [seam - 1, seam].map((across) => (lies ? squareAt(across, along) : squareAt(along, across)));
}

const clampSeam = (n: number) => Math.min(5, Math.max(1, n));

/** Where an arrow key leads; with ghosts the doorsteps around the bed can be reached too. */
export function neighbour(place: Place, arrow: Point, withGhosts: boolean): Place {
  return 'square' in place ? fromSquare(place, arrow, withGhosts) : fromEntry(place, arrow);
}

function fromSquare(place: { square: string }, { x, y }: Point, withGhosts: boolean): Place {
  const column = columnOf(place.square) + x;
  const row = rowOf(place.square) + y;
  if (column >= 0 && column < SIDE && row >= 0 && row < SIDE) return { square: squareAt(column, row) };
  if (!withGhosts) return place;
  if (row < 0) return { edge: 'N', seam: clampSeam(column + 1) };
  if (row >= SIDE) return { edge: 'S', seam: clampSeam(column + 1) };
  return { edge: column < 0 ? 'W' : 'E', seam: clampSeam(row + 1) };
}

function fromEntry({ edge, seam }: Entry, { x, y }: Point): Place {
  const lies = edge === 'N' || edge === 'S';
  const along = lies ? x : y;
  if (along !== 0) return alongEdge(edge, seam + along, lies);
  const inward = edge === 'N' ? y === 1 : edge === 'S' ? y === -1 : edge === 'W' ? x === 1 : x === -1;
  return inward ? { square: inside({ edge, seam }) } : { edge, seam };
}

/** Past the last doorstep of an edge the corner is turned. */
function alongEdge(edge: Edge, seam: number, lies: boolean): Entry {
  if (seam >= 1 && seam <= 5) return { edge, seam };
  const near = edge === 'N' || edge === 'W' ? 1 : 5;
  if (lies) return { edge: seam < 1 ? 'W' : 'E', seam: near };
  return { edge: seam < 1 ? 'N' : 'S', seam: near };
}

export function samePlace(a: Place, b: Place): boolean {
  if ('square' in a) return 'square' in b && a.square === b.square;
  return 'edge' in b && a.edge === b.edge && a.seam === b.seam;
}
