import { expect, test } from 'vitest';
import { faceOf, lyingAs } from '../../src/games/if_it_fits/table';

test.each([
  ['NE ball', 'SW ball'],
  ['NW spray', 'ES spray'],
  ['ESW plain', 'NEW plain'],
  ['NS mouse', 'NS mouse'],
  ['open plain', 'open plain'],
  ['toy mouse', 'toy mouse'],
  ['princess', 'princess'],
])('%s lies as %s after a half turn, and as it is without one', (card, turned) => {
  expect(lyingAs(card, false)).toBe(card);
  expect(lyingAs(card, true)).toBe(turned);
  expect(new Set(faceOf(turned).walls)).toEqual(new Set(faceOf(card, true).walls));
});
