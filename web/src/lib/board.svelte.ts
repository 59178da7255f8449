/** A stage with the types of one game: what a board reads and asks for without a cast.
 *
 * `const board = onStage<GameWire>(() => stage)`, with the `GameWire` that `npm run types` writes for the game.
 */
import type { Hand, Scene, Stage, Tagged } from './stage.svelte';

/** What a game's wire.ts has at least. */
export interface Typed {
  Move: { type: string };
  View: object;
  Event: { type: string };
}

export interface Legal<Move> {
  action: number;
  move: Move;
}

type OfType<Union extends { type: string }, Type extends Union['type']> = Extract<Union, { type: Type }>;

export class Board<G extends Typed> {
  constructor(private readonly behind: () => Stage) {}

  private get stage(): Stage {
    return this.behind();
  }

  /** The position shown. */
  get view(): G['View'] {
    return this.stage.view as G['View'];
  }

  /** Events of the last turn, for marks on the board. */
  get recent(): G['Event'][] {
    return this.stage.recent as unknown as G['Event'][];
  }

  /** Events since the person at the screen last did something. */
  get sinceOwn(): G['Event'][] {
    return this.stage.sinceOwn as unknown as G['Event'][];
  }

  /** The move that is shown before it is played, or that the pointer rests on. */
  get shown(): G['Move'] | null {
    return (this.stage.shown?.move as G['Move'] | undefined) ?? null;
  }

  /** What the shown move would do; nothing where none is shown. */
  get foreseen(): G['Event'][] {
    return (this.stage.preview?.events ?? []) as unknown as G['Event'][];
  }

  /** The position after the shown move, where chance doesn't hide it. */
  get after(): G['View'] | null {
    return (this.stage.preview?.view as G['View'] | null | undefined) ?? null;
  }

  /** What may be decided next, though the table may still be busy with what happened. */
  readonly offered = $derived.by(() => (this.stage.live ? (this.stage.legalMoves() as unknown as Legal<G['Move']>[]) : []));
  /** The legal moves, while the person at the screen may choose. */
  readonly legal = $derived.by(() => (this.stage.mine ? this.offered : []));

  /** The legal moves of one type. */
  of<Type extends G['Move']['type']>(type: Type): Legal<OfType<G['Move'], Type>>[] {
    return this.legal.filter(({ move }) => move.type === type) as Legal<OfType<G['Move'], Type>>[];
  }

  /** The legal move of a type that fits, or null. */
  one<Type extends G['Move']['type']>(type: Type, fits: (move: OfType<G['Move'], Type>) => boolean = () => true): number | null {
    return this.of(type).find(({ move }) => fits(move))?.action ?? null;
  }

  /** The move of a type that fits, legal or not; in a large game ask `stage.pointNotation` instead. */
  any<Type extends G['Move']['type']>(type: Type, fits: (move: OfType<G['Move'], Type>) => boolean = () => true): number | null {
    return this.stage.find((move: Tagged) => move['type'] === type && fits(move as OfType<G['Move'], Type>));
  }

  /** Play the only legal move of a type, where there is one. */
  async play<Type extends G['Move']['type']>(type: Type): Promise<void> {
    const action = this.one(type);
    if (action !== null) await this.stage.play(action);
  }

  async point(action: number | null, hand: Hand): Promise<void> {
    if (action !== null) await this.stage.point(action, hand);
  }

  /** Perform what happens, and know how long it rests in a scene; call inside an effect, which takes the performer along when it ends. */
  performs(perform: (events: G['Event'][], on: () => boolean, scene: Scene) => Promise<void>, length: (events: G['Event'][]) => number): () => void {
    const { stage } = this;
    stage.perform = (scene, on) => perform(scene.events as unknown as G['Event'][], on, scene);
    stage.length = (scene) => length(scene.events as unknown as G['Event'][]);
    return () => (stage.perform = stage.length = null);
  }
}

/** How long the events of a scene take, one after the other. */
export function inTurn<Event>(lengthOf: (event: Event) => number): (events: Event[]) => number {
  return (events) => events.reduce((sum, event) => sum + lengthOf(event), 0);
}

export function onStage<G extends Typed>(stage: () => Stage): Board<G> {
  return new Board<G>(stage);
}
