import { expect, test } from 'vitest';
import { beside, type Rect } from '../src/lib/beside';

const SCREEN = { width: 400, height: 300 };
const NOTE = { width: 100, height: 60 };
const card = (left: number, top: number): Rect => ({ left, top, right: left + 20, bottom: top + 30 });

test('a note lies above what it is about, and below it at the upper edge', () => {
  expect(beside(card(190, 150), NOTE, SCREEN)).toEqual({ x: 150, y: 78 });
  expect(beside(card(190, 20), NOTE, SCREEN)).toEqual({ x: 150, y: 62 });
});

test('at the side it stays on the screen', () => {
  expect(beside(card(0, 150), NOTE, SCREEN)).toEqual({ x: 12, y: 78 });
  expect(beside(card(380, 150), NOTE, SCREEN)).toEqual({ x: 288, y: 78 });
});

test('it keeps off what else must stay in sight', () => {
  const above = card(190, 100);
  expect(beside(card(190, 150), NOTE, SCREEN, [above])).toEqual({ x: 150, y: 192 });
  const below = card(190, 200);
  expect(beside(card(190, 150), NOTE, SCREEN, [above, below])).toEqual({ x: 222, y: 135 });
});

test('where there is no room it covers as little as it can', () => {
  expect(beside({ left: 0, top: 0, right: 390, bottom: 250 }, NOTE, SCREEN)).toEqual({ x: 145, y: 228 });
});
