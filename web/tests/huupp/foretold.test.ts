import { describe, expect, test } from 'vitest';
import { foretold } from '../../src/games/huupp/foretold';
import { readPosition } from '../../src/games/huupp/position';
import type { Event, View } from '../../src/games/huupp/wire';
import { Words } from '../../src/lib/words';

const words = new Words('en', [
  {
    'board.kitten': 'Kitten',
    'foretold.placed': '{kind@board} on {square}',
    'foretold.glided': 'glides',
    'foretold.pushed': 'push {list}',
    'foretold.fell': 'fall {list}',
    'foretold.leapt': 'leap {list}',
    'foretold.leapt_off': 'leap off {list}',
    'foretold.grows': 'grow',
    'foretold.lifts': 'lift',
    'foretold.wins': 'win',
  },
]);
const PLACED: Event = { type: 'placed', seat: 0, kind: 'kitten', square: 'c2' };
const boop = (square: string, to: string | null): Event => ({ type: 'booped', owner: 1, kind: 'kitten', square, to });
const hoop = (square: string, to: string | null, leapt: boolean): Event => ({ type: 'hooped', owner: 1, kind: 'kitten', square, to, leapt });
const say = (events: Event[], after: View | null = null) => foretold(events, events.map((_, k) => `line ${k}`), after, words);
const position = (seat: number, ahead: View['ahead']): View => ({ ...readPosition('6/6/6/6/6/6'), actor: seat, ahead });

test('pushes by the same cause are one line, in the order in which they happen', () => {
  const glided: Event = { type: 'glided', seat: 0, edge: 'N', seam: 2, step: 3 };
  expect(say([PLACED, boop('b1', null), boop('c3', 'c4'), boop('d1', null), boop('d3', 'e4'), glided, hoop('b4', 'a4', false), hoop('c4', 'f4', true)])).toEqual([
    'Kitten on c2',
    'push c3→c4, d3→e4',
    'fall b1, d1',
    'glides',
    'push b4→a4',
    'leap c4→f4',
  ]);
  expect(say([glided, hoop('d3', null, true)])).toEqual(['glides', 'leap off d3']);
});

test('what has no words of its own is told as the story tells it', () => {
  expect(say([{ type: 'kept', seat: 0 }])).toEqual(['line 0']);
});

describe('what the turn will end with', () => {
  test.each([
    ['cats in a row', 0, 'wins', ['win']],
    ['a row, before it is chosen what grows', 0, 'grows', ['grow']],
    ['a full bed', 0, 'lifts', ['lift']],
    ['nothing', 0, null, []],
    ['something, but the other player is asked', 1, 'grows', []],
  ] as const)('%s', (_name, seat, ahead, said) => {
    expect(say([PLACED], position(seat, ahead)).slice(1)).toEqual([...said]);
  });
});
