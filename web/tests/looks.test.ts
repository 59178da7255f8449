import CATS from 'virtual:cats';
import { expect, test } from 'vitest';
import { catOf, looksOf } from '../src/parts/Portrait.svelte';

const NAMES = ['Ödön', 'Oliver', 'Theo', 'Amy', 'Noah', 'Christopher'];

test('alone everybody has the cat of their name', () => {
  for (const name of NAMES) expect(looksOf([name])).toEqual([catOf(name)]);
});

test('no two people at a table have the same cat', () => {
  expect(catOf('Ödön').fur).toBe(catOf('Oliver').fur);
  const furs = looksOf(NAMES).map(({ fur }) => fur);
  expect(new Set(furs).size).toBe(NAMES.length);
});

test('a bot keeps its own cat, and people give way', () => {
  const bot = CATS[0]!;
  const looks = looksOf([...NAMES.slice(0, 4), bot.name]);
  expect(looks[4]).toEqual(catOf(bot.name));
  expect(looks.slice(0, 4).map(({ fur }) => fur)).not.toContain(bot.fur);
});
