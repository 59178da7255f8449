import { expect, test } from 'vitest';
import { brink, pushes } from '../../src/games/huupp/pushes';
import type { Event } from '../../src/games/huupp/wire';

const fell = (square: string, type: 'booped' | 'hooped' = 'booped'): Event =>
  type === 'booped' ? { type, owner: 1, kind: 'kitten', square, to: null } : { type, owner: 1, kind: 'kitten', square, to: null, leapt: true };

test('a piece falls off just beyond the edge, away from what pushed it', () => {
  const [corner, side] = pushes([{ type: 'placed', seat: 0, kind: 'kitten', square: 'b2' }, fell('a1'), fell('b1')]);
  expect(corner!.to).toEqual({ x: -35, y: -35 });
  expect(side!.to).toEqual({ x: 150, y: -35 });
  expect(brink(side!)).toEqual({ x: 150, y: 3 });
});

test('a piece that leaps off the bed flies over everybody to its edge', () => {
  const [left, right] = pushes([{ type: 'glided', seat: 0, edge: 'N', seam: 3, step: 2 }, fell('c3', 'hooped'), fell('d3', 'hooped')]);
  expect(left!.to).toEqual({ x: -35, y: 250 });
  expect(right!.to).toEqual({ x: 635, y: 250 });
});
