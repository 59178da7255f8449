import { expect, test } from 'vitest';
import { ARROWS, doorstep, EDGES, neighbour, type Place, SEAMS, SQUARES } from '../../src/games/huupp/bed';

test('every square and doorstep can be reached with the arrow keys', () => {
  const key = (place: Place) => ('square' in place ? place.square : place.edge + place.seam);
  const seen = new Map<string, Place>();
  const walk = (place: Place) => {
    if (seen.has(key(place))) return;
    seen.set(key(place), place);
    for (const arrow of Object.values(ARROWS)) walk(neighbour(place, arrow, true));
  };
  walk({ square: 'c3' });
  expect(seen.size).toBe(SQUARES.length + EDGES.length * SEAMS.length);
});

test('without ghosts the bed ends at its edge', () => {
  expect(neighbour({ square: 'a1' }, ARROWS['ArrowUp']!, false)).toEqual({ square: 'a1' });
});

test('a doorstep lies outside, in line with its seam', () => {
  expect(doorstep({ edge: 'N', seam: 2 })).toEqual({ x: 200, y: -49 });
  expect(doorstep({ edge: 'E', seam: 5 })).toEqual({ x: 649, y: 500 });
});
