import { describe, expect, test, vi } from 'vitest';
import type { Event, Move, Series, View } from '../../src/games/csacska/wire';
import { Words } from '../../src/lib/words';

vi.stubGlobal('navigator', { languages: ['en'] });
const { briefly } = await import('../../src/games/csacska/brief');

const words = new Words('en', [
  {
    'board.brief_starts': '{card} starts',
    'board.brief_grows': '{card} makes {length} in {colour}',
    'board.brief_scored': '{card} scores {length} in {colour} for {points}',
    'board.brief_stray': 'stray: {length} in {colour}',
    'board.brief_kittens': 'Now {colour} has them',
    'board.brief_homeless': 'homeless',
    'board.brief_adopted': '{coins} coins',
    'board.brief_card': 'take {card}',
    'board.brief_refill': 'refilled',
    'board.brief_stolen': 'steal {cards}: {length} in {colour} for {points}',
    'board.brief_stolen_two': 'steal {cards}: {points} in all',
    'board.brief_from': '{card} from {name}',
    'board.brief_swapped': 'get {card} from {name}',
    'board.brief_chased': '{name} gets {coins}',
    'board.brief_gave': '{name} gets {card}',
    ...Object.fromEntries(['blue-5', 'blue-7', 'red-3', 'red-9', 'green-9', 'stray', 'rascal', 'kittens'].map((card) => [`card.${card}`, card])),
  },
]);
type Colour = Series['colour'];
const series = (colour: Colour, more: Partial<Series> = {}): Series => ({ colour, cards: [], goals: [], wanted: [], stealable: null, points: null, ...more }) as unknown as Series;
const all = (...begun: Series[]): Series[] => (['blue', 'yellow', 'red', 'green'] as const).map((colour) => begun.find((one) => one.colour === colour) ?? series(colour));
const goal = (length: number, missing: number) => ({ length, missing, digits: [], points: length - 2 });

interface Given {
  mine?: Series[];
  theirs?: Series[];
  piles?: string[][];
  card?: string;
  events?: Event[];
  lines?: string[];
}
function say(move: Move, { mine = [], theirs = [], piles = [], card, events = [], lines = [] }: Given): string {
  const players = [all(...mine), all(...theirs)].map((of) => ({ series: of }));
  const view = { turn: 0, players, piles: piles.map((cards) => ({ cards })), draw: 40, card: card ?? null, scoring: null } as unknown as View;
  return briefly(move, { view, me: 0, events, lines, words, nameOf: (seat) => `P${seat}` });
}
const scored = (colour: Colour, cards: string[], points: number): Event => ({ type: 'scored', seat: 0, colour, cards, points }) as unknown as Event;

describe('a cat that is taken', () => {
  const take: Move = { type: 'take', pile: 1 };
  test.each([
    ['starts a series', {}, 'Blue-5 starts'],
    ['makes one longer', { mine: [series('blue', { cards: ['blue-1'], goals: [goal(3, 2), goal(5, 4)] })] }, 'Blue-5 makes 2 in blue'],
    ['may be scored as the third: that is asked', { mine: [series('blue', { cards: ['a', 'b'], goals: [goal(3, 1), goal(5, 3)] })] }, 'Blue-5 makes 3 in blue'],
    ['is scored as the fifth', { mine: [series('blue', { cards: ['a', 'b', 'c', 'd'], goals: [goal(5, 1)], wanted: [{ card: 'blue-5', points: 3, how: 'five' }] })] }, 'Blue-5 scores 5 in blue for 3'],
    ['also where the sum is wrong', { mine: [series('blue', { cards: ['a', 'b', 'c', 'd'], goals: [goal(5, 1)] })] }, 'Blue-5 scores 5 in blue for 0'],
    ['is no end under kittens', { mine: [series('blue', { cards: ['a', 'b', 'c', 'd'], goals: [goal(7, 3)] })] }, 'Blue-5 makes 5 in blue'],
  ] as const)('%s', (_, given, said) => {
    expect(say(take, { ...(given as Given), piles: [['red-1', 'blue-5']] })).toBe(said);
  });

  test('leaves a new one in its place where it was the only one', () => {
    expect(say(take, { piles: [['blue-5']] })).toBe('Blue-5 starts refilled');
  });
});

describe('another card that is taken', () => {
  const take: Move = { type: 'take', pile: 1 };
  const mine = [series('red', { cards: ['a', 'b'] })];
  test('with one way to go has gone it', () => {
    const played = { type: 'played', seat: 0, card: 'stray', colour: 'red', length: 3 } as Event;
    expect(say(take, { mine, piles: [['a', 'stray']], events: [played] })).toBe('Stray: stray: 3 in red');
    expect(say(take, { mine, piles: [['a', 'stray']], events: [played, scored('red', ['a', 'b', 'stray'], 1)] })).toBe('Stray scores 3 in red for 1');
    const swap = { type: 'swapped', seat: 0, victim: 1, colour: 'red', card: 'red-9' } as Event;
    expect(say(take, { mine, piles: [['a', 'rascal']], events: [swap] })).toBe('Get red-9 from P1');
    const adopted = { type: 'adopted', seat: 0, colours: [], coins: 3 } as Event;
    expect(say(take, { piles: [['a', 'cat_lady']], events: [adopted] })).toBe('3 coins');
  });

  test('leaves open what is decided next, and says what nobody would think of', () => {
    const vanished = { type: 'vanished', card: 'rascal', piles: [1, 2] } as Event;
    expect(say(take, { piles: [['rascal', 'stray']], events: [{ type: 'took', seat: 0, card: 'stray', pile: 1 }, vanished], lines: ['took', 'both are gone'] })).toBe('Take stray · both are gone');
  });
});

test('thefts say from whom, and what they score', () => {
  const theirs = [series('red', { stealable: 'red-3' }), series('blue', { stealable: 'blue-7' })];
  const one = scored('red', ['a', 'b', 'red-3'], 1);
  expect(say({ type: 'steal', victim: 1, colour: 'red' }, { theirs, events: [one] })).toBe('Steal red-3 from P1: 3 in red for 1');
  const two: Move = { type: 'steal_two', victim: 1, colour: 'red', second_victim: 1, second_colour: 'blue' };
  expect(say(two, { theirs, events: [one, scored('blue', ['a', 'b', 'blue-7'], 2)] })).toMatch(/^Steal .*: 3 in all$/);
});

test('after a colon a sentence goes on small', () => {
  const played = { type: 'played', seat: 0, card: 'kittens', colour: 'red', length: 2 } as Event;
  expect(say({ type: 'take', pile: 1 }, { mine: [series('red', { cards: ['a', 'b'] })], piles: [['a', 'kittens']], events: [played] })).toBe('Kittens: now red has them');
});

test('kittens that lose their home are told of as what follows', () => {
  const mine = [series('green', { cards: ['green-1'] })];
  const lost = (owner: number) => ({ type: 'lost_home', owner, colour: 'green' }) as Event;
  expect(say({ type: 'give', victim: 1, colour: 'green' }, { mine, card: 'good_dog', events: [lost(0)], lines: ['lost'] })).toBe('P1 gets card.green-1 · homeless');
  expect(say({ type: 'give', victim: 1, colour: 'green' }, { mine, card: 'good_dog', events: [lost(1)], lines: ['theirs are lost'] })).toBe('P1 gets card.green-1 · theirs are lost');
});

test('dogs take a card or a whole series', () => {
  const mine = [series('green', { cards: ['green-1', 'green-9'] })];
  expect(say({ type: 'give', victim: 1, colour: 'green' }, { mine, card: 'good_dog' })).toBe('P1 gets green-9');
  expect(say({ type: 'give', victim: 1, colour: 'green' }, { mine, card: 'bad_dog' })).toBe('P1 gets 2');
});
