/** The table of If It Fits in the units of its drawing: cards stand upright in a grid. */
import type { Area } from '../../lib/camera.svelte';
import type { Opening, View } from './wire';

type Side = Opening['side'];

export const WIDE = 84;
export const HIGH = 112;
export const COLUMNS = 'abcdefghijklmnopqrstuvwxy';

export interface Spot {
  x: number;
  y: number;
}

/** The left upper corner of a cell. */
export function cornerOf(cell: string): Spot {
  return { x: COLUMNS.indexOf(cell[0]!) * WIDE, y: (Number(cell.slice(1)) - 1) * HIGH };
}

export function middleOf(cell: string): Spot {
  const { x, y } = cornerOf(cell);
  return { x: x + WIDE / 2, y: y + HIGH / 2 };
}

/** Where something lies across two neighbours: above the toys, which stay in sight. */
export function between(west: string, east: string): Spot {
  return { x: (middleOf(west).x + middleOf(east).x) / 2, y: cornerOf(west).y + 42 };
}

const FLAP = 13; // how far an open side's flap sticks out

/** The flap of an open side that meets no card, folded outwards. */
export function flapOf(cell: string, side: Side): string {
  const { x, y } = cornerOf(cell);
  if (side === 'N' || side === 'S') {
    const [from, to] = side === 'N' ? [y, y - FLAP] : [y + HIGH, y + HIGH + FLAP];
    return `M${x + 3} ${from}L${x + 13} ${to}H${x + WIDE - 13}L${x + WIDE - 3} ${from}Z`;
  }
  const [from, to] = side === 'W' ? [x, x - FLAP] : [x + WIDE, x + WIDE + FLAP];
  return `M${from} ${y + 3}L${to} ${y + 14}V${y + HIGH - 14}L${from} ${y + HIGH - 3}Z`;
}

/** All that is used, with a ring of free cells around it, or of flaps alone where nothing will be laid any more. */
export function usedArea({ rows: [north, south], columns: [west, east], cards }: View, open = true): Area {
  if (cards.length === 0) return around(cornerOf('m13'), 3, 3);
  const from = cornerOf(`${west}${north}`);
  const to = cornerOf(`${east}${south}`);
  const [beside, above] = open ? [WIDE, HIGH] : [FLAP + 4, FLAP + 4];
  return { x: from.x - beside, y: from.y - above, width: to.x - from.x + WIDE + 2 * beside, height: to.y - from.y + HIGH + 2 * above };
}

function around({ x, y }: Spot, columns: number, rows: number): Area {
  return { x: x - WIDE, y: y - HIGH, width: columns * WIDE, height: rows * HIGH };
}

const TURNED: Record<string, string> = { N: 'S', S: 'N', E: 'W', W: 'E' };

/** Walls and content of a hand card: "NE ball", "open plain", "toy mouse", "princess". */
export function faceOf(card: string, turned = false): { kind: 'box' | 'toy' | 'princess'; walls: string; content: string } {
  const [first, second] = card.split(' ');
  if (first === 'princess') return { kind: 'princess', walls: '', content: '' };
  if (first === 'toy') return { kind: 'toy', walls: '', content: second! };
  const walls = first === 'open' ? '' : first!;
  return { kind: 'box', walls: turned ? [...walls].map((side) => TURNED[side]).join('') : walls, content: second! };
}

/** A hand card by its walls as they lie after a half turn: "NE ball" is "SW ball" then. */
export function lyingAs(card: string, turned: boolean): string {
  const { kind, walls, content } = faceOf(card, turned);
  if (kind !== 'box' || walls === '') return card;
  return `${[...'NESW'].filter((side) => walls.includes(side)).join('')} ${content}`;
}

/** Whether a half turn makes a difference. */
export function turns(card: string): boolean {
  const { kind, walls } = faceOf(card);
  const sorted = (text: string): string => [...text].sort().join('');
  return kind === 'box' && sorted(walls) !== sorted(faceOf(card, true).walls);
}

/** The edges of a set of cells, as one path. */
export function outlineOf(cells: readonly string[], inset = 3): string {
  const spots = cells.map(cornerOf);
  const inside = new Set(spots.map(({ x, y }) => `${x},${y}`));
  return spots
    .flatMap(({ x, y }) => {
      const has = (dx: number, dy: number): boolean => inside.has(`${x + dx * WIDE},${y + dy * HIGH}`);
      const [l, r, o, u] = [x + inset, x + WIDE - inset, y + inset, y + HIGH - inset];
      return [
        has(0, -1) ? '' : `M${has(-1, 0) ? x : l} ${o}H${has(1, 0) ? x + WIDE : r}`,
        has(0, 1) ? '' : `M${has(-1, 0) ? x : l} ${u}H${has(1, 0) ? x + WIDE : r}`,
        has(-1, 0) ? '' : `M${l} ${has(0, -1) ? y : o}V${has(0, 1) ? y + HIGH : u}`,
        has(1, 0) ? '' : `M${r} ${has(0, -1) ? y : o}V${has(0, 1) ? y + HIGH : u}`,
      ];
    })
    .join('');
}

/** What is drawn of a thing that lies across two cards, or stands as a card of its own. */
export function symbolOf(shows: string, owner: number | null, content: string | null, across: boolean): string {
  if (shows === 'cat') return `if_it_fits-${across ? 'awake' : 'asleep'}-${(owner ?? 0) + 1}`;
  if (shows === 'toy') return `if_it_fits-special-${content}`;
  return across ? 'if_it_fits-princess' : 'if_it_fits-princess-card';
}
