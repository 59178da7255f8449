/** A move in a line or two, for the bar: the story would fill it. */
import { listed } from '../../lib/i18n.svelte';
import type { Words } from '../../lib/words';
import { type Colour, colourOf } from './cards';
import type { Event, Move, Series, View } from './wire';

/** A series of so many cards need not be scored: that is asked when it is there. */
const SHORTEST = 3;

export interface Setting {
  view: View;
  /** Who moves. */
  me: number;
  /** What the move would do, as far as it is known, with the story's line for each. */
  events: Event[];
  lines: string[];
  words: Words;
  nameOf: (seat: number) => string;
}

interface Theft {
  victim: number;
  colour: Colour;
}

/** What a move does to whoever makes it, and what else comes of it that nobody would think of. Chance, and decisions that follow, stay open. */
export function briefly(move: Move, at: Setting): string {
  const surprises = at.events.flatMap((event, k) => {
    if (event.type === 'lost_home' && event.owner === at.me) return [at.words.say('board.brief_homeless')];
    return event.type === 'vanished' || event.type === 'lost_home' ? [at.lines[k] ?? ''] : [];
  });
  return [at.words.capital(told(move, at)), ...surprises].join(' · ');
}

function told(move: Move, at: Setting): string {
  const { view, words } = at;
  const scoring = view.scoring === null ? null : seriesOf(at, view.turn, view.scoring);
  switch (move.type) {
    case 'take': {
      const cards = view.piles[move.pile - 1]?.cards ?? [];
      const said = resolved(cards.at(-1) ?? '', at);
      return cards.length > 1 ? said : `${said} ${words.say('board.brief_refill')}`;
    }
    case 'draw':
      return words.say('board.brief_draw', { n: Math.min(2, view.draw) });
    case 'play':
      return resolved(view.card ?? '', at);
    case 'first':
      return words.say('board.brief_first', { card: cardWord(at, move.card) });
    case 'discard':
      return words.say('board.brief_discard', { card: cardWord(at, view.card ?? 'kittens'), pile: move.pile });
    case 'lay':
      return laid(view.card ?? '', move.colour, at);
    case 'steal':
      return stolen([move], at);
    case 'steal_two':
      return stolen([move, { victim: move.second_victim, colour: move.second_colour }], at);
    case 'swap':
      return swapped(move.victim, seriesOf(at, move.victim, move.colour).cards.at(-1) ?? '', at);
    case 'give':
      return dogged(move.victim, move.colour, at);
    case 'score':
      return scoring === null ? '' : words.say('board.brief_score', { length: scoring.cards.length, points: scoring.points ?? 0, colour: scoring.colour });
    case 'go_on':
      return scoring === null ? '' : words.say('board.brief_go_on', { colour: scoring.colour });
  }
}

const cardWord = ({ words }: Setting, card: string): string => words.word('card', card);
const seriesOf = ({ view }: Setting, seat: number, colour: Colour): Series => view.players[seat]!.series.find((one) => one.colour === colour)!;

/** What becomes of a card that is taken or played; of one with a single way to go it has happened already. */
function resolved(card: string, at: Setting): string {
  const colour = colourOf(card);
  if (colour === null) return special(card, at);
  const { cards, goals, wanted } = seriesOf(at, at.me, colour);
  const length = cards.length + 1;
  const said = { card: cardWord(at, card), colour, length, points: wanted.find((one) => one.card === card)?.points ?? 0 };
  const complete = goals.some((goal) => goal.missing === 1 && goal.length > SHORTEST);
  if (complete) return at.words.say('board.brief_scored', said);
  return at.words.say(length === 1 ? 'board.brief_starts' : 'board.brief_grows', said);
}

function special(card: string, at: Setting): string {
  const done = at.events.find(({ type }) => type === 'adopted' || type === 'played' || type === 'swapped');
  if (done?.type === 'adopted') return at.words.say('board.brief_adopted', { coins: done.coins });
  if (done?.type === 'played') return laid(card, done.colour, at, `${cardWord(at, card)}: `);
  if (done?.type === 'swapped') return swapped(done.victim, done.card, at);
  return at.words.say('board.brief_card', { card: cardWord(at, card) });
}

/** What becomes of a stray or kittens in a series; `named` is how the sentence begins where it doesn't name the card itself. */
function laid(card: string, colour: Colour, at: Setting, named = ''): string {
  const length = seriesOf(at, at.me, colour).cards.length + 1;
  const scored = at.events.find((event) => event.type === 'scored');
  if (scored?.type === 'scored') return at.words.say('board.brief_scored', { card: cardWord(at, card), colour, length: scored.cards.length, points: scored.points });
  return sentence(named, at.words.say(card === 'kittens' ? 'board.brief_kittens' : 'board.brief_stray', { colour, length }));
}

/** After a colon a sentence goes on small. */
const sentence = (named: string, said: string): string => (named === '' ? said : named + said.charAt(0).toLocaleLowerCase() + said.slice(1));

function stolen(thefts: Theft[], at: Setting): string {
  const from = ({ victim, colour }: Theft) => at.words.say('board.brief_from', { card: cardWord(at, seriesOf(at, victim, colour).stealable ?? ''), name: at.nameOf(victim) });
  const cards = listed(thefts.map(from));
  const scored = at.events.filter((event) => event.type === 'scored');
  const points = scored.reduce((sum, one) => sum + one.points, 0);
  const [only] = scored;
  if (only === undefined) return '';
  if (scored.length > 1) return at.words.say('board.brief_stolen_two', { cards, points });
  return at.words.say('board.brief_stolen', { cards, colour: only.colour, length: only.cards.length, points });
}

const swapped = (victim: number, card: string, at: Setting): string => at.words.say('board.brief_swapped', { card: cardWord(at, card), name: at.nameOf(victim) });

function dogged(victim: number, colour: Colour, at: Setting): string {
  const { cards } = seriesOf(at, at.me, colour);
  const name = at.nameOf(victim);
  if (at.view.card === 'bad_dog') return at.words.say('board.brief_chased', { name, colour, coins: cards.length });
  return at.words.say('board.brief_gave', { name, card: cardWord(at, cards.at(-1) ?? '') });
}
