import { expect, test } from 'vitest';
import { fits, isArrangement, optionWords, sameOptions, valueTitle } from '../src/lib/options';
import { nearest } from '../src/lib/roving.svelte';
import type { GameInfo, OptionInfo } from '../src/lib/wire';

const value = (name: string, title = name, seats = 1) => ({ value: name, title, about: null, seats });
const abilities = {
  name: 'abilities',
  title: 'Abilities',
  default: 'random',
  kind: 'arrangement',
  values: [value('random', 'random'), value('ABC', 'for beginners')],
  letters: [value('A', 'Ant'), value('B', 'Bee'), value('C', 'Cat'), value('D', 'Dog')],
  choose: 3,
  pictures: false,
} satisfies OptionInfo;
const first = { ...abilities, name: 'first', title: 'First', kind: 'values', values: [value('random'), value('2', 'player 3', 3)], letters: [], choose: 0 } satisfies OptionInfo;

test('an arrangement is different letters, as many as it says', () => {
  expect(['DCA', 'ABC'].map((text) => isArrangement(abilities, text))).toEqual([true, true]);
  expect(['', 'AB', 'AAB', 'ABX', 'ABCD'].map((text) => isArrangement(abilities, text))).toEqual([false, false, false, false, false]);
});

test('a value fits if the option has it at a table of that size', () => {
  expect(fits(first, '2', 3)).toBe(true);
  expect(fits(first, '2', 2)).toBe(false);
  expect(fits(first, 'ABC', 3)).toBe(false);
  expect(fits(abilities, 'DCA', 1)).toBe(true);
  expect(fits(abilities, undefined, 1)).toBe(false);
});

test('values are told by their names, arrangements letter by letter', () => {
  expect(valueTitle(abilities, 'ABC')).toBe('for beginners');
  expect(valueTitle(abilities, 'DA')).toBe('Dog, Ant');
  expect(valueTitle(first, '7')).toBe('7');
  const game = { options: [abilities, first] } as unknown as GameInfo;
  expect(optionWords(game, { abilities: 'random', first: '2', old: 'x' }, true)).toEqual(['First: player 3', 'old: x']);
});

test('options are the same in any order', () => {
  expect(sameOptions({ a: '1', b: '2' }, { b: '2', a: '1' })).toBe(true);
  expect(sameOptions({ a: '1' }, { a: '1', b: '2' })).toBe(false);
});

test('an arrow leads to the nearest place ahead', () => {
  const spot = (place: string, x: number, y: number) => ({ place, x, y });
  const spots = [spot('a', 0, 0), spot('b', 40, 2), spot('c', 80, 0), spot('d', 4, 30), spot('e', 60, 30)];
  const step = (from: number, x: number, y: number) => nearest(spots[from]!, { x, y }, spots);
  expect(step(0, 1, 0)).toBe('b');
  expect(step(1, 1, 0)).toBe('c');
  expect(step(0, 0, 1)).toBe('d');
  expect(step(2, 0, 1)).toBe('e');
  expect(step(0, -1, 0)).toBeNull();
});
