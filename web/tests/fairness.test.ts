import { createHash, randomBytes } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { addition, compare, type Finding, isFoul, taken, watch } from '../src/lib/fairness';
import { digest, fromHex, hex, sha256 } from '../src/lib/sha256';
import type { TableView } from '../src/lib/wire';

let kept: Record<string, string>;
let tables = 0;

beforeEach(() => {
  kept = {};
  vi.stubGlobal('localStorage', { getItem: (key: string) => kept[key] ?? null, setItem: (key: string, text: string) => void (kept[key] = text) });
});

const hashed = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** A server that plays fair: what it tells of a table before, during and after the match. */
class House {
  readonly id = `t${(tables += 1)}`;
  readonly seed = randomBytes(32);
  contributions = ['', 'of another'];
  constructor(readonly you = [0]) {}

  tell(state: TableView['state'], changed: Partial<TableView['fairness']> = {}, knownDice = false): TableView {
    const fairness = {
      commitment: hashed(this.seed),
      contributions: state === 'open' ? null : this.contributions,
      seed: state === 'over' ? this.seed.toString('hex') : null,
      ...changed,
    };
    const seats = [0, 1].map((seat) => ({ seat, mine: this.you.includes(seat) }));
    return { id: this.id, state, fairness, seats, you: this.you, known_dice: knownDice } as unknown as TableView;
  }

  /** A browser comes before the start, and adds what it has to. */
  begin(): this {
    watch(this.tell('open'));
    this.contributions[0] = addition(this.id, 0);
    taken(this.id, 0);
    return this;
  }
}

test('a match that was fair', async () => {
  const house = new House().begin();
  expect(await compare(house.tell('open'))).toBeNull();
  expect(await compare(house.tell('playing'))).toBeNull();
  expect(await compare(house.tell('over'))).toBe('kept');
});

const other = randomBytes(32);
test.each<[string, Finding, Partial<TableView['fairness']>]>([
  ['another number', 'other_number', { seed: other.toString('hex') }],
  ['no number at all', 'other_number', { seed: 'cats' }],
  ['a number of another length', 'other_number', { seed: '00' }],
  ['another number and its fingerprint', 'other_fingerprint', { seed: other.toString('hex'), commitment: hashed(other) }],
  ['another addition', 'left_out', { contributions: ['chosen by the server', 'of another'] }],
  ['no addition', 'left_out', { contributions: ['', 'of another'] }],
  ['no additions', 'left_out', { contributions: null }],
])('a server that cheats is found: %s', async (_, finding, changed) => {
  const found = await compare(new House().begin().tell('over', changed));
  expect(found).toBe(finding);
  expect(isFoul(found)).toBe(true);
});

test('a swapped fingerprint and a lost addition are noticed as soon as the match begins', async () => {
  expect(await compare(new House().begin().tell('playing', { commitment: hashed(other) }))).toBe('other_fingerprint');
  expect(await compare(new House().begin().tell('playing', { contributions: ['', ''] }))).toBe('left_out');
});

test('what was seen outlives the page', async () => {
  const house = new House().begin();
  vi.resetModules();
  const again = await import('../src/lib/fairness');
  expect(await again.compare(house.tell('over'))).toBe('kept');
  expect(await again.compare(house.tell('over', { seed: other.toString('hex') }))).toBe('other_number');
});

test('a browser that came late, or only looked on, claims no more than it knows', async () => {
  expect(await compare(new House().tell('over'))).toBe('late');
  expect(await compare(new House().tell('over', { seed: other.toString('hex') }))).toBe('other_number');
  const onlooker = new House([]);
  watch(onlooker.tell('open'));
  expect(await compare(onlooker.tell('over'))).toBe('watched');
});

test('a fingerprint that changes before the start is the first one that counts', async () => {
  const house = new House().begin();
  watch(house.tell('open', { commitment: hashed(other) }));
  expect(await compare(house.tell('over', { seed: other.toString('hex'), commitment: hashed(other) }))).toBe('other_fingerprint');
});

test('the same text is sent again, and an own seat that was left is another\'s', async () => {
  const house = new House().begin();
  expect(addition(house.id, 0)).toBe(house.contributions[0]);
  taken(house.id, 0);
  house.you.length = 0;
  watch(house.tell('open'));
  house.you.push(0);
  house.contributions[0] = 'of whoever sat there meanwhile';
  expect(await compare(house.tell('over'))).toBe('watched');
});

test('what the server never took may be missing', async () => {
  const house = new House();
  watch(house.tell('open'));
  const text = addition(house.id, 0);
  expect(await compare(house.tell('over'))).toBe('watched');
  house.contributions[0] = text;
  expect(await compare(house.tell('over'))).toBe('kept');
});

test('known dice promise nothing', async () => {
  expect(await compare(new House().begin().tell('over', { contributions: ['', ''] }, true))).toBeNull();
});

test('without a store the page still knows', async () => {
  vi.stubGlobal('localStorage', undefined);
  const house = new House().begin();
  expect(await compare(house.tell('over'))).toBe('kept');
});

test('SHA-256 is what everybody else computes, with the browser\'s help and without', async () => {
  for (let length = 0; length < 200; length += 1) {
    const bytes = new Uint8Array(randomBytes(length));
    expect(hex(digest(bytes))).toBe(hashed(bytes));
    expect(await sha256(bytes)).toBe(hashed(bytes));
    expect(fromHex(hex(bytes))).toEqual(bytes);
  }
  vi.stubGlobal('crypto', { getRandomValues: () => undefined });
  expect(await sha256(new Uint8Array())).toBe(hashed(new Uint8Array()));
  vi.unstubAllGlobals();
  expect(fromHex('xy')).toBeNull();
});
