import { expect, test } from 'vitest';
import { shortened } from '../src/lib/called.svelte';

test('a name is cut in the middle, so that both its ends stay', () => {
  expect(shortened('Bartholomewlongnameabcda', 8)).toBe('Bart\u2060…\u2060bcda');
  expect(shortened('Bartholomewlongnameabcde', 7)).toBe('Bar\u2060…\u2060bcde');
  expect(shortened('Nagy Anna', 4)).toBe('Na\u2060…\u2060na');
  expect(shortened('Panni', 5)).toBe('Panni');
  expect(shortened('Kis Éva', 6)).toBe('Kis\u2060…\u2060Éva');
});
