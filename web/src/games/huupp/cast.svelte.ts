import { beyond, type Edge, facing, type Kind, middle, onSeam, type Point } from './bed';
import type { Stage } from '../../lib/stage.svelte';
import type { Event, View } from './wire';

export type Pose = '' | 'drop' | 'slide' | 'fall' | 'leap' | 'glide' | 'grow' | 'cheer';

/** One kitten, cat or ghost for the whole match, wherever it is: so it can travel there. */
export class Actor {
  kind = $state<Kind | 'ghost'>('kitten');
  /** The square it stands on; null when it isn't on the bed. A ghost never stands on one. */
  square = $state<string | null>(null);
  /** A point of its own: on a seam, or in mid-air; null on a square and in the pool. */
  point = $state.raw<Point | null>(null);
  /** The edge at which a ghost came in, and from which it goes straight on. */
  edge = $state<Edge | null>(null);
  pose = $state<Pose>('');

  constructor(
    readonly id: string,
    readonly seat: number,
    kind: Kind | 'ghost',
  ) {
    this.kind = kind;
  }

  get pooled(): boolean {
    return this.square === null && this.point === null;
  }
}

const PIECES = 8;

/** A few events that happen at once, and how long they take. */
export interface Beat {
  events: Event[];
  ms: number;
}

const LENGTH: Partial<Record<Event['type'], number>> = {
  placed: 360,
  booped: 380,
  entered: 520,
  glided: 520,
  jumped: 620,
  went_home: 480,
  hooped: 520,
  grew: 900,
  lifted: 700,
  won: 900,
};

/** Cut a story into beats: pushes by the same cause happen together. */
export function beats(events: Event[]): Beat[] {
  const found: Beat[] = [];
  for (const event of events) {
    const last = found.at(-1);
    const together = event.type === 'booped' || event.type === 'hooped';
    if (together && last?.events[0]!.type === event.type) last.events.push(event);
    else found.push({ events: [event], ms: LENGTH[event.type] ?? 0 });
  }
  return found;
}

/** Everybody who takes part: eight pieces and a ghost on either side. */
export class Cast {
  actors: Actor[] = [0, 1].flatMap((seat) => [
    ...Array.from({ length: PIECES }, (_, i) => new Actor(`${seat}-${i}`, seat, 'kitten')),
    new Actor(`${seat}-ghost`, seat, 'ghost'),
  ]);
  /** Where the last push came from, to know which way a piece falls off the bed. */
  private source: Point = { x: 0, y: 0 };

  ghost(seat: number): Actor {
    return this.actors.find((one) => one.seat === seat && one.kind === 'ghost')!;
  }

  on(square: string): Actor | null {
    return this.actors.find((one) => one.square === square) ?? null;
  }

  /** The pieces on a player's shelf, kittens first. */
  pool(seat: number): Actor[] {
    const pooled = this.actors.filter((one) => one.seat === seat && one.pooled && one.kind !== 'ghost');
    return [...pooled.filter((one) => one.kind === 'kitten'), ...pooled.filter((one) => one.kind === 'cat')];
  }

  /** Bring everybody where the view says, keeping whoever is there already. */
  settle(view: View): void {
    for (const seat of [0, 1]) this.settlePieces(view, seat);
    for (const seat of [0, 1]) this.settleGhost(view, seat);
    for (const actor of this.actors) actor.pose = '';
    for (const square of view.row) this.on(square)!.pose = 'cheer';
  }

  private settlePieces(view: View, seat: number): void {
    const free = new Set(this.actors.filter((one) => one.seat === seat && one.kind !== 'ghost'));
    const wanted = view.pieces.filter((piece) => piece.seat === seat);
    const missing = wanted.filter((piece) => {
      const there = [...free].find((one) => one.square === piece.square);
      if (there === undefined) return true;
      there.kind = piece.kind;
      there.point = null;
      free.delete(there);
      return false;
    });
    for (const actor of free) actor.square = actor.point = null;
    for (const piece of missing) {
      const actor = [...free].find((one) => one.kind === piece.kind) ?? [...free][0]!;
      actor.kind = piece.kind;
      actor.square = piece.square;
      free.delete(actor);
    }
    this.settlePool(free, view.pools[seat]!.cats);
  }

  /** Those left over are in the pool: so many of them cats. */
  private settlePool(pooled: Set<Actor>, cats: number): void {
    const grownFirst = [...pooled].sort((a, b) => Number(b.kind === 'cat') - Number(a.kind === 'cat'));
    grownFirst.forEach((actor, i) => (actor.kind = i < cats ? 'cat' : 'kitten'));
  }

  private settleGhost(view: View, seat: number): void {
    const place = view.ghosts[seat] ?? null;
    this.ghost(seat).point = place === null ? null : onSeam(place, place.step);
    this.ghost(seat).edge = place?.edge ?? null;
  }

  /** One event, in place. Those that fall off hang in the air until `land`. */
  apply(event: Event): void {
    switch (event.type) {
      case 'placed':
        return this.place(event.seat, event.kind, event.square);
      case 'booped':
      case 'hooped':
        return this.push(event);
      case 'entered':
        return this.glide(event.seat, event.edge, onSeam(event, 0));
      case 'glided':
      case 'jumped':
        return this.glide(event.seat, event.edge, onSeam(event, event.step));
      case 'went_home':
        this.ghost(event.seat).point = null;
        return;
      case 'grew':
        for (const square of event.squares) this.grow(square);
        return;
      case 'lifted':
        return this.grow(event.square);
      case 'won':
        for (const square of event.squares) this.on(square)!.pose = 'cheer';
    }
  }

  private place(seat: number, kind: Kind, square: string): void {
    const pool = this.pool(seat);
    const actor = pool.findLast((one) => one.kind === kind) ?? pool.at(-1);
    this.source = middle(square);
    if (actor === undefined) return;
    actor.square = square;
    actor.pose = 'drop';
  }

  private push(event: Extract<Event, { type: 'booped' | 'hooped' }>): void {
    const actor = this.on(event.square);
    if (actor === null) return;
    if (event.to === null) {
      actor.point = beyond(this.sourceFor(event), middle(event.square));
      actor.square = null;
      actor.pose = 'fall';
    } else {
      actor.square = event.to;
      actor.pose = event.type === 'hooped' && event.leapt ? 'leap' : 'slide';
    }
  }

  private sourceFor(event: { type: string; square: string }): Point {
    return event.type === 'booped' ? this.source : facing(this.source, middle(event.square));
  }

  private glide(seat: number, edge: Edge, point: Point): void {
    this.source = point;
    this.ghost(seat).edge = edge;
    this.ghost(seat).point = point;
    this.ghost(seat).pose = 'glide';
  }

  private grow(square: string): void {
    const actor = this.on(square);
    if (actor === null) return;
    actor.kind = 'cat';
    actor.pose = 'grow';
    actor.square = null;
  }

  /** Whoever fell off is back on the shelf, and everybody sits still again. */
  land(): void {
    for (const actor of this.actors) {
      if (actor.kind !== 'ghost') actor.point = null;
      if (actor.pose !== 'cheer') actor.pose = '';
    }
  }
}

/** How long everybody sits still at the end of a scene, in milliseconds. */
const STILL = 140;

export function lengthOf(events: Event[]): number {
  return beats(events).reduce((sum, { ms }) => sum + ms, STILL);
}

/** Let a story happen, beat by beat, while the scene is `on`. */
export async function enact(cast: Cast, events: Event[], stage: Stage, on: () => boolean, heard: (beat: Beat) => void = () => undefined): Promise<void> {
  for (const beat of beats(events)) {
    for (const event of beat.events) cast.apply(event);
    heard(beat);
    await stage.rest(beat.ms);
    if (!on()) return;
    cast.land();
  }
  await stage.rest(STILL);
}
