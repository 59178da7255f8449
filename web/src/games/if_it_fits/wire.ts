/* Written by `npm run types` from the schema that the server exports. */

export type Move = Draw | Sleep | Lay | Cat | NoCat | Princess | Toy | Discard;
export type Event =
  | Drew
  | Laid
  | Slept
  | Sat
  | Kept
  | Toyed
  | Replaced
  | Discarded
  | Joined
  | Closed
  | Woke
  | Dozed
  | Held
  | Revalued
  | Triggered
  | Counted
  | Extra
  | Total
  | Won;

export interface GameWire {
  Move: Move;
  View: View;
  Event: Event;
  Across: Across;
  Box: Box;
  BoxCats: BoxCats;
  Cat: Cat;
  Closed: Closed;
  Counted: Counted;
  Discard: Discard;
  Discarded: Discarded;
  Dozed: Dozed;
  Draw: Draw;
  Drew: Drew;
  Extra: Extra;
  Held: Held;
  Joined: Joined;
  Kept: Kept;
  Laid: Laid;
  Lay: Lay;
  NoCat: NoCat;
  Opening: Opening;
  Place: Place;
  Player: Player;
  Princess: Princess;
  Replaced: Replaced;
  Revalued: Revalued;
  Sat: Sat;
  Sleep: Sleep;
  Slept: Slept;
  TableCard: TableCard;
  Total: Total;
  Toy: Toy;
  Toyed: Toyed;
  Triggered: Triggered;
  Woke: Woke;
  Won: Won;
}
/**
 * I-20: draw a card, to play one then: `draw`.
 */
export interface Draw {
  type: 'draw';
}
/**
 * I-21: an own cat asleep, as a card: `sleep k12`.
 */
export interface Sleep {
  cell: string;
  type: 'sleep';
}
/**
 * I-12, I-20: lay a box, turned by 180° or not: `lay NE ball m14`, `lay N plain m14 turned`.
 */
export interface Lay {
  card: string;
  cell: string;
  turned: boolean;
  type: 'lay';
}
/**
 * I-40: an own cat across the long sides of two neighbours: `cat m14 n14`.
 */
export interface Cat {
  west: string;
  east: string;
  type: 'cat';
}
/**
 * I-40: no cat this turn: `no cat`.
 */
export interface NoCat {
  type: 'no_cat';
}
/**
 * I-43: in place of a cat awake, `princess m14 n14`, or asleep, `princess k12`.
 */
export interface Princess {
  cell: string;
  east: string | null;
  type: 'princess';
}
/**
 * I-44: a special toy across two boxes, `toy ball m14 n14`, or as a card, `toy ball m14`.
 */
export interface Toy {
  toy: string;
  cell: string;
  east: string | null;
  type: 'toy';
}
/**
 * I-45: a card of a hand of which none can be played: `discard princess`.
 */
export interface Discard {
  card: string;
  type: 'discard';
}
/**
 * The table as one seat, or an onlooker, sees it.
 */
export interface View {
  seat: number | null;
  turn: number;
  actor: number;
  phase: 'start' | 'turn' | 'play' | 'cat' | 'over';
  hard: boolean;
  starter: number;
  players: Player[];
  hand: string[];
  cards: TableCard[];
  across: Across[];
  boxes: Box[];
  free: string[];
  last: string | null;
  cat_places: Place[];
  /**
   * @minItems 2
   * @maxItems 2
   */
  rows: [number, number];
  /**
   * @minItems 2
   * @maxItems 2
   */
  columns: [string, string];
  starting: string[];
  pile: number;
  discards: string[];
  ending: ('pile' | 'cats') | null;
  ender: number | null;
  turns_left: number | null;
  winners: number[];
  type: 'if_it_fits';
}
/**
 * What is known of a player.
 */
export interface Player {
  cards: number;
  turns: number | null;
  supply: number;
  awake: number;
  asleep: number;
  boxes: string[];
  points: number;
  minus: number;
  princesses: number;
}
/**
 * A card that lies on the table.
 */
export interface TableCard {
  number: number;
  cell: string;
  shows: 'box' | 'cat' | 'toy' | 'princess';
  walls: string;
  pattern: string | null;
  turned: boolean;
  content: string | null;
  owner: number | null;
  counts: boolean;
  box: string;
}
/**
 * What lies across the long sides of two neighbours (I-40).
 */
export interface Across {
  west: string;
  east: string;
  shows: 'box' | 'cat' | 'toy' | 'princess';
  owner: number | null;
  content: string | null;
  box: string;
}
/**
 * Cards whose open sides touch (I-31).
 */
export interface Box {
  name: string;
  cells: string[];
  openings: Opening[];
  closed: boolean;
  ball: number;
  mouse: number;
  feather: number;
  bottles: number;
  most: number;
  doubled: boolean;
  points: number;
  cats: BoxCats[];
  holders: number[];
}
/**
 * An open side of a box that meets no card yet.
 */
export interface Opening {
  cell: string;
  side: 'N' | 'E' | 'S' | 'W';
}
/**
 * One player's cats in a box.
 */
export interface BoxCats {
  seat: number;
  awake: number;
  asleep: number;
  counted: number;
  strength: number;
  extra: number;
}
/**
 * Two neighbours across whose long sides something may be laid.
 */
export interface Place {
  west: string;
  east: string;
}
/**
 * I-20: a card was drawn; `card` is None for all but its player.
 */
export interface Drew {
  seat: number;
  card: string | null;
  left: number;
  type: 'drew';
}
/**
 * I-12, I-20: a box was laid.
 */
export interface Laid {
  seat: number;
  card: string;
  cell: string;
  turned: boolean;
  starting: boolean;
  box: string;
  type: 'laid';
}
/**
 * I-21: a cat was laid asleep.
 */
export interface Slept {
  seat: number;
  cell: string;
  box: string;
  type: 'slept';
}
/**
 * I-40: a cat was laid across two boxes, awake.
 */
export interface Sat {
  seat: number;
  west: string;
  east: string;
  box: string;
  type: 'sat';
}
/**
 * I-40: no cat was laid, though one could have been.
 */
export interface Kept {
  seat: number;
  type: 'kept';
}
/**
 * I-44: a special toy was laid across two boxes, or on a cell of its own.
 */
export interface Toyed {
  seat: number;
  toy: string;
  cell: string;
  east: string | null;
  box: string;
  type: 'toyed';
}
/**
 * I-43: Princess took the place of a cat, which went home.
 */
export interface Replaced {
  seat: number;
  owner: number;
  cell: string;
  east: string | null;
  box: string;
  type: 'replaced';
}
/**
 * I-45: nothing could be played; a card left the game.
 */
export interface Discarded {
  seat: number;
  card: string;
  type: 'discarded';
}
/**
 * I-31: boxes became one.
 */
export interface Joined {
  box: string;
  others: string[];
  cards: number;
  type: 'joined';
}
/**
 * I-31, I-61: a box has no open side left.
 */
export interface Closed {
  box: string;
  cards: number;
  points: number;
  type: 'closed';
}
/**
 * I-42: sleeping cats count now, as an awake one is beside them.
 */
export interface Woke {
  seat: number;
  box: string;
  cats: number;
  type: 'woke';
}
/**
 * I-42, I-43: sleeping cats count no more, as no awake one is left beside them.
 */
export interface Dozed {
  seat: number;
  box: string;
  cats: number;
  type: 'dozed';
}
/**
 * I-60: a box is now somebody's, or nobody's.
 */
export interface Held {
  seats: number[];
  box: string;
  points: number;
  type: 'held';
}
/**
 * I-61: a box that stays with those who have it is worth something else now.
 */
export interface Revalued {
  seats: number[];
  box: string;
  before: number;
  points: number;
  type: 'revalued';
}
/**
 * I-50: the end has begun.
 */
export interface Triggered {
  seat: number;
  why: 'pile' | 'cats';
  turns: number;
  type: 'triggered';
}
/**
 * I-60, I-61: what a box brings at the end.
 */
export interface Counted {
  seats: number[];
  box: string;
  cards: number;
  toys: number;
  bottles: number;
  closed: boolean;
  points: number;
  type: 'counted';
}
/**
 * I-62: points for a player's cats beyond the first in a box.
 */
export interface Extra {
  seat: number;
  box: string;
  cats: number;
  points: number;
  type: 'extra';
}
/**
 * I-63: what a player has at the end.
 */
export interface Total {
  seat: number;
  points: number;
  minus: number;
  type: 'total';
}
/**
 * I-63: the end.
 */
export interface Won {
  seats: number[];
  points: number;
  tied: boolean;
  type: 'won';
}
