import { tick } from 'svelte';
import { sleep } from './time';
import type { Can, MoveInfo } from './wire';

/** A move, view or event of a game, tagged with its type. */
export type Tagged = { [field: string]: unknown };

/** One thing that happened, as a board performs it. */
export interface Scene {
  n: number;
  view: Tagged;
  events: Tagged[];
  lines: string[];
}

/** What a move would do, shown before it is played. */
export interface Preview {
  action: number;
  events: Tagged[];
  lines: string[];
  /** Only looked at in passing, with the pointer above it: nothing to confirm. */
  passing: boolean;
}

/** A move that the server would make here, and why. */
export interface Advice {
  action: number;
  /** How good it is. */
  worth: string;
  lines: string[];
}

/** Somebody at the table, as boards and panels name and mark them. */
export interface Person {
  seat: number;
  name: string;
  /** This browser plays for them. */
  mine: boolean;
}

/** With what somebody points at a place. */
export type Hand = 'mouse' | 'touch' | 'keys';

/** The hand behind a click; a key clicks without a pointer. */
export function handOf(event: MouseEvent): Hand {
  if (event.detail === 0) return 'keys';
  return (event as PointerEvent).pointerType === 'mouse' ? 'mouse' : 'touch';
}

/** How a board reaches the table behind it. */
export interface Backstage {
  preview(action: number): Promise<Omit<Preview, 'action' | 'passing'>>;
  play(action: number): Promise<void>;
  undo(): Promise<void>;
  /** Whether a move made by this hand is shown before it is played. */
  careful(hand: Hand): boolean;
  refused(text: string): void;
  proposed(preview: Preview, hand: Hand): void;
  /** A good move for the one who is to decide; null where the question is out of date by now. */
  hint(): Promise<Advice | null>;
}

const NOTHING: Can = { undo: false, take_back: false, resign: false };
/** More scenes than this are waiting only after an absence: then the last one is enough. */
const BACKLOG = 4;
/** How long the pointer rests on a place before the page asks what a move there would do. */
const RESTING = 90;

/** What a board shows and what it may ask for; at a table, in a replay, in a rules page alike. */
export class Stage {
  /** The position shown; while a scene is performed, still the one before it. */
  view = $state.raw<Tagged>({});
  /** Whose knowledge is shown; null is an onlooker. */
  eyes = $state<number | null>(null);
  /** The seat whose things lie nearest to the person at the screen. */
  home = $state(0);
  people = $state.raw<Person[]>([]);
  /** Seats that may act. */
  waiting = $state.raw<number[]>([]);
  /** Every move of the game by its action id, and which of them are legal for `eyes` now. */
  moves = $state.raw<MoveInfo[]>([]);
  legal = $state.raw<ReadonlySet<number>>(new Set());
  can = $state.raw<Can>(NOTHING);
  /** A move is on its way to the server. */
  sending = $state(false);
  performing = $state(false);
  preview = $state.raw<Preview | null>(null);
  /** Hints may be asked for at this table; one is being thought about; the last one given here. */
  hints = $state(false);
  hinting = $state(false);
  advice = $state.raw<Advice | null>(null);
  over = $state(false);
  /** Set by the board: performs a scene while it is `on`, and resolves when the next may begin. */
  perform: ((scene: Scene, on: () => boolean) => Promise<void>) | null = null;
  /** Whether things move at all. */
  still: () => boolean = () => false;
  /** The person at the screen may decide something now. */
  readonly mine = $derived(
    this.live && this.legal.size > 0 && !this.over && !this.performing && !this.sending,
  );
  /** Events of the last turn, for marks on the board. */
  recent = $state.raw<Tagged[]>([]);
  private readonly backstage: Backstage | null;
  private queue: Scene[] = [];
  /** Rises whenever the position is set anew, which ends whatever is being performed. */
  private act = 0;
  private asked = 0;
  private seen = new Map<number, Preview>();

  constructor(backstage: Backstage | null = null) {
    this.backstage = backstage;
  }

  /** There is a table behind it: something can be done here. */
  get live(): boolean {
    return this.backstage !== null;
  }

  /** End whatever is being performed. */
  stop(): void {
    this.act += 1;
    this.queue = [];
  }

  /** Show a position as it is, without a story. */
  show(view: Tagged): void {
    this.stop();
    this.view = { ...view }; // anew, so that a board settles even on the position it came from
    this.forget();
  }

  /** Perform what happened, after everything that is still being performed. */
  async enqueue(scene: Scene): Promise<void> {
    this.forget();
    this.queue.push(scene);
    if (this.performing) return;
    this.performing = true;
    try {
      await this.drain();
    } finally {
      this.performing = false;
    }
  }

  private async drain(): Promise<void> {
    for (let scene = this.queue.shift(); scene !== undefined; scene = this.queue.shift()) {
      const act = this.act;
      const on = () => act === this.act;
      const skip = this.queue.length > BACKLOG || this.still() || document.hidden;
      if (!skip) await tick(); // the board settles on the position from which the scene leads on
      if (!skip && on()) await this.perform?.(scene, on);
      if (on()) this.view = scene.view;
    }
  }

  /** The first move that fits, legal or not, as its action id. */
  find(fits: (move: Tagged) => boolean): number | null {
    const action = this.moves.findIndex((one) => fits(one.move));
    return action < 0 ? null : action;
  }

  legalMoves(): { action: number; move: Tagged }[] {
    return [...this.legal].map((action) => ({ action, move: this.moves[action]?.move ?? {} }));
  }

  /** Somebody points at a move: show it, or play it if it was shown or needs no showing. */
  async point(action: number, hand: Hand): Promise<void> {
    if (!this.mine) return;
    const shown = this.preview?.action === action && !this.preview.passing;
    const careful = !this.legal.has(action) || this.backstage!.careful(hand);
    if (careful && !shown) await this.propose(action, hand);
    else await this.play(action);
  }

  /** Show what a move would do; where it is illegal, the reason is told. */
  async propose(action: number, hand: Hand): Promise<void> {
    if (!this.mine) return;
    const preview = await this.ask(action, false);
    if (preview !== null) this.backstage!.proposed(preview, hand);
  }

  /** Ask what would be good here, and show it. */
  async askHint(hand: Hand): Promise<void> {
    if (!this.mine || this.hinting) return;
    this.hinting = true;
    const { act, preview: before } = this;
    try {
      const advice = this.advice ?? (await this.backstage!.hint());
      if (advice === null || act !== this.act || !this.mine) return;
      this.advice = advice;
      // A move that was chosen meanwhile stays: the thumb is on its way to the button that plays it.
      if (this.preview === before || this.preview === null || this.preview.passing) await this.propose(advice.action, hand);
    } catch (error) {
      if (act === this.act) this.backstage!.refused((error as Error).message);
    } finally {
      this.hinting = false;
    }
  }

  /** The advice, while the move it is about is shown. */
  get advised(): Advice | null {
    return this.preview !== null && this.preview.action === this.advice?.action && !this.preview.passing ? this.advice : null;
  }

  async undo(): Promise<void> {
    this.cancel();
    await this.backstage?.undo();
  }

  /** Show it in passing, once the pointer rests; null when it has left. */
  async glance(action: number | null): Promise<void> {
    if (!this.live) return;
    const ticket = ++this.asked;
    if (this.preview !== null && !this.preview.passing) return;
    this.preview = null;
    if (action === null || !this.mine || !this.legal.has(action)) return;
    await sleep(RESTING);
    if (ticket === this.asked && this.mine) await this.ask(action, true);
  }

  private async ask(action: number, passing: boolean): Promise<Preview | null> {
    const ticket = ++this.asked;
    try {
      const known = this.seen.get(action) ?? { action, passing, ...(await this.backstage!.preview(action)) };
      this.seen.set(action, known);
      if (ticket !== this.asked) return null;
      this.preview = { ...known, passing };
      return this.preview;
    } catch (error) {
      if (ticket === this.asked && !passing) this.backstage!.refused((error as Error).message);
      return null;
    }
  }

  cancel(): void {
    this.asked += 1;
    this.preview = null;
  }

  async confirm(): Promise<void> {
    if (this.preview !== null) await this.play(this.preview.action);
  }

  async play(action: number): Promise<void> {
    if (!this.mine) return;
    this.sending = true;
    this.cancel();
    try {
      await this.backstage!.play(action);
    } catch (error) {
      this.backstage!.refused((error as Error).message);
    } finally {
      this.sending = false;
    }
  }

  private forget(): void {
    this.cancel();
    this.seen.clear();
    this.advice = null;
  }
}
