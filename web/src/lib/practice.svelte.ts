import { announcer, toasts } from './announce.svelte';
import { movesOf } from './moves';
import { settings } from './settings.svelte';
import { sound } from './sound';
import { type Choice, type Hand, type Preview, Stage } from './stage.svelte';
import { SHARE } from './tempo';
import type { GameInfo, Practised, PreviewView } from './wire';

/** How a board to practise on reaches the rules, which the server has. */
export interface Trainer {
  preview(choice: Choice): Promise<PreviewView | null>;
  /** Make a move, whether it is the one that is asked for or not. */
  play(action: number): Promise<void>;
}

/** A board to practise on: nothing is at stake, and nobody waits. */
export class Practice {
  readonly stage: Stage;
  private game: GameInfo | null = null;
  /** Rises with every position, so that one which comes late finds that it is out of date. */
  private round = 0;

  constructor(private readonly trainer: Trainer) {
    this.stage = new Stage({
      preview: (choice) => this.preview(choice),
      play: async (choice) => this.trainer.play(await this.resolve(choice)),
      undo: async () => undefined,
      careful: (hand) => settings.confirm === 'always' || (settings.confirm === 'touch' && hand !== 'mouse'),
      refused: (text) => {
        sound.play('no');
        toasts.show(text, 'no');
      },
      proposed: ({ lines }) => announcer.say(lines.join(' ')),
      hint: async () => null,
    });
    this.stage.still = () => settings.still || settings.pace === 'at_once';
    this.stage.tempo.share = () => SHARE[settings.pace];
  }

  meet(game: GameInfo): void {
    this.game = game;
    this.stage.game = game.name;
    this.stage.atOnce = game.at_once;
  }

  close(): void {
    this.round += 1;
    this.stage.stop();
  }

  /** Lay a position out, or let it come about; `asks`: the learner is to move. False where another one came meanwhile. */
  async set(at: Practised, { anew, asks }: { anew: boolean; asks: boolean }): Promise<boolean> {
    const round = ++this.round;
    const { stage } = this;
    const moves = await movesOf(this.game!.name, this.game!.moves_version).with(at.legal);
    if (round !== this.round) return false;
    stage.moves = moves;
    stage.eyes = stage.home = at.seat;
    stage.people = at.names.map((name, seat) => ({ seat, name, mine: seat === at.seat }));
    stage.legal = new Set();
    stage.waiting = [];
    if (anew) stage.show(at.view);
    else await this.perform(at);
    if (round !== this.round) return false;
    stage.recent = stage.sinceOwn = at.scenes.flatMap(({ told }) => told.events);
    stage.over = at.over;
    stage.waiting = asks ? [at.seat] : [];
    stage.legal = new Set(asks ? at.legal : []);
    return true;
  }

  private async perform({ scenes, view }: Practised): Promise<void> {
    const done = scenes.map(({ told: { n, events, lines }, view: after }) =>
      this.stage.enqueue({ n, view: after, events, lines, shown: () => announcer.say(lines.join(' ')) }),
    );
    await Promise.all(done);
    if (scenes.length === 0) this.stage.show(view);
  }

  private async preview(choice: Choice): Promise<Omit<Preview, 'choice' | 'passing'>> {
    const seen = await this.trainer.preview(choice);
    const action = seen?.action ?? (typeof choice === 'number' ? choice : null);
    return { action, view: seen?.view ?? null, events: seen?.events ?? [], lines: seen?.lines ?? [] };
  }

  /** The id of a move that the page may know by its notation alone. */
  private async resolve(choice: Choice): Promise<number> {
    if (typeof choice === 'number') return choice;
    return (await this.trainer.preview(choice))?.action ?? -1;
  }

  /** Show a move on the board, ready to be played. */
  async propose(action: number, hand: Hand): Promise<void> {
    await this.stage.propose(action, hand);
  }
}
