import { beforeEach, expect, test, vi } from 'vitest';
import { api } from '../src/lib/api';
import { catchUp, count, diary, forget, isForgotten, keep, note, notesOf, type Past, pack, unpack } from '../src/lib/diary';
import { forgetAll } from '../src/lib/store';
import type { TableCard, TableView } from '../src/lib/wire';

let kept: Record<string, string>;

beforeEach(() => {
  kept = {};
  const store = { getItem: (key: string) => kept[key] ?? null, setItem: (key: string, text: string) => void (kept[key] = text), removeItem: (key: string) => void delete kept[key] };
  vi.stubGlobal('localStorage', new Proxy(store, { ownKeys: () => Object.keys(kept), getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }) }));
});

const past = (table: string, outcome: Past['outcome'], points: number, bot: string | null = 'level:1'): Past => ({
  table,
  game: 'filou',
  at: Number(table.slice(1)),
  outcome,
  points,
  others: [{ name: bot === null ? 'Marci' : 'Pille', bot }],
});

test('matches are counted by game and opponent, each once', () => {
  keep(past('t1', 'won', 40), past('t2', 'lost', 12));
  keep(past('t2', 'lost', 12), past('t3', 'won', 30, null));
  expect(diary().map(({ table }) => table)).toEqual(['t3', 't2', 't1']);
  expect(count(diary())).toEqual([
    {
      game: 'filou',
      best: 40,
      played: 3,
      won: 2,
      lost: 1,
      drawn: 0,
      against: [
        { who: 'Marci', bot: false, best: 30, played: 1, won: 1, lost: 0, drawn: 0 },
        { who: 'level:1', bot: true, best: 40, played: 2, won: 1, lost: 1, drawn: 0 },
      ],
    },
  ]);
});

test('a diary goes to another browser by a code, and nonsense is no code', async () => {
  keep(past('t1', 'won', 40));
  const code = await pack('Panni');
  expect(code).toMatch(/^[\w-]+$/);
  forgetAll();
  expect(diary()).toEqual([]);
  expect(await unpack(code)).toBe('Panni');
  expect(diary()).toHaveLength(1);
  expect(await unpack('nonsense')).toBeNull();
});

test('everything is forgotten at once', () => {
  keep(past('t1', 'won', 40));
  kept['other.page'] = 'stays';
  forgetAll();
  expect(Object.keys(kept)).toEqual(['other.page']);
});

test('notes come along, and never over those that are there already', async () => {
  note('t1', 'begins in the corner');
  note('t2', 'theirs');
  const code = await pack('Panni');
  forgetAll();
  note('t2', 'mine');
  await unpack(code);
  expect([notesOf('t1'), notesOf('t2')]).toEqual(['begins in the corner', 'mine']);
});

const card = (id: string, more: Partial<TableCard> = {}): TableCard =>
  ({ id, game: 'filou', options: {}, state: 'over', names: [], seats: 2, open_seats: 0, you: [0], your_turn: false, known_dice: false, created: 10, touched: 20, ...more }) as TableCard;

const table = (id: string): TableView =>
  ({
    id,
    game: 'filou',
    state: 'over',
    you: [0],
    now: 99,
    seats: [
      { seat: 0, shown: 'Panni', bot: null, stand_in: false },
      { seat: 1, shown: 'Pille', bot: 'level:1', stand_in: false },
    ],
    result: { scores: [12, 30], payoffs: [-1, 1], winners: [1], resigned: [0] },
  }) as unknown as TableView;

test('what has ended while nobody looked is kept, each asked for once', async () => {
  const ask = vi.spyOn(api, 'table').mockImplementation((id) => Promise.resolve(table(id)));
  keep(past('t1', 'won', 40));
  const mine = [card('t1'), card('x1'), card('x2', { state: 'playing' }), card('x3', { you: [0, 1] })];
  expect(await catchUp(mine)).toBe(true);
  expect(ask.mock.calls).toEqual([['x1']]);
  expect(diary().find((one) => one.table === 'x1')).toEqual({ table: 'x1', game: 'filou', at: 20, outcome: 'lost', points: 12, others: [{ name: 'Pille', bot: 'level:1' }] });
  expect(await catchUp(mine)).toBe(false);
  expect(ask).toHaveBeenCalledTimes(1);
  ask.mockRestore();
});

test('what was forgotten does not come back by itself', async () => {
  const ask = vi.spyOn(api, 'table').mockImplementation((id) => Promise.resolve(table(id)));
  const old = card('y1', { created: 10 });
  note('y1', 'a secret');
  forget([old]);
  expect([diary(), notesOf('y1'), isForgotten(old)]).toEqual([[], '', true]);
  expect(await catchUp([old])).toBe(false);
  expect(await catchUp([old, card('y2', { created: 11 })])).toBe(true);
  expect(diary().map((one) => one.table)).toEqual(['y2']);
  ask.mockRestore();
});
