import { tick } from 'svelte';
import { Tempo } from './tempo';
import { sleep } from './time';
import type { Can, MoveInfo, PictureView } from './wire';

/** A move, view or event of a game, tagged with its type. */
export type Tagged = { [field: string]: unknown };

/** One thing that happened, as a board performs it. */
export interface Scene {
  n: number;
  view: Tagged;
  events: Tagged[];
  lines: string[];
  /** Called when it has been shown: whatever else is so from then on. */
  shown?: () => void;
}

/** A move as it is asked for: its action id, or its notation where the page doesn't know the id. */
export type Choice = number | string;

/** What a move would do, shown before it is played. */
export interface Preview {
  /** With what it was asked for, and the move's id as far as the page knows it. */
  choice: Choice;
  action: number | null;
  /** The position after it; null where chance hides it. */
  view: Tagged | null;
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
  /** The fact that speaks for it; empty where nothing is known. */
  why: string;
  lines: string[];
}

/** Somebody at the table, as boards and panels name and mark them. */
export interface Person {
  seat: number;
  name: string;
  /** This browser plays for them. */
  mine: boolean;
  /** What kind of bot they are, in words, how it plays, and on which level, where it has one. */
  bot?: string;
  about?: string;
  level?: string;
  /** Nobody sits there just now, or a bot plays instead of somebody: for a while, or to the end. */
  state?: 'here' | 'away' | 'stand_in' | 'gone';
  /** What they have just said. */
  says?: string;
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
  preview(choice: Choice): Promise<Omit<Preview, 'choice' | 'passing'>>;
  play(choice: Choice): Promise<void>;
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
const BACKLOG = 60;
/** Milliseconds between two things that others did, one after the other. */
const BETWEEN = 260;
/** How long the pointer rests on a place before the page asks what a move there would do. */
const RESTING = 90;

/** What a board shows and what it may ask for; at a table, in a replay, in a rules page alike. */
export class Stage {
  /** The game's name, and whether its rounds are played by all at once. */
  game = $state('');
  atOnce = $state(false);
  /** The position shown; while a scene is performed, still the one before it. */
  view = $state.raw<Tagged>({});
  /** Whose knowledge is shown; null is an onlooker. */
  eyes = $state<number | null>(null);
  /** The seat whose things lie nearest to the person at the screen; of several the first, as things stay where they are. */
  home = $state(0);
  people = $state.raw<Person[]>([]);
  /** Seats that may act. */
  waiting = $state.raw<number[]>([]);
  /** The moves of the game by their action ids, as far as they have been needed, and which are legal for `eyes` now. */
  moves = $state.raw<readonly (MoveInfo | undefined)[]>([]);
  legal = $state.raw<ReadonlySet<number>>(new Set());
  can = $state.raw<Can>(NOTHING);
  /** A move is on its way to the server. */
  sending = $state(false);
  performing = $state(false);
  preview = $state.raw<Preview | null>(null);
  /** Why the last move that was pointed at can't be made. */
  refusal = $state('');
  /** Hints may be asked for at this table; one is being thought about; the last one given here. */
  hints = $state(false);
  hinting = $state(false);
  advice = $state.raw<Advice | null>(null);
  over = $state(false);
  /** A picture in the rules: the board leaves out what isn't needed to see what happens, and what the text says anyway. */
  sketch = $state(false);
  /** Where the action bar lies; null leaves it below its board. */
  dock = $state.raw<HTMLElement | null>(null);
  /** Set by the board: performs a scene while it is `on`, and resolves when the next may begin. */
  perform: ((scene: Scene, on: () => boolean) => Promise<void>) | null = null;
  /** Set by the board: for how many milliseconds of normal pace it rests in a scene. */
  length: ((scene: Scene) => number) | null = null;
  /** The server's picture of what is shown, after a move or as it is; for boards that draw nothing themselves. */
  picture: ((move: Choice | null) => Promise<PictureView>) | null = null;
  /** Milliseconds left on a seat's clock at a moment; null where no clock runs. */
  timeLeft: ((seat: number, now: number) => number | null) | null = null;
  /** Whether things move at all, and how fast. */
  still: () => boolean = () => false;
  readonly tempo = new Tempo();
  /** How long things take at this moment, as a share of their normal time: the style `--tempo` of boards. */
  speed = $state(1);
  /** The last entry that the board has shown; what comes after it isn't told yet. */
  told = $state(Infinity);
  /** What the legal ids mean comes a moment after the position: until then there is nothing to choose from. */
  private readonly knowsLegal = $derived([...this.legal].every((action) => this.moves[action] !== undefined));
  /** The person at the screen is asked, and can see for what; the answer may be on its way. */
  readonly offers = $derived(this.live && this.legal.size > 0 && this.knowsLegal && !this.over && !this.performing);
  /** The person at the screen may decide something now. */
  readonly mine = $derived(this.offers && !this.sending);
  /** Events of the last turn, for marks on the board. */
  recent = $state.raw<Tagged[]>([]);
  /** Events since the person at the screen last did something. */
  sinceOwn = $state.raw<Tagged[]>([]);
  /** What was told last of what others did since then. */
  news = $state.raw<string[]>([]);
  private readonly backstage: Backstage | null;
  private queue: (Scene | { view: Tagged })[] = [];
  /** Milliseconds of normal pace that the scene which is performed still takes. */
  private left = 0;
  /** Rises whenever the position is set anew, which ends whatever is being performed. */
  private act = 0;
  /** Rises whenever something happens that may change what is good to do. */
  private changes = 0;
  private asked = 0;
  private seen = new Map<Choice, Preview>();

  constructor(backstage: Backstage | null = null) {
    this.backstage = backstage;
    this.tempo.patient = () => !this.live || this.eyes === null || this.over;
    this.tempo.ahead = () => this.left + this.queue.reduce((sum, scene) => sum + this.lengthOf(scene), 0);
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
    this.told = Infinity;
    this.view = { ...view }; // anew, so that a board settles even on the position it came from
    this.forget();
  }

  /** Perform what happened, after everything that is still being performed. */
  async enqueue(scene: Scene): Promise<void> {
    this.forget();
    this.queue.push(scene);
    if (this.told === Infinity) this.told = scene.n - 1;
    if (this.performing) return;
    this.performing = true;
    this.tempo.shows(true);
    try {
      // What comes while the last scene ends, in the same breath, isn't left behind.
      while (this.queue.length > 0) await this.drain();
    } finally {
      this.performing = false;
      this.left = 0;
      this.told = Infinity;
      this.tempo.shows(false);
      if (this.legal.size > 0 || this.tempo.patient()) this.tempo.begin();
      this.speed = this.tempo.rate;
    }
  }

  /** While a scene is performed: wait for so many milliseconds of normal pace, before the next thing happens. */
  async rest(ms: number): Promise<void> {
    this.left = Math.max(this.left, ms);
    this.speed = this.tempo.rate;
    await this.tempo.rest(ms);
    this.left -= ms;
  }

  /** How many milliseconds something takes that begins now and takes `ms` of them at normal pace. */
  lasts(ms: number): number {
    return this.still() ? 0 : ms * this.tempo.rate;
  }

  /** Somebody has seen enough of what is performed. */
  skip(): void {
    if (this.performing) this.tempo.skip();
  }

  /** Others did what this seat can't see: the position may name who is done, and whatever is in hand stays. */
  refresh(view: Tagged): void {
    if (this.performing) this.queue.push({ view });
    else this.view = view;
  }

  private async drain(): Promise<void> {
    for (let scene = this.queue.shift(); scene !== undefined; scene = this.queue.shift()) {
      if (!('events' in scene)) {
        this.view = scene.view;
        continue;
      }
      const act = this.act;
      const on = () => act === this.act;
      const skip = this.queue.length > BACKLOG || this.still() || document.hidden || this.tempo.rate === 0;
      this.left = this.lengthOf(scene);
      if (!skip) await tick(); // the board settles on the position from which the scene leads on
      this.speed = this.tempo.rate;
      if (!skip && on()) await this.perform?.(scene, on);
      if (!on()) continue;
      this.view = scene.view;
      this.told = scene.n;
      scene.shown?.();
      if (!skip && this.queue.length > 0) await this.rest(BETWEEN);
    }
  }

  private lengthOf(scene: Scene | { view: Tagged }): number {
    return 'events' in scene ? BETWEEN + (this.length?.(scene) ?? 0) : 0;
  }

  /** The first move that fits, legal or not, as its action id; of a large game only among those that are known. */
  find(fits: (move: Tagged) => boolean): number | null {
    const action = this.moves.findIndex((one) => one !== undefined && fits(one.move));
    return action < 0 ? null : action;
  }

  legalMoves(): { action: number; move: Tagged }[] {
    return [...this.legal].flatMap((action) => {
      const known = this.moves[action];
      return known === undefined ? [] : [{ action, move: known.move }];
    });
  }

  /** The move that is shown, as far as the page knows it. */
  get shown(): MoveInfo | null {
    return (this.preview?.action != null && this.moves[this.preview.action]) || null;
  }

  /** Somebody points at a move: show it, or play it if it was shown or needs no showing.
   *
   * A move that the page knows by its notation alone, such as an illegal one of a large game, goes so too.
   */
  async point(choice: Choice, hand: Hand): Promise<void> {
    if (!this.mine) return;
    const shown = this.preview?.choice === choice && !this.preview.passing;
    const illegal = typeof choice === 'number' && !this.legal.has(choice);
    if ((illegal || this.backstage!.careful(hand)) && !shown) await this.propose(choice, hand);
    else await this.play(choice);
  }

  /** Somebody types a move, or points at one that the page can only write down. */
  async pointNotation(text: string, hand: Hand): Promise<void> {
    const notation = text.trim();
    if (notation === '') return;
    const known = this.legalMoves().find(({ action }) => this.moves[action]!.notation === notation);
    await this.point(known?.action ?? notation, hand);
  }

  /** Show what a move would do; where it is illegal, the reason is told. */
  async propose(choice: Choice, hand: Hand): Promise<void> {
    if (!this.mine) return;
    const preview = await this.ask(choice, false);
    if (preview !== null) this.backstage!.proposed(preview, hand);
  }

  /** Ask what would be good here, and show it. */
  async askHint(hand: Hand): Promise<void> {
    if (!this.mine || this.hinting) return;
    this.hinting = true;
    const { act, changes, preview: before } = this;
    try {
      const advice = this.advice ?? (await this.backstage!.hint());
      if (advice === null || act !== this.act || changes !== this.changes || !this.mine) return;
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

  private async ask(choice: Choice, passing: boolean): Promise<Preview | null> {
    const ticket = ++this.asked;
    const { changes } = this;
    try {
      const known = this.seen.get(choice) ?? { choice, passing, ...(await this.backstage!.preview(choice)) };
      if (changes === this.changes) this.seen.set(choice, known);
      if (ticket !== this.asked) return null;
      this.refusal = '';
      this.preview = { ...known, passing };
      return this.preview;
    } catch (error) {
      if (ticket === this.asked && !passing) this.refuse(error);
      return null;
    }
  }

  private refuse(error: unknown): void {
    this.refusal = (error as Error).message;
    this.backstage!.refused(this.refusal);
  }

  cancel(): void {
    this.asked += 1;
    this.preview = null;
    this.refusal = '';
  }

  async confirm(): Promise<void> {
    if (this.preview !== null) await this.play(this.preview.choice);
  }

  async play(choice: Choice): Promise<void> {
    if (!this.mine) return;
    this.sending = true;
    this.tempo.begin();
    this.cancel();
    try {
      await this.backstage!.play(choice);
    } catch (error) {
      this.refuse(error);
    } finally {
      this.sending = false;
    }
  }

  private forget(): void {
    this.cancel();
    this.changes += 1;
    this.seen.clear();
    this.advice = null;
  }
}
