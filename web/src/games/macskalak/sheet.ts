/** Where things stand on a sheet, in the units of its drawing. */
import type { Paper, RoomSeen } from './wire';

export const CELL = 100;
/** Room for the letters and numbers before the cells, and for the cheese behind them. */
export const BEFORE = 34;
export const BEHIND = 66;

const COLUMNS = 'abcdefg';

export function cellName(x: number, y: number): string {
  return `${COLUMNS[x]}${y + 1}`;
}

export function placeOf(cell: string): { x: number; y: number } {
  return { x: COLUMNS.indexOf(cell[0]!), y: Number(cell.slice(1)) - 1 };
}

/** The names of all cells, row by row. */
export function rowsOf(size: number): string[][] {
  return Array.from({ length: size }, (_, y) => Array.from({ length: size }, (_, x) => cellName(x, y)));
}

export function columnsOf(size: number): string[] {
  return [...COLUMNS.slice(0, size)];
}

/** Whether a sheet of this level can score so. */
export function scores({ track, cheese, lines, areas, bonus, grows }: Paper, part: 'rooms' | 'cats' | 'cheese' | 'mice' | 'bonus' | 'empty'): boolean {
  return { rooms: true, cats: track.length > 0, cheese, mice: lines || areas.length > 0, bonus: bonus.length > 0, empty: !grows }[part];
}

/** As few letters as tell people apart where names find no room, three at most. */
export function initialsOf(names: readonly string[]): string[] {
  return names.map((name, k) => {
    const others = names.filter((_, other) => other !== k);
    const length = [1, 2, 3].find((n) => !others.some((other) => other.slice(0, n) === name.slice(0, n)));
    return length === undefined ? name.slice(0, 1) + name.slice(-1) : name.slice(0, length);
  });
}

export function viewBox({ size, cheese, lines }: Paper): string {
  const side = BEFORE + size * CELL + (cheese || lines ? BEHIND : 8);
  return `0 0 ${side} ${side}`;
}

/** The left upper corner of a cell. */
export function cornerOf(cell: string): { x: number; y: number } {
  const { x, y } = placeOf(cell);
  return { x: BEFORE + x * CELL, y: BEFORE + y * CELL };
}

type Point = readonly [number, number];

/** A line around a set of cells, or several where it has a hole or falls apart, inside their sides. */
export function wallsAround(cells: readonly string[], inset = 5): string {
  const inside = new Set(cells);
  const has = (x: number, y: number): boolean => x >= 0 && y >= 0 && inside.has(cellName(x, y));
  /** Sides of cells with nothing of the set beyond them, from corner to corner, the cell on the right hand. */
  const sides = new Map<string, { from: Point; to: Point; way: Point }>();
  for (const cell of inside) {
    const { x, y } = placeOf(cell);
    const corners: Point[] = [[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]];
    [[0, -1], [1, 0], [0, 1], [-1, 0]].forEach(([dx, dy], k) => {
      if (has(x + dx!, y + dy!)) return;
      const [from, to] = [corners[k]!, corners[(k + 1) % 4]!];
      const way: Point = [to[0] - from[0], to[1] - from[1]];
      sides.set(`${from} ${way}`, { from, to, way });
    });
  }
  let path = '';
  for (const [first] of sides) {
    if (!sides.has(first)) continue;
    const corners: string[] = [];
    for (let key = first; sides.has(key); ) {
      const { to, way } = sides.get(key)!;
      sides.delete(key);
      const [dx, dy] = way;
      // To the right first: where cells touch at a corner alone, each keeps a line of its own.
      const next = ([[-dy, dx], way, [dy, -dx]] as Point[]).find((turn) => sides.has(`${to} ${turn}`) || `${to} ${turn}` === first)!;
      key = `${to} ${next}`;
      if (next !== way) {
        // Inward of a side that goes (dx, dy) is (-dy, dx).
        const at = (k: 0 | 1): number => BEFORE + to[k] * CELL + inset * (k === 0 ? -dy - next[1] : dx + next[0]);
        corners.push(`${at(0)} ${at(1)}`);
      }
    }
    path += `M${corners.join('L')}Z`;
  }
  return path;
}

/** How far inside its cells a room is drawn: between neighbours there is paper. */
const INSET = 9;

export const roomPath = (room: RoomSeen): string => wallsAround(room.cells, INSET);

export const SHADES = 3;

/** A shade for each room, other than its neighbours' as far as there are so many. */
export function shadesOf(rooms: readonly RoomSeen[]): number[] {
  const roomOf = new Map(rooms.flatMap(({ cells }, k) => cells.map((cell) => [cell, k] as const)));
  const shades: number[] = [];
  rooms.forEach(({ cells }, k) => {
    const near = new Set<number>();
    for (const cell of cells) {
      const { x, y } = placeOf(cell);
      for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]] as const) {
        const other = roomOf.get(cellName(x + dx, y + dy));
        if (other !== undefined && other !== k && shades[other] !== undefined) near.add(shades[other]);
      }
    }
    const free = Array.from({ length: SHADES }, (_, shade) => shade).filter((shade) => !near.has(shade));
    // What was drawn keeps its shade: later rooms look at earlier ones.
    shades.push(free.includes(k % SHADES) ? k % SHADES : (free[0] ?? k % SHADES));
  });
  return shades;
}
