import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TableCard } from '../src/lib/wire';

vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }));
vi.stubGlobal('navigator', { languages: ['en'] });
const listeners = new Set<() => void>();
const screen = {
  hidden: false,
  addEventListener: (_: string, heard: () => void) => listeners.add(heard),
  removeEventListener: (_: string, heard: () => void) => listeners.delete(heard),
};
vi.stubGlobal('document', screen);
const { api } = await import('../src/lib/api');
const { OwnTables, SELDOM } = await import('../src/lib/own.svelte');

const card = (id: string, your_turn: boolean, state: TableCard['state'] = 'playing'): TableCard => ({ id, your_turn, state, you: [0, 1] }) as TableCard;
let looks: number;
let listed: TableCard[];
let tables: InstanceType<typeof OwnTables>;
let leave: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  looks = 0;
  listed = [];
  vi.spyOn(api, 'myTables').mockImplementation(() => {
    looks += 1;
    return Promise.resolve(listed);
  });
  tables = new OwnTables();
});
afterEach(() => {
  leave();
  vi.useRealTimers();
});

/** Another page is on the screen for a while. */
async function watch(ms = 10 * SELDOM): Promise<void> {
  leave = tables.watch();
  await vi.advanceTimersByTimeAsync(ms);
}

test('tables that wait are counted, but for the one on the screen', async () => {
  listed = [card('a', true), card('b', false), card('c', true)];
  await watch(0);
  expect(tables.waiting).toBe(2);
  tables.show('c');
  expect(tables.waiting).toBe(1);
});

test('it is looked seldom, and once where nothing can come to wait', async () => {
  listed = [card('a', false), card('b', false, 'over')];
  await watch();
  expect(looks).toBe(11);
  leave();
  tables.show('a');
  await watch();
  expect(looks).toBe(12);
});

test('nobody looks while the page is hidden, nor after it was left', async () => {
  listed = [card('a', false)];
  screen.hidden = true;
  await watch();
  expect(looks).toBe(1);
  screen.hidden = false;
  listeners.forEach((heard) => heard());
  expect(looks).toBe(2);
  leave();
  await vi.advanceTimersByTimeAsync(10 * SELDOM);
  expect([looks, listeners.size]).toEqual([2, 0]);
});

test('without an answer it is asked again', async () => {
  vi.spyOn(api, 'myTables').mockRejectedValueOnce(new Error('down')).mockResolvedValue([card('a', true)]);
  await watch(SELDOM);
  expect(tables.waiting).toBe(1);
});
