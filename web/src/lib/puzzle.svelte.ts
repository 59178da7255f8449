import { announcer } from './announce.svelte';
import { api, RequestFailed } from './api';
import { Practice } from './practice.svelte';
import { settings } from './settings.svelte';
import type { Choice, Hand } from './stage.svelte';
import { solvedOn, streakOn } from './streak';
import { sleep } from './time';
import type { PuzzleAnswer, PuzzleList, PuzzleView } from './wire';

const RETRY = 1500;

/** The puzzles of a game on the screen, one at a time. */
export class Puzzles {
  readonly practice: Practice;
  list = $state.raw<PuzzleList | null>(null);
  here = $state.raw<PuzzleView | null>(null);
  stand = $state<'open' | 'wrong' | 'solved' | 'shown'>('open');
  /** What is wrong with the move that was tried last. */
  missed = $state.raw<PuzzleAnswer | null>(null);
  /** The fact that speaks for the right move which was found, or shown. */
  why = $state('');
  busy = $state(false);
  failed = $state('');
  warming = $state(false);
  streak = $state.raw({ days: 0, today: false });
  /** The moves that are right where the puzzle is set. */
  right = $state.raw<number[]>([]);
  private reasons: string[] = [];
  private left = false;

  constructor(readonly game: string) {
    this.practice = new Practice({
      preview: (choice) => this.preview(choice),
      play: (action) => this.play(action),
    });
  }

  readonly done = $derived(this.stand === 'solved' || this.stand === 'shown');
  /** The other's answer to a wrong move lies on the board: the puzzle must be set again before another try. */
  readonly answered = $derived(this.stand === 'wrong' && this.missed?.at != null);

  /** Open a puzzle by its number; that of the day without one. */
  async open(number: number | null): Promise<void> {
    this.failed = '';
    try {
      this.practice.meet(await api.game(this.game));
      this.list = await api.puzzles(this.game);
      this.streak = streakOn(this.list.day);
      await this.go(number === null || number >= this.list.count ? this.list.today : number);
    } catch (error) {
      this.failed = (error as Error).message;
    }
  }

  close(): void {
    this.left = true;
    this.practice.close();
  }

  async next(): Promise<void> {
    await this.go((this.here!.number + 1) % this.here!.count);
  }

  async today(): Promise<void> {
    await this.go(this.list!.today);
  }

  async retry(): Promise<void> {
    await this.go(this.here!.number);
  }

  /** Show the right move on the board, to be played by whoever wants to see what follows. */
  async show(hand: Hand): Promise<void> {
    if (this.answered) await this.retry();
    this.stand = 'shown';
    this.why = this.reasons[0] ?? '';
    await this.practice.propose(this.right[0]!, hand);
  }

  private async play(action: number): Promise<void> {
    if (!this.right.includes(action)) {
      if (this.stand !== 'shown') await this.miss(action);
      return;
    }
    await this.set(this.here!.number, [action]);
    this.why = this.reasons[this.right.indexOf(action)] ?? '';
    if (this.stand === 'shown') return;
    this.stand = 'solved';
    if (this.here!.number === this.list!.today) solvedOn(this.list!.day);
    this.streak = streakOn(this.list!.day);
  }

  /** Say what is wrong with a move, and let the other's answer to it come about. */
  private async miss(move: number): Promise<void> {
    const { number } = this.here!;
    this.busy = true;
    try {
      const missed = await api.puzzleAnswer(this.game, number, { name: settings.name, move });
      if (missed.at !== null && !(await this.practice.set(missed.at, { anew: false, asks: false }))) return;
      this.missed = missed;
      this.stand = 'wrong';
    } finally {
      this.busy = false;
    }
  }

  private async go(number: number): Promise<void> {
    await this.set(number, []);
    this.stand = 'open';
    this.missed = null;
    this.why = '';
  }

  private async set(number: number, played: number[]): Promise<void> {
    this.busy = true;
    try {
      const view = await this.ask(number, played);
      if (view === null) return;
      if (played.length === 0) [this.right, this.reasons] = [view.at.expected, view.why];
      this.failed = '';
      if (await this.practice.set(view.at, { anew: played.length === 0, asks: played.length === 0 })) this.here = view;
    } catch (error) {
      this.failed = (error as Error).message;
      announcer.say(this.failed);
    } finally {
      this.busy = false;
    }
  }

  private async ask(number: number, played: number[]): Promise<PuzzleView | null> {
    while (!this.left) {
      try {
        const view = await api.puzzle(this.game, number, { played, name: settings.name });
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
    return (await api.puzzlePreview(this.game, this.here!.number, { name: settings.name, move: choice })).preview;
  }
}
