/* Written by `npm run types` from the schema that the server exports. */

export type Move =
  Take | Draw | Steal | StealTwo | First | Play | Discard | Lay | Swap | Give | Score | GoOn;
export type Event =
  | Took
  | Drew
  | Chose
  | Stole
  | TurnedUp
  | Vanished
  | Twins
  | Played
  | Discarded
  | Scored
  | WentOn
  | Swapped
  | Gave
  | Chased
  | Adopted
  | LostHome
  | RanOut
  | Shuffled
  | Counted
  | Won;

export interface GameWire {
  Move: Move;
  View: View;
  Event: Event;
  Adopted: Adopted;
  Chased: Chased;
  Chose: Chose;
  Count: Count;
  Counted: Counted;
  Discard: Discard;
  Discarded: Discarded;
  Draw: Draw;
  Drew: Drew;
  First: First;
  Gave: Gave;
  Give: Give;
  GoOn: GoOn;
  Goal: Goal;
  Lay: Lay;
  LostHome: LostHome;
  Pile: Pile;
  Play: Play;
  Played: Played;
  Player: Player;
  RanOut: RanOut;
  Score: Score;
  Scored: Scored;
  Series: Series;
  Shuffled: Shuffled;
  Steal: Steal;
  StealTwo: StealTwo;
  Stole: Stole;
  Swap: Swap;
  Swapped: Swapped;
  Take: Take;
  Took: Took;
  TurnedUp: TurnedUp;
  Twins: Twins;
  Vanished: Vanished;
  Wanted: Wanted;
  WentOn: WentOn;
  Won: Won;
}
/**
 * C-30: the top card of a discard pile: `take 2`.
 */
export interface Take {
  pile: number;
  type: 'take';
}
/**
 * C-31: two cards from the draw pile: `draw`.
 */
export interface Draw {
  type: 'draw';
}
/**
 * C-32: the last card of another player's series: `steal 3 blue`.
 */
export interface Steal {
  victim: number;
  colour: 'blue' | 'yellow' | 'red' | 'green';
  type: 'steal';
}
/**
 * C-33: a card each from two players, the lower seat first: `steal 3 blue 5 red`.
 */
export interface StealTwo {
  victim: number;
  colour: 'blue' | 'yellow' | 'red' | 'green';
  second_victim: number;
  second_colour: 'blue' | 'yellow' | 'red' | 'green';
  type: 'steal_two';
}
/**
 * C-31: which of two drawn cards is resolved first: `first blue 3-5`, `first kittens`.
 */
export interface First {
  card: string;
  type: 'first';
}
/**
 * C-31: the drawn house cat to the own series of its colour: `play`.
 */
export interface Play {
  type: 'play';
}
/**
 * C-31, C-50: a drawn card or homeless kittens on a pile: `discard 2`.
 */
export interface Discard {
  pile: number;
  type: 'discard';
}
/**
 * C-22, C-50: a stray or kittens to an own series: `lay blue`.
 */
export interface Lay {
  colour: 'blue' | 'yellow' | 'red' | 'green';
  type: 'lay';
}
/**
 * C-51: the stray of an own series for the victim's last card of that colour: `swap 3 blue`.
 */
export interface Swap {
  victim: number;
  colour: 'blue' | 'yellow' | 'red' | 'green';
  type: 'swap';
}
/**
 * C-52, C-53: what a dog takes from the own series of a colour, and to whom: `give 3 blue`.
 */
export interface Give {
  victim: number;
  colour: 'blue' | 'yellow' | 'red' | 'green';
  type: 'give';
}
/**
 * C-40: score the three cards: `score`.
 */
export interface Score {
  type: 'score';
}
/**
 * C-40: don't score them: `go on`.
 */
export interface GoOn {
  type: 'go_on';
}
/**
 * The table as one seat, or an onlooker, sees it.
 */
export interface View {
  seat: number | null;
  turn: number;
  actor: number;
  phase:
    'act' | 'order' | 'cat' | 'lay' | 'swap' | 'give' | 'discard' | 'score' | 'homeless' | 'over';
  draw: number;
  draw_cards: Count[];
  deck: number;
  decks: number;
  last_turn: boolean;
  box: number;
  box_cards: Count[];
  piles: Pile[];
  card: string | null;
  hand: string[];
  closed_pile: number | null;
  scoring: ('blue' | 'yellow' | 'red' | 'green') | null;
  players: Player[];
  winners: number[];
  type: 'csacska';
}
/**
 * So many cards of a kind.
 */
export interface Count {
  card: string;
  n: number;
}
/**
 * A discard pile.
 */
export interface Pile {
  cards: string[];
  top: string | null;
}
/**
 * What lies before a player.
 */
export interface Player {
  coins: number;
  series: Series[];
  homeless: boolean;
}
/**
 * A player's series of one colour; without cards it isn't started.
 */
export interface Series {
  colour: 'blue' | 'yellow' | 'red' | 'green';
  cards: string[];
  values: number[][];
  kittens: boolean;
  stray: boolean;
  sums: number[];
  goals: Goal[];
  wanted: Wanted[];
  stealable: string | null;
  points: number | null;
  how: ('three' | 'five' | 'seven' | 'stray' | 'alike' | 'nothing') | null;
  reading: number[];
}
/**
 * A length at which a series can be scored, and what the cards still missing must bring.
 */
export interface Goal {
  length: number;
  missing: number;
  digits: number[];
  points: number;
}
/**
 * A house cat that would score if it were the next card of the series.
 */
export interface Wanted {
  card: string;
  points: number;
  how: 'three' | 'five' | 'seven' | 'stray' | 'alike' | 'nothing';
}
/**
 * C-30: the top card of a discard pile; what becomes of it is told next.
 */
export interface Took {
  seat: number;
  card: string;
  pile: number;
  type: 'took';
}
/**
 * C-31: two cards, or the last one, from the draw pile.
 */
export interface Drew {
  seat: number;
  cards: string[];
  type: 'drew';
}
/**
 * C-31: which of two drawn cards is resolved first.
 */
export interface Chose {
  seat: number;
  card: string;
  type: 'chose';
}
/**
 * C-32, C-33: the last card of a victim's series went to the thief's, which is scored next.
 */
export interface Stole {
  seat: number;
  victim: number;
  card: string;
  colour: 'blue' | 'yellow' | 'red' | 'green';
  length: number;
  type: 'stole';
}
/**
 * C-11, C-30, C-61: a card from the draw pile on an empty discard pile.
 */
export interface TurnedUp {
  card: string;
  pile: number;
  type: 'turned_up';
}
/**
 * C-11: two identical extras on top of discard piles went to the box.
 */
export interface Vanished {
  card: string;
  piles: number[];
  type: 'vanished';
}
/**
 * C-31: two identical extras were drawn: both to the box, the turn ends.
 */
export interface Twins {
  seat: number;
  card: string;
  type: 'twins';
}
/**
 * C-21, C-22, C-50: a house cat or stray came to the own series, or kittens on it.
 */
export interface Played {
  seat: number;
  card: string;
  colour: 'blue' | 'yellow' | 'red' | 'green';
  length: number;
  type: 'played';
}
/**
 * C-31, C-50: a card was put on a pile: by choice, for want of an effect, or of a home.
 */
export interface Discarded {
  seat: number;
  card: string;
  pile: number;
  because: 'chosen' | 'stuck' | 'homeless';
  type: 'discarded';
}
/**
 * C-40 to C-48: a series was scored and is gone.
 */
export interface Scored {
  seat: number;
  colour: 'blue' | 'yellow' | 'red' | 'green';
  cards: string[];
  kittens: boolean;
  how: 'three' | 'five' | 'seven' | 'stray' | 'alike' | 'nothing';
  reading: number[];
  total: number;
  points: number;
  coins: string[];
  boxed: string[];
  type: 'scored';
}
/**
 * C-40: three cards were not scored.
 */
export interface WentOn {
  seat: number;
  colour: 'blue' | 'yellow' | 'red' | 'green';
  type: 'went_on';
}
/**
 * C-51: the rascal swapped a stray for the victim's last card, and is the victim's coin.
 */
export interface Swapped {
  seat: number;
  victim: number;
  colour: 'blue' | 'yellow' | 'red' | 'green';
  card: string;
  type: 'swapped';
}
/**
 * C-52: a good dog ran over with the last card of a series: two coins for the victim.
 */
export interface Gave {
  seat: number;
  victim: number;
  colour: 'blue' | 'yellow' | 'red' | 'green';
  card: string;
  type: 'gave';
}
/**
 * C-53: a bad dog chased a whole series over, each card a coin; the dog went to the box.
 */
export interface Chased {
  seat: number;
  victim: number;
  colour: 'blue' | 'yellow' | 'red' | 'green';
  cards: string[];
  coins: number;
  type: 'chased';
}
/**
 * C-54: the cat lady and all own strays became coins.
 */
export interface Adopted {
  seat: number;
  colours: ('blue' | 'yellow' | 'red' | 'green')[];
  coins: number;
  type: 'adopted';
}
/**
 * C-50: kittens have no series any more; their owner has to put them on a pile.
 */
export interface LostHome {
  owner: number;
  colour: 'blue' | 'yellow' | 'red' | 'green';
  type: 'lost_home';
}
/**
 * C-60, C-61: the draw pile is used up: this turn is the last, or all is shuffled after it.
 */
export interface RanOut {
  last: boolean;
  type: 'ran_out';
}
/**
 * C-61: box and discard piles became the second draw pile.
 */
export interface Shuffled {
  cards: number;
  type: 'shuffled';
}
/**
 * C-62: what a player has at the end.
 */
export interface Counted {
  seat: number;
  coins: number;
  type: 'counted';
}
/**
 * C-62: the end.
 */
export interface Won {
  seats: number[];
  total: number;
  type: 'won';
}
