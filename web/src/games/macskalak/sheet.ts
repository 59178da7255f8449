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

export function viewBox({ size, cheese, lines }: Paper): string {
  const side = BEFORE + size * CELL + (cheese || lines ? BEHIND : 8);
  return `0 0 ${side} ${side}`;
}

/** The left upper corner of a cell. */
export function cornerOf(cell: string): { x: number; y: number } {
  const { x, y } = placeOf(cell);
  return { x: BEFORE + x * CELL, y: BEFORE + y * CELL };
}

/** The walls around a set of cells, as one path. */
export function wallsAround(cells: readonly string[], inset = 5): string {
  const inside = new Set(cells);
  const sides = [
    { x: 0, y: -1, from: [0, 0], to: [1, 0] },
    { x: 1, y: 0, from: [1, 0], to: [1, 1] },
    { x: 0, y: 1, from: [1, 1], to: [0, 1] },
    { x: -1, y: 0, from: [0, 1], to: [0, 0] },
  ] as const;
  return cells
    .flatMap((cell) => {
      const { x, y } = placeOf(cell);
      const corner = cornerOf(cell);
      return sides
        .filter((side) => !inside.has(cellName(x + side.x, y + side.y)))
        .map(({ from, to, x: dx, y: dy }) => {
          const at = ([a, b]: readonly [number, number]): string => `${corner.x + a * CELL - dx * inset} ${corner.y + b * CELL - dy * inset}`;
          return `M${at(from)}L${at(to)}`;
        });
    })
    .join('');
}

export const roomPath = (room: RoomSeen): string => wallsAround(room.cells);
