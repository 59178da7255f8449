import { describe, expect, test } from 'vitest';
import { beats, Cast } from '../../src/games/huupp/cast.svelte';
import { readPosition } from '../../src/games/huupp/position';
import type { Event } from '../../src/games/huupp/wire';

const cast = (position: string) => {
  const made = new Cast();
  made.settle(readPosition(position));
  return made;
};
const START = '6/6/6/6/6/6 1 8k 8k - - 0';

describe('settling', () => {
  test('everybody starts on the shelf', () => {
    const c = cast(START);
    expect(c.pool(0)).toHaveLength(8);
    expect(c.pool(1)).toHaveLength(8);
    expect(c.ghost(0).point).toBeNull();
  });

  test('whoever is there already stays who they are', () => {
    const c = cast('2k3/6/6/6/6/6 2 7k 8k - - 1');
    const there = c.on('c1');
    c.settle(readPosition('2k3/2K3/6/6/6/6 1 7k 7k - - 2'));
    expect(c.on('c1')).toBe(there);
    expect(c.on('c2')!.seat).toBe(1);
  });

  test('pools hold as many cats as the view says', () => {
    const c = cast('6/6/6/6/6/6 1 5k3c 8k - - 6');
    expect(c.pool(0).map((one) => one.kind)).toEqual([
      ...Array(5).fill('kitten'),
      ...Array(3).fill('cat'),
    ]);
  });

  test('a ghost stands on its seam', () => {
    expect(cast('6/6/6/6/6/6 1 8k 8k N2+3 E5+0 8').ghost(0).point).toEqual({ x: 200, y: 350 });
    expect(cast('6/6/6/6/6/6 1 8k 8k N2+3 E5+0 8').ghost(1).point).toEqual({ x: 550, y: 500 });
  });

  test('a ghost knows which way it goes, wherever it came in', () => {
    const c = cast('6/6/6/6/6/6 1 8k 8k N2+3 - 8');
    expect(c.ghost(0).edge).toBe('N');
    expect(c.ghost(1).edge).toBeNull();
    c.apply({ type: 'entered', seat: 1, edge: 'E', seam: 4 });
    expect(c.ghost(1).edge).toBe('E');
  });
});

describe('events', () => {
  test('a piece comes from the shelf and pushes its neighbour', () => {
    const c = cast('6/1K4/6/6/6/6 1 8k 7k - - 1');
    const pushed = c.on('b2')!;
    c.apply({ type: 'placed', seat: 0, kind: 'kitten', square: 'c3' });
    c.apply({ type: 'booped', owner: 1, kind: 'kitten', square: 'b2', to: 'a1' });
    expect(c.on('c3')!.seat).toBe(0);
    expect(c.on('a1')).toBe(pushed);
    expect(c.pool(0)).toHaveLength(7);
  });

  test('off the bed means through the air, then to the shelf', () => {
    const c = cast('K5/6/6/6/6/6 1 8k 7k - - 1');
    const pushed = c.on('a1')!;
    c.apply({ type: 'placed', seat: 0, kind: 'kitten', square: 'b2' });
    c.apply({ type: 'booped', owner: 1, kind: 'kitten', square: 'a1', to: null });
    expect(pushed.point!.x).toBeLessThan(0);
    expect(pushed.point!.y).toBeLessThan(0);
    c.land();
    expect(pushed.pooled).toBe(true);
  });

  test('a ghost pushes straight away from its seam', () => {
    const c = cast('K5/6/6/6/6/6 1 8k 7k W1+0 - 1');
    const pushed = c.on('a1')!;
    c.apply({ type: 'glided', seat: 0, edge: 'W', seam: 1, step: 0 });
    c.apply({ type: 'hooped', owner: 1, kind: 'kitten', square: 'a1', to: null, leapt: false });
    expect(pushed.point).toEqual({ x: 50, y: -35 });
  });

  test('three in a row come back as cats', () => {
    const c = cast('kkk3/6/6/6/6/6 1 5k 8k - - 6');
    c.apply({ type: 'grew', seat: 0, squares: ['a1', 'b1', 'c1'], cats: 3 });
    expect(c.pool(0).filter((one) => one.kind === 'cat')).toHaveLength(3);
    expect(c.pool(0)).toHaveLength(8);
  });
});

test('pushes by the same cause are one beat', () => {
  const boop = (square: string): Event => ({ type: 'booped', owner: 0, kind: 'kitten', square, to: null });
  const story: Event[] = [
    { type: 'placed', seat: 0, kind: 'kitten', square: 'c3' },
    boop('b2'),
    boop('d4'),
    { type: 'glided', seat: 0, edge: 'N', seam: 2, step: 1 },
    { type: 'hooped', owner: 1, kind: 'kitten', square: 'b2', to: 'a2', leapt: false },
  ];
  expect(beats(story).map((beat) => beat.events.length)).toEqual([1, 2, 1, 1]);
});
