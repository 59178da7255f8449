import { announcer } from './announce.svelte';
import { api, RequestFailed } from './api';
import { hasBoard } from './games';
import { settings } from './settings.svelte';
import { Stage, type Tagged } from './stage.svelte';
import { SHARE } from './tempo';
import { sleep } from './time';
import type { DiagramFrame, PlayedDiagram } from './wire';

/** Milliseconds until a game that is being prepared is asked for again. */
const RETRY = 1500;
/** Milliseconds to read what happened, before the next move: so many, and for each letter. */
const LOOK = 700;
const READ = 18;
/** A hyphen that stands for a minus sign. */
const MINUS = /(^|\s)-(?=\d)/g;
/** Reading takes its time, however fast things move. */
const LEAST_SHARE = 0.5;

/** The diagrams of a game's rules that are played forward, by what is written in the rules; `wanted` says whether to go on asking. */
export async function diagramsOf(game: string, wanted: () => boolean): Promise<Map<string, PlayedDiagram>> {
  for (;;) {
    try {
      return new Map((await api.diagrams(game, !hasBoard(game))).map((one) => [one.text, one]));
    } catch (error) {
      if (!(error instanceof RequestFailed) || error.code !== 'still_warming' || !wanted()) throw error;
      await sleep(RETRY);
    }
  }
}

/** A diagram on its stage, played forward move by move. */
export class DiagramPlayer {
  readonly stage = new Stage();
  /** Moves that have been played, or are being played. */
  at = $state(0);
  playing = $state(false);
  readonly last: number;
  readonly views: Tagged[];
  private readonly frames: DiagramFrame[];
  /** Rises whenever it begins to play, or ceases to. */
  private runs = 0;
  /** Ends with the move that is being performed. */
  private performed = Promise.resolve();

  constructor(game: string, { seat, names, frames }: PlayedDiagram) {
    this.frames = frames;
    this.last = frames.length - 1;
    this.views = frames.map(({ view }) => view);
    const { stage } = this;
    stage.game = game;
    stage.sketch = true;
    stage.eyes = seat;
    stage.home = seat ?? 0;
    stage.people = names.map((name, each) => ({ seat: each, name, mine: false }));
    stage.still = () => settings.still || settings.pace === 'at_once';
    stage.tempo.share = () => SHARE[settings.pace];
    stage.picture = async () => frames[this.at]!.picture!;
    this.go(0);
  }

  /** What each move did, in words. */
  readonly told = $derived.by(() => this.frames.slice(1).map(({ told }) => told!.lines.join(' · ').replace(MINUS, '$1−')));
  readonly over = $derived.by(() => this.at === this.last);

  /** From where it stands, or from the start again, to the end. */
  async play(): Promise<void> {
    const run = await this.settled();
    if (run !== this.runs) return;
    if (this.over) this.go(0);
    this.playing = true;
    while (await this.forward(run)) {
      await sleep((LOOK + READ * this.told[this.at - 1]!.length) * Math.max(LEAST_SHARE, SHARE[settings.pace]));
      if (run !== this.runs) return;
    }
    if (run === this.runs) this.playing = false;
  }

  /** Stay where it is; what is being performed comes to its end. */
  pause(): void {
    this.runs += 1;
    this.playing = false;
  }

  /** One move, and no more. */
  async step(): Promise<void> {
    const run = await this.settled();
    if (run === this.runs && !this.over) await this.forward(run);
  }

  close(): void {
    this.pause();
    this.stage.stop();
  }

  /** Something else is wanted: what is being performed is hurried to its end. */
  private async settled(): Promise<number> {
    this.pause();
    const run = this.runs;
    this.stage.skip();
    await this.performed;
    return run;
  }

  /** Show the moment after so many moves, without a story. */
  private go(at: number): void {
    this.at = at;
    this.stage.waiting = this.frames[at]!.waiting;
    this.stage.show(this.frames[at]!.view);
  }

  /** Let the next move happen; whether the run goes on after it. */
  private async forward(run: number): Promise<boolean> {
    const { told, view, waiting } = this.frames[this.at + 1]!;
    this.at += 1;
    this.stage.waiting = [];
    this.stage.tempo.begin();
    this.performed = this.stage.enqueue({ n: told!.n, view, events: told!.events, lines: told!.lines });
    await this.performed;
    this.stage.waiting = waiting;
    announcer.say(told!.lines.join(' '));
    return run === this.runs && !this.over;
  }
}
