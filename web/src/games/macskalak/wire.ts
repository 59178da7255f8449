/* Written by `npm run types` from the schema that the server exports. */

export type Move = Write | Change | Count | Corners | Three | Shift | Room | Add | Enough | Done;
export type Event =
  | Wrote
  | CrossedCat
  | CrossedCheese
  | CrossedOut
  | Changed
  | Counted
  | TurnedCorners
  | Built
  | Added
  | Lost
  | HadEnough
  | Finished
  | Rolled
  | Ended
  | Scored
  | Won;

export interface GameWire {
  Move: Move;
  View: View;
  Event: Event;
  AbilitySeen: AbilitySeen;
  Add: Add;
  Added: Added;
  AreaCells: AreaCells;
  AreaSeen: AreaSeen;
  Built: Built;
  Change: Change;
  Changed: Changed;
  Corners: Corners;
  Count: Count;
  Counted: Counted;
  CrossedCat: CrossedCat;
  CrossedCheese: CrossedCheese;
  CrossedOut: CrossedOut;
  Die: Die;
  Done: Done;
  Ended: Ended;
  Enough: Enough;
  Finished: Finished;
  Forced: Forced;
  HadEnough: HadEnough;
  Lost: Lost;
  OwnTurn: OwnTurn;
  Paper: Paper;
  Rolled: Rolled;
  Room: Room;
  RoomSeen: RoomSeen;
  Score: Score;
  Scored: Scored;
  Sheet: Sheet;
  Shift: Shift;
  Three: Three;
  TurnedCorners: TurnedCorners;
  Won: Won;
  Write: Write;
  Wrote: Wrote;
}
/**
 * A symbol into a cell: `3 b4`; with A `apart 3 b4`, with I `double 3 b4`, both together.
 *
 * The cats of level 1 go into no cell (M-50): `cat`.
 */
export interface Write {
  symbol: '2' | '3' | '4' | '5' | 'cat' | 'mouse';
  cell: string | null;
  apart: boolean;
  doubled: boolean;
  type: 'write';
}
/**
 * M-41: a die shows another symbol: `use B 3 up`, `use C 4`, `use F 5`, `use H 3 cat`.
 */
export interface Change {
  ability: 'B' | 'C' | 'F' | 'H';
  face: '2' | '3' | '4' | '5' | 'cat' | 'mouse';
  to: '2' | '3' | '4' | '5' | 'cat' | 'mouse';
  type: 'change';
}
/**
 * E: one die more or one fewer: `use E more`, `use E fewer`.
 */
export interface Count {
  more: boolean;
  type: 'count';
}
/**
 * J: corners count as adjacent: `use J`.
 */
export interface Corners {
  type: 'corners';
}
/**
 * D: a 3 into any empty cell: `use D b4`.
 */
export interface Three {
  cell: string;
  type: 'three';
}
/**
 * G: a number crossed out, and written elsewhere: `move b4 c5`.
 */
export interface Shift {
  cell: string;
  to: string;
  type: 'move';
}
/**
 * M-30: the cells of a room, where there is a choice: `room a1 a2 b2`.
 */
export interface Room {
  cells: string[];
  type: 'room';
}
/**
 * M-80: a cell more for the house: `add g3`.
 */
export interface Add {
  cell: string;
  type: 'add';
}
/**
 * L: no second mouse: `enough`.
 */
export interface Enough {
  type: 'enough';
}
/**
 * M-24: the end of the turn: `done`.
 */
export interface Done {
  type: 'done';
}
/**
 * The table as one seat, or an onlooker, sees it.
 */
export interface View {
  seat: number | null;
  actor: number | null;
  phase: 'stars' | 'round' | 'over';
  level: number;
  round: number;
  last_round: number;
  waiting: number[];
  resting: number[];
  abilities: AbilitySeen[];
  dice: string[];
  paper: Paper;
  sheets: Sheet[];
  own: OwnTurn | null;
  winners: number[];
  type: 'macskalak';
}
/**
 * M-10, M-32: what a room of a number gives.
 */
export interface AbilitySeen {
  number: number;
  letter: string;
  at_once: boolean;
  points: number;
}
/**
 * What is printed on the sheets of this level.
 */
export interface Paper {
  size: number;
  stars: string[];
  bonus: string[];
  areas: AreaCells[];
  track: string[];
  cheese: boolean;
  lines: boolean;
  grows: boolean;
}
/**
 * M-70: where an area is.
 */
export interface AreaCells {
  name: 'red' | 'blue' | 'green' | 'yellow';
  cells: string[];
}
/**
 * A player's sheet: the viewer's own as it is, another's as the round began.
 */
export interface Sheet {
  cells: (string | null)[];
  doubled: string[];
  rooms: RoomSeen[];
  built: number[];
  uses: number[];
  cats: number;
  cheese: string[];
  cat_lines: string[];
  areas: AreaSeen[];
  bonus: number[];
  empty: number;
  filled: number;
  score: Score;
}
/**
 * M-30: a room.
 */
export interface RoomSeen {
  number: number;
  cells: string[];
}
/**
 * M-70: what stands in an area; doubled cells count as two.
 */
export interface AreaSeen {
  name: 'red' | 'blue' | 'green' | 'yellow';
  cats: number;
  mice: number;
  points: number;
}
/**
 * M-91: what a sheet scores, or how much more it scores than when the round began.
 */
export interface Score {
  rooms: number[];
  cats: number;
  cheese: number;
  mice: number;
  bonus: number;
  empty: number;
  total: number;
}
/**
 * The viewer's own turn so far; nobody else sees it.
 */
export interface OwnTurn {
  dice: Die[];
  owed: number;
  used: number;
  group: string[];
  near: string[];
  places: number;
  corners: boolean;
  forced: Forced | null;
  fresh: string[];
  gained: Score;
  done: boolean;
}
/**
 * A die of this round as the viewer has it.
 */
export interface Die {
  rolled: string;
  face: string;
  used: boolean;
}
/**
 * M-25: what must be done before anything else.
 */
export interface Forced {
  what: 'number' | 'room' | 'expand' | 'symbol' | 'mouse' | 'second_mouse';
  symbols: string[];
  cell: string | null;
  left: number;
  added: string[];
}
/**
 * M-22: a symbol was written in a cell, by a die or by an effect.
 */
export interface Wrote {
  seat: number;
  symbol: string;
  cell: string;
  how: 'die' | 'apart' | 'star' | 'track' | 'D' | 'G' | 'K' | 'L';
  doubled: boolean;
  type: 'wrote';
}
/**
 * M-50, M-51: a cat of the track was crossed out, or there was none left (`cat` 0).
 */
export interface CrossedCat {
  seat: number;
  cat: number;
  shows: string;
  type: 'crossed_cat';
}
/**
 * M-54: a mouse ate cheese, of a column ("a" ...), of a row ("1" ...) or of both.
 */
export interface CrossedCheese {
  seat: number;
  lines: string[];
  points: number;
  type: 'crossed_cheese';
}
/**
 * G: a number was crossed out.
 */
export interface CrossedOut {
  seat: number;
  symbol: string;
  cell: string;
  type: 'crossed_out';
}
/**
 * M-41: a die shows another symbol.
 */
export interface Changed {
  seat: number;
  ability: string;
  face: string;
  to: string;
  type: 'changed';
}
/**
 * E: one die more or one fewer is used.
 */
export interface Counted {
  seat: number;
  dice: number;
  more: boolean;
  type: 'counted';
}
/**
 * J: corners count as adjacent in this round.
 */
export interface TurnedCorners {
  seat: number;
  type: 'turned_corners';
}
/**
 * M-30, M-32, M-61: a room, what it scores, and the ability that it gives.
 */
export interface Built {
  seat: number;
  number: number;
  cells: string[];
  points: number;
  bonus: number;
  ability: string;
  at_once: boolean;
  type: 'built';
}
/**
 * M-80: a cell more for the house.
 */
export interface Added {
  seat: number;
  cell: string;
  type: 'added';
}
/**
 * M-42, M-80: an effect found no empty cell, or no room to grow.
 */
export interface Lost {
  seat: number;
  what: 'track' | 'K' | 'L' | 'second_mouse' | 'expansion' | 'cells';
  n: number;
  type: 'lost';
}
/**
 * L: no second mouse was drawn.
 */
export interface HadEnough {
  seat: number;
  type: 'had_enough';
}
/**
 * M-24: the turn is over, with so many points more than before it, and dice that were lost.
 */
export interface Finished {
  seat: number;
  points: number;
  lost: number;
  type: 'finished';
}
/**
 * M-20: the dice of a round.
 */
export interface Rolled {
  round: number;
  dice: string[];
  type: 'rolled';
}
/**
 * M-82, M-90: the game is over; `seats` have filled their sheets.
 */
export interface Ended {
  seats: number[];
  rounds: number;
  type: 'ended';
}
/**
 * M-91: what a player has at the end.
 */
export interface Scored {
  seat: number;
  rooms: number;
  cats: number;
  cheese: number;
  mice: number;
  bonus: number;
  empty: number;
  total: number;
  level: number;
  type: 'scored';
}
/**
 * M-92, M-93: the end.
 */
export interface Won {
  seats: number[];
  total: number;
  alone: boolean;
  tied: boolean;
  type: 'won';
}
