import { COLUMNS, type Edge, type Kind } from './bed';
import type { View } from './wire';

/** Read a position line as the rules write it: `6/2k3/2K3/6/6/6 1 7k 7k - N2+3 2`.
 *
 * Rows from the north, k and c for the first player, K and C for the second, digits for empty
 * squares; who is to place; the pools; the ghosts; turns played. All but the rows may be left out.
 */
export function readPosition(text: string): View {
  const [rows = '', turn = '1', poolA = '-', poolB = '-', ghostA = '', ghostB = '', turns = '0'] = text
    .trim()
    .split(/\s+/);
  const ghosts = [readGhost(ghostA), readGhost(ghostB)] as View['ghosts'];
  return {
    type: 'huupp',
    seat: null,
    turn: Number(turn) - 1,
    actor: Number(turn) - 1,
    phase: 'place',
    with_ghosts: ghostA !== '',
    pieces: rows.split('/').flatMap(readRow),
    pools: [readPool(poolA, ghosts[0] === null), readPool(poolB, ghosts[1] === null)] as View['pools'],
    ghosts,
    ahead: null,
    turns: Number(turns),
    winner: null,
    won_by: null,
    row: [],
  };
}

function readRow(row: string, number: number): View['pieces'] {
  const pieces: View['pieces'] = [];
  let column = 0;
  for (const sign of row) {
    if (/\d/.test(sign)) column += Number(sign);
    else if (sign === '.') column += 1;
    else {
      const seat = sign === sign.toLowerCase() ? 0 : 1;
      const kind: Kind = sign.toLowerCase() === 'k' ? 'kitten' : 'cat';
      pieces.push({ square: `${COLUMNS[column]}${number + 1}`, seat, kind });
      column += 1;
    }
  }
  return pieces;
}

function readPool(text: string, ghost: boolean): View['pools'][0] {
  const count = (sign: string) => Number(new RegExp(`(\\d)${sign}`).exec(text)?.[1] ?? 0);
  return { kittens: count('k'), cats: count('c'), ghost };
}

function readGhost(text: string): View['ghosts'][0] {
  const found = /^([NESW])([1-5])\+(\d)$/.exec(text);
  if (found === null) return null;
  return { edge: found[1] as Edge, seam: Number(found[2]), step: Number(found[3]) };
}
