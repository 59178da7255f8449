import { announcer } from './announce.svelte';
import { api, RequestFailed } from './api';
import { settings } from './settings.svelte';
import { begun } from './taught';
import { sleep } from './time';
import { Practice } from './practice.svelte';
import type { Choice, Hand } from './stage.svelte';
import type { LessonView } from './wire';

/** Milliseconds until a game that is being prepared is asked for again. */
const RETRY = 1500;

/** A guided first game on the screen. */
export class Lesson {
  readonly practice: Practice;
  /** The step that is being read, or played. */
  here = $state.raw<LessonView | null>(null);
  /** The last move wasn't the one that the step asks for. */
  astray = $state(false);
  /** The next step is on its way, or is being performed. */
  busy = $state(false);
  failed = $state('');
  warming = $state(false);
  /** The learner's moves, by the step at which they were made. */
  private played = new Map<number, number>();
  private left = false;

  constructor(readonly game: string) {
    this.practice = new Practice({
      preview: (choice) => this.preview(choice),
      play: (action) => this.play(action),
    });
  }

  readonly last = $derived(this.here !== null && this.here.step === this.here.steps - 1);
  /** The learner is to move. */
  readonly asks = $derived(this.here !== null && this.here.at.expected.length > 0);

  async open(): Promise<void> {
    this.failed = '';
    try {
      this.practice.meet(await api.game(this.game));
      await this.go(0, true);
      begun(this.game);
    } catch (error) {
      this.fail(error);
    }
  }

  close(): void {
    this.left = true;
    this.practice.close();
  }

  /** The same step in another language. */
  async speak(): Promise<void> {
    if (this.here !== null && !this.busy) await this.go(this.here.step, true);
  }

  async next(): Promise<void> {
    if (this.here !== null && !this.asks && !this.last) await this.go(this.here.step + 1);
  }

  async back(): Promise<void> {
    if (this.here !== null && this.here.step > 0) await this.go(this.here.step - 1, true);
  }

  async again(): Promise<void> {
    await this.go(0, true);
  }

  /** Show the move on the board. */
  async show(hand: Hand): Promise<void> {
    if (this.here !== null && this.asks) await this.practice.propose(this.here.at.expected[0]!, hand);
  }

  private async play(action: number): Promise<void> {
    const here = this.here!;
    this.astray = !here.at.expected.includes(action);
    if (this.astray) return announcer.say(here.otherwise);
    this.played.set(here.step, action);
    await this.go(here.step + 1);
  }

  /** Go to a step: its board is laid out anew, or what leads there is performed. */
  private async go(step: number, anew = false): Promise<void> {
    this.busy = true;
    this.astray = false;
    try {
      const view = await this.ask(step);
      if (view === null) return;
      if (await this.practice.set(view.at, { anew: anew || view.begins, asks: view.at.expected.length > 0 })) this.here = view;
      this.failed = '';
    } catch (error) {
      this.fail(error);
    } finally {
      this.busy = false;
    }
  }

  /** What was played before a step. */
  private before(step: number): number[] {
    return [...this.played].filter(([at]) => at < step).sort(([a], [b]) => a - b).map(([, action]) => action);
  }

  private async ask(step: number): Promise<LessonView | null> {
    while (!this.left) {
      try {
        const view = await api.lesson(this.game, { step, played: this.before(step), name: settings.name });
        this.warming = false;
        return view;
      } catch (error) {
        if (!(error instanceof RequestFailed) || error.code !== 'still_warming') throw error;
        this.warming = true;
        await sleep(RETRY);
      }
    }
    return null;
  }

  private async preview(choice: Choice) {
    const { step } = this.here!;
    return (await api.lessonPreview(this.game, { step, played: this.before(step), name: settings.name, move: choice })).preview;
  }

  private fail(error: unknown): void {
    this.failed = (error as Error).message;
  }
}
