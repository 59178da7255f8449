import { expect, test } from 'vitest';
import { doorstep, EDGES, nameOf, neighbour, type Place, placeOf, SEAMS, SQUARES } from '../../src/games/huupp/bed';
import { ARROWS } from '../../src/lib/roving.svelte';

test('every square and doorstep can be reached with the arrow keys', () => {
  const seen = new Map<string, Place>();
  const walk = (place: Place) => {
    if (seen.has(nameOf(place))) return;
    seen.set(nameOf(place), place);
    for (const arrow of Object.values(ARROWS)) walk(neighbour(place, arrow, true));
  };
  walk({ square: 'c3' });
  expect(seen.size).toBe(SQUARES.length + EDGES.length * SEAMS.length);
});

test('a place is found again by its name', () => {
  for (const name of ['c3', 'f6', 'N2', 'E5']) expect(nameOf(placeOf(name))).toBe(name);
});

test('without ghosts the bed ends at its edge', () => {
  expect(neighbour({ square: 'a1' }, ARROWS['ArrowUp']!, false)).toEqual({ square: 'a1' });
});

test('a doorstep lies outside, in line with its seam', () => {
  expect(doorstep({ edge: 'N', seam: 2 })).toEqual({ x: 200, y: -49 });
  expect(doorstep({ edge: 'E', seam: 5 })).toEqual({ x: 649, y: 500 });
});
