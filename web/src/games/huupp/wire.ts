/* Written by `npm run types` from the schema that the server exports. */

export type Move = Place | Keep | Enter | Grow | Lift;
export type Event =
  | Placed
  | Booped
  | Kept
  | Entered
  | Glided
  | Jumped
  | WentHome
  | Hooped
  | Grew
  | Lifted
  | Won
  | Drawn;

export interface GameWire {
  Move: Move;
  View: View;
  Event: Event;
  Booped: Booped;
  Drawn: Drawn;
  Enter: Enter;
  Entered: Entered;
  Ghost: Ghost;
  Glided: Glided;
  Grew: Grew;
  Grow: Grow;
  Hooped: Hooped;
  Jumped: Jumped;
  Keep: Keep;
  Kept: Kept;
  Lift: Lift;
  Lifted: Lifted;
  Piece: Piece;
  Place: Place;
  Placed: Placed;
  Pool: Pool;
  WentHome: WentHome;
  Won: Won;
}
/**
 * H-10: a piece from the pool onto an empty square: `k c3`, `c c3`.
 */
export interface Place {
  kind: 'kitten' | 'cat';
  square: string;
  type: 'place';
}
/**
 * H-20: the ghost stays in the pool: `keep`.
 */
export interface Keep {
  type: 'keep';
}
/**
 * H-21: the ghost enters at an edge, seams counted from the west or north: `ghost N2`.
 */
export interface Enter {
  edge: 'N' | 'E' | 'S' | 'W';
  seam: number;
  type: 'enter';
}
/**
 * H-33, H-34: three in a row grow up, named by the row's ends: `grow a1 c1`.
 */
export interface Grow {
  /**
   * @minItems 3
   * @maxItems 3
   */
  squares: [string, string, string];
  type: 'grow';
}
/**
 * H-35: one piece leaves the full bed: `lift c3`.
 */
export interface Lift {
  square: string;
  type: 'lift';
}
/**
 * The whole table.
 */
export interface View {
  seat: number | null;
  turn: number;
  actor: number;
  phase: 'place' | 'ghost' | 'grow' | 'over';
  with_ghosts: boolean;
  pieces: Piece[];
  /**
   * @minItems 2
   * @maxItems 2
   */
  pools: [Pool, Pool];
  /**
   * @minItems 2
   * @maxItems 2
   */
  ghosts: [Ghost | null, Ghost | null];
  ahead: ('wins' | 'grows' | 'lifts') | null;
  turns: number;
  winner: number | null;
  won_by: ('row' | 'eight') | null;
  row: string[];
  type: 'huupp';
}
/**
 * A kitten or cat on the bed.
 */
export interface Piece {
  square: string;
  seat: number;
  kind: 'kitten' | 'cat';
}
/**
 * What a player has off the bed.
 */
export interface Pool {
  kittens: number;
  cats: number;
  ghost: boolean;
}
/**
 * A ghost on a seam: where it entered, and how many segments it has travelled since.
 */
export interface Ghost {
  edge: 'N' | 'E' | 'S' | 'W';
  seam: number;
  step: number;
}
/**
 * H-10: a piece came onto the bed.
 */
export interface Placed {
  seat: number;
  kind: 'kitten' | 'cat';
  square: string;
  type: 'placed';
}
/**
 * H-11, H-15: a placed piece pushed this one on, or off the bed (`to` is None).
 */
export interface Booped {
  owner: number;
  kind: 'kitten' | 'cat';
  square: string;
  to: string | null;
  type: 'booped';
}
/**
 * H-20: the ghost stayed in the pool.
 */
export interface Kept {
  seat: number;
  type: 'kept';
}
/**
 * H-21: a ghost came onto a seam.
 */
export interface Entered {
  seat: number;
  edge: 'N' | 'E' | 'S' | 'W';
  seam: number;
  type: 'entered';
}
/**
 * H-22: a ghost moved on to segment `step` of its path.
 */
export interface Glided {
  seat: number;
  edge: 'N' | 'E' | 'S' | 'W';
  seam: number;
  step: number;
  type: 'glided';
}
/**
 * H-26: a ghost jumped over the other one, to segment `step` of its path.
 */
export interface Jumped {
  seat: number;
  edge: 'N' | 'E' | 'S' | 'W';
  seam: number;
  step: number;
  type: 'jumped';
}
/**
 * H-22: a ghost left the bed for its pool.
 */
export interface WentHome {
  seat: number;
  type: 'went_home';
}
/**
 * H-23, H-24: a ghost pushed this piece aside, over others if `leapt`, or off the bed.
 */
export interface Hooped {
  owner: number;
  kind: 'kitten' | 'cat';
  square: string;
  to: string | null;
  leapt: boolean;
  type: 'hooped';
}
/**
 * H-33: three in a row left the bed; that many cats are in the pool for them.
 */
export interface Grew {
  seat: number;
  squares: string[];
  cats: number;
  type: 'grew';
}
/**
 * H-35: one piece left the full bed.
 */
export interface Lifted {
  seat: number;
  kind: 'kitten' | 'cat';
  square: string;
  type: 'lifted';
}
/**
 * H-30, H-31: the end.
 */
export interface Won {
  seat: number;
  how: 'row' | 'eight';
  squares: string[];
  type: 'won';
}
/**
 * H-41: three hundred turns without a winner.
 */
export interface Drawn {
  type: 'drawn';
}
