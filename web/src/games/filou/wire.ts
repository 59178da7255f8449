/* Written by `npm run types` from the schema that the server exports. */

export type Move = Lay | Bid | Pass | Buy | Decline;
export type Event =
  | Laid
  | Turned
  | Raised
  | Passed
  | Offered
  | Chased
  | Fought
  | Bought
  | Declined
  | Began
  | Uncovered
  | Counted
  | Won;

export interface GameWire {
  Move: Move;
  View: View;
  Event: Event;
  Began: Began;
  Bid: Bid;
  Bought: Bought;
  Buy: Buy;
  Chased: Chased;
  Counted: Counted;
  Decline: Decline;
  Declined: Declined;
  Fought: Fought;
  Laid: Laid;
  Lay: Lay;
  MouseCard: MouseCard;
  Offered: Offered;
  Pass: Pass;
  Passed: Passed;
  Player: Player;
  Raised: Raised;
  RowCard: RowCard;
  Sack: Sack;
  SackCard: SackCard;
  Turned: Turned;
  Uncovered: Uncovered;
  Won: Won;
}
/**
 * F-21: a hand card face down into the row: `lay 15`, `lay rabbit`, `lay big dog`.
 */
export interface Lay {
  card: string;
  type: 'lay';
}
/**
 * F-23: more mice than anybody has bid: `bid 5`.
 */
export interface Bid {
  mice: number;
  type: 'bid';
}
/**
 * F-24: out of this auction: `pass`.
 */
export interface Pass {
  type: 'pass';
}
/**
 * F-26: a sack for which nobody bid, for one mouse: `buy`.
 */
export interface Buy {
  type: 'buy';
}
/**
 * F-26: leave the sack for which nobody bid: `decline`.
 */
export interface Decline {
  type: 'decline';
}
/**
 * The table as one seat, or an onlooker, sees it.
 */
export interface View {
  seat: number | null;
  turn: number;
  actor: number;
  phase: 'lay' | 'bid' | 'buy' | 'over';
  round: number;
  rounds: number;
  opener: number;
  open_mice: boolean;
  players: Player[];
  hand: string[];
  row: RowCard[];
  row_length: number;
  worth: number | null;
  mouse_cards: MouseCard[];
  empty_because: ('bank' | 'unsold') | null;
  bank: number;
  high: number;
  leader: number | null;
  pile: number;
  removed: string | null;
  gone: string[];
  sacks: Sack[];
  winners: number[];
  type: 'filou';
}
/**
 * What is known of a player.
 */
export interface Player {
  mice: number | null;
  bid: number;
  passed: number;
  took: number;
  cards: number;
  laid: string[];
  missing: string | null;
  won: string[];
  points: number;
  total: number | null;
}
/**
 * A card in the row of this auction.
 */
export interface RowCard {
  owner: number | null;
  card: string | null;
  open: boolean;
}
/**
 * F-3: a reward for passing.
 */
export interface MouseCard {
  value: number;
  mice: number;
}
/**
 * A finished auction.
 */
export interface Sack {
  round: number;
  opener: number;
  cards: SackCard[];
  winner: number | null;
  price: number;
  points: number;
}
/**
 * A card of a finished sack, and what became of it.
 */
export interface SackCard {
  owner: number | null;
  card: string;
  fate: 'won' | 'chased' | 'dog' | 'unsold';
}
/**
 * F-21: a card was laid face down; `card` is None for all but its player.
 */
export interface Laid {
  seat: number;
  card: string | null;
  place: number;
  type: 'laid';
}
/**
 * F-22, F-24, F-25: a card of the row was turned face up; the pile's has no owner.
 */
export interface Turned {
  owner: number | null;
  card: string;
  place: number;
  type: 'turned';
}
/**
 * F-23: a bid.
 */
export interface Raised {
  seat: number;
  mice: number;
  type: 'raised';
}
/**
 * F-24, F-27: a pass, the bid that came back, and the mice taken from a mouse card.
 */
export interface Passed {
  seat: number;
  back: number;
  mice: number;
  type: 'passed';
}
/**
 * F-26: nobody bid; the last player may buy the sack for one mouse.
 */
export interface Offered {
  seat: number;
  points: number;
  type: 'offered';
}
/**
 * F-30: a lone dog left with an animal.
 */
export interface Chased {
  dog: string;
  card: string;
  place: number;
  type: 'chased';
}
/**
 * F-31: several dogs left together; no other animal did.
 */
export interface Fought {
  dogs: string[];
  type: 'fought';
}
/**
 * F-25: the sack was paid for and taken.
 */
export interface Bought {
  seat: number;
  mice: number;
  cards: string[];
  points: number;
  type: 'bought';
}
/**
 * F-26: nobody wanted the sack; its cards left the game.
 */
export interface Declined {
  seat: number;
  cards: string[];
  type: 'declined';
}
/**
 * F-20, F-26: a round began, with mice on the mouse cards or without.
 */
export interface Began {
  seat: number;
  round: number;
  mice: number[];
  empty_because: ('bank' | 'unsold') | null;
  type: 'began';
}
/**
 * F-50: at the end everybody learns what was missing from a set; the fourth has no owner.
 */
export interface Uncovered {
  owner: number | null;
  card: string;
  type: 'uncovered';
}
/**
 * F-40: what a player has at the end.
 */
export interface Counted {
  seat: number;
  points: number;
  mice: number;
  total: number;
  type: 'counted';
}
/**
 * F-40: the end.
 */
export interface Won {
  seats: number[];
  total: number;
  tied: boolean;
  type: 'won';
}
