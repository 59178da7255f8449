import { beforeEach, expect, test, vi } from 'vitest';
import { pack, unpack } from '../src/lib/diary';
import { forgetAll } from '../src/lib/store';
import { join, solvedOn, streak, streakOn } from '../src/lib/streak';

beforeEach(() => {
  const kept: Record<string, string> = {};
  const store = { getItem: (key: string) => kept[key] ?? null, setItem: (key: string, text: string) => void (kept[key] = text), removeItem: (key: string) => void delete kept[key] };
  vi.stubGlobal('localStorage', new Proxy(store, { ownKeys: () => Object.keys(kept), getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }) }));
});

test('a day counts once, and yesterday is not today', () => {
  expect(streakOn(7)).toEqual({ days: 0, today: false });
  solvedOn(7);
  solvedOn(7);
  expect(streakOn(7)).toEqual({ days: 1, today: true });
  expect(streakOn(8)).toEqual({ days: 1, today: false });
  solvedOn(8);
  expect(streakOn(8)).toEqual({ days: 2, today: true });
  expect(streakOn(10)).toEqual({ days: 0, today: false });
});

test.each([
  ['that ended the day before', { day: 6, days: 3 }, { day: 8, days: 5 }],
  ['that overlaps', { day: 9, days: 2 }, { day: 9, days: 3 }],
  ['that goes on after it', { day: 11, days: 3 }, { day: 11, days: 5 }],
  ['within it', { day: 8, days: 1 }, { day: 8, days: 2 }],
  ['around it', { day: 9, days: 9 }, { day: 9, days: 9 }],
  ['that was broken since', { day: 5, days: 4 }, { day: 8, days: 2 }],
  ['that is newer', { day: 12, days: 2 }, { day: 12, days: 2 }],
  ['that is none', { day: 0, days: 0 }, { day: 8, days: 2 }],
  ['that makes no sense', { day: 9.5, days: 2 }, { day: 8, days: 2 }],
])('joined with one %s', (_, other, both) => {
  solvedOn(7);
  solvedOn(8);
  join(other);
  expect(streak()).toEqual(both);
});

test('the streak goes to another browser with the matches', async () => {
  solvedOn(7);
  solvedOn(8);
  const code = await pack('Panni');
  forgetAll();
  expect(await unpack(code)).toBe('Panni');
  expect(streakOn(8)).toEqual({ days: 2, today: true });
});

test('codes of earlier pages have no streak, and leave it alone', async () => {
  solvedOn(8);
  const older = 'q1bKS8xNVbJSCkjMy8tU0lFKyUwsqlSyio6tBQA'; // {"name":"Panni","diary":[]}
  expect(await unpack(older)).toBe('Panni');
  expect(streakOn(8).days).toBe(1);
});
