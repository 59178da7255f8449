import { expect, test, vi } from 'vitest';
import type { MoveBlock, MoveInfo } from '../src/lib/wire';

vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }));
vi.stubGlobal('navigator', { languages: ['en'] });
const { RequestFailed } = await import('../src/lib/api');
const { BLOCK, MoveBook, unpack } = await import('../src/lib/moves');

const move = (action: number): MoveInfo => ({ move: { type: 'go', action }, notation: `go ${action}` });

/** A server with so many moves, and the blocks that were asked for. */
function serverOf(moves: number) {
  const asked: number[] = [];
  const book = new MoveBook((block) => {
    asked.push(block);
    const first = block * BLOCK;
    const length = Math.min(BLOCK, moves - first);
    if (length <= 0) return Promise.reject(new RequestFailed('not_found', 404, ''));
    return Promise.resolve(Array.from({ length }, (_, i) => move(first + i)));
  });
  return { asked, book };
}

test('every id of a block takes the next row of its kind', () => {
  const block = {
    kinds: [0, 1, 0],
    columns: [
      { type: 'lay', fields: { card: ['a', 'b'], place: [1, 2] } },
      { type: 'pass', fields: {} },
    ],
    notation: ['lay a', 'pass', 'lay b'],
  } as unknown as MoveBlock;
  expect(unpack(block)).toEqual([
    { move: { type: 'lay', card: 'a', place: 1 }, notation: 'lay a' },
    { move: { type: 'pass' }, notation: 'pass' },
    { move: { type: 'lay', card: 'b', place: 2 }, notation: 'lay b' },
  ]);
});

test('a small game comes whole, and once', async () => {
  const { asked, book } = serverOf(BLOCK + 5);
  expect((await book.with([3])).length).toBe(BLOCK + 5);
  await book.with([BLOCK]);
  expect(asked).toEqual([0, 1]);
});

test('a small game may fill its last block', async () => {
  const { asked, book } = serverOf(BLOCK);
  expect((await book.with([3])).length).toBe(BLOCK);
  expect(asked).toEqual([0, 1]);
});

test('a block with a legal move that isn’t there is no empty one: the server has other rules by now', async () => {
  const { book } = serverOf(BLOCK);
  await expect(book.with([BLOCK + 1])).rejects.toThrow(RequestFailed);
});

test('of a large game only the blocks with the legal moves come', async () => {
  const { asked, book } = serverOf(50_000);
  const moves = await book.with([20 * BLOCK + 7, 30 * BLOCK]);
  expect(moves[20 * BLOCK + 7]).toEqual(move(20 * BLOCK + 7));
  expect(moves[25 * BLOCK]).toBeUndefined();
  expect(asked.filter((block) => block > 3)).toEqual([20, 30]);
});

test('a block that didn’t come is asked for again', async () => {
  let fails = 1;
  const book = new MoveBook(() => (fails-- > 0 ? Promise.reject(new Error('down')) : Promise.resolve([move(0)])));
  await expect(book.with([0])).rejects.toThrow('down');
  expect(await book.with([0])).toEqual([move(0)]);
});
