import { beforeEach, expect, test, vi } from 'vitest';
import { count, diary, keep, type Past, pack, unpack } from '../src/lib/diary';
import { forgetAll } from '../src/lib/store';

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
        { who: 'Marci', bot: false, played: 1, won: 1, lost: 0, drawn: 0 },
        { who: 'level:1', bot: true, played: 2, won: 1, lost: 1, drawn: 0 },
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
