import { announcer, toasts } from './announce.svelte';
import { api, movesByAction, socketUrl } from './api';
import { alerts } from './alerts.svelte';
import { speech, t } from './i18n.svelte';
import { type Do, type Heard, Line, type LineState, realTimers, type Socket } from './line';
import { sleep } from './time';
import { settings } from './settings.svelte';
import { sound } from './sound';
import { type Advice, type Person, Stage, type Tagged } from './stage.svelte';
import type {
  ChatLine,
  Clock,
  EntryMessage,
  GameInfo,
  SeatView,
  Side,
  Snapshot,
  TableView,
  Told,
} from './wire';

/** Milliseconds before an unanswered request is made again. */
const RETRY = 1500;

/** Sixteen random bytes as text, for command ids and for the seed. */
function randomText(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Lines as a screen reader shall say them: with a rest after each. */
function spoken(lines: string[]): string {
  return lines.map((line) => (/[.!?]$/.test(line) ? line : `${line}.`)).join(' ');
}

/** The seats that this browser holds, and who moves there. */
function held(info: TableView): string {
  return info.seats.map(({ seat, mine, who }) => (mine ? `${seat}:${who}` : '')).join();
}

/** The entries since the turn last changed hands. */
export function lastTurn(story: Told[]): Told[] {
  const seat = story.at(-1)?.seat;
  return story.slice(story.findLastIndex((told) => told.seat !== seat) + 1);
}

/** The table on the screen: what the server told of it, and everything one can ask of it. */
export class Table {
  line: Line;
  lineState = $state<LineState>('connecting');
  /** The server ended the line for good: no such table, or no right to it. */
  gone = $state<number | null>(null);
  info = $state.raw<TableView | null>(null);
  sides = $state.raw<Side[]>([]);
  chat = $state.raw<ChatLine[]>([]);
  clock = $state.raw<Clock | null>(null);
  game = $state.raw<GameInfo | null>(null);
  /** Which of the held seats looks through the screen. */
  eyes = $state<number | null>(null);
  /** Whose secrets may be seen: on one device each player lifts the curtain for themselves. */
  private lifted = $state<number | null>(null);
  readonly covered = $derived(this.shared() && this.eyes !== null && this.eyes !== this.lifted);
  stage: Stage;
  readonly side = $derived(this.sides.find((one) => one.seat === this.eyes) ?? this.sides[0] ?? null);
  readonly story = $derived(this.side?.story ?? []);
  /** What of the chat this person wants to see. */
  readonly heard = $derived(this.chat.filter((line) => this.wanted(line)));
  readonly people = $derived((this.info?.seats ?? []).map((seat) => this.person(seat)));
  /** Milliseconds that this device's clock is ahead of the server's. */
  private ahead = 0;
  /** Keys of the set phrases of the chat. */
  phrases = $state.raw<string[]>([]);
  private left = false;
  /** For whom the sides were made. */
  private holder = '';
  private offered = new Set<number>();
  private asking = false;

  constructor(readonly id: string) {
    this.stage = new Stage({
      preview: (action) => this.preview(action),
      play: async (action) => {
        await this.do({ type: 'play', seat: this.side!.seat!, move: action });
        toasts.forgive();
      },
      undo: async () => void (await this.tryTo({ type: 'undo', seat: this.side!.seat! })),
      careful: (hand) =>
        settings.confirm === 'always' || (settings.confirm === 'touch' && hand !== 'mouse'),
      refused: (text) => {
        sound.play('no');
        toasts.show(text, 'no');
      },
      proposed: ({ lines }, hand) => {
        const advice = this.stage.advised;
        const first = advice === null ? lines : [advice.worth, ...(lines.length > 0 ? lines : advice.lines)];
        announcer.say(spoken([...first, ...(hand === 'keys' ? [t('bar.keys')] : [])]));
      },
      hint: () => this.hint(),
    });
    this.stage.still = () => settings.still;
    this.line = new Line(
      () => new WebSocket(socketUrl(id)) as Socket,
      { hear: (message) => this.hear(message), change: (state) => this.changed(state) },
      realTimers,
      speech.lang,
      randomText().slice(0, 12),
    );
  }

  /** Dial, once the server knows this browser. */
  async open(): Promise<void> {
    const me = await this.persist(() => api.me());
    if (me === null) return;
    this.phrases = me.server.phrases;
    this.line.open();
  }

  close(): void {
    this.left = true;
    this.line.close();
    this.stage.stop();
  }

  /** Have everything worded in another language. */
  speak(lang: 'hu' | 'en'): void {
    this.line.speak(lang);
    void this.learnGame();
  }

  /** Ask something of the table; a refusal is shown to the person. */
  async do(action: Do): Promise<void> {
    await this.line.command(action);
  }

  async tryTo(action: Do): Promise<boolean> {
    try {
      await this.line.command(action);
      return true;
    } catch (error) {
      toasts.show((error as Error).message, 'no');
      return false;
    }
  }

  async rematch(): Promise<string | null> {
    try {
      return (await this.line.command({ type: 'rematch' })).table ?? null;
    } catch (error) {
      toasts.show((error as Error).message, 'no');
      return null;
    }
  }

  /** Several people with secrets look at this screen in turn. */
  private shared(): boolean {
    const several = (this.info?.you.length ?? 0) > 1 && this.info?.state === 'playing';
    return several && (this.game?.hidden ?? true);
  }

  /** The one who has to decide is alone with the screen. */
  lift(): void {
    this.lifted = this.eyes;
  }

  /** Say the last turn again. */
  repeatLastTurn(): void {
    if (this.covered) return;
    announcer.say(spoken(lastTurn(this.story).flatMap((told) => told.lines)));
  }

  /** Milliseconds left on a seat's clock, as of now. */
  timeLeft(seat: number, now: number): number {
    const clock = this.clock!;
    const ran = clock.running.includes(seat) ? now - this.ahead - clock.at : 0;
    return Math.max(0, clock.left[seat]! - Math.max(0, ran));
  }

  nameOf(seat: number): string {
    return this.people[seat]?.name ?? '';
  }

  private async preview(action: number) {
    const ack = await this.line.command({ type: 'preview', seat: this.side!.seat!, move: action });
    return { events: ack.preview?.events ?? [], lines: ack.preview?.lines ?? [] };
  }

  private async hint(): Promise<Advice | null> {
    const { best, worth, n } = await api.hint(this.id, this.side!.seat!);
    if (n !== this.info!.n) return null;
    return { action: best.action, worth, lines: best.lines };
  }

  private changed(state: LineState): void {
    this.lineState = state;
    this.gone = this.line.ended;
  }

  private hear(message: Heard): void {
    if (message.type === 'snapshot') this.snapshot(message);
    else if (message.type === 'entry') this.entry(message);
    else if (message.type === 'table') this.tableTold(message.table);
    else this.said(message.line);
  }

  private snapshot(message: Snapshot): void {
    const first = this.info === null;
    this.sides = message.sides;
    this.holder = held(message.table);
    this.tableChanged(message.table);
    this.chat = message.chat;
    this.clock = message.table.clock;
    this.lookThrough();
    if (this.side !== null) this.stage.show(this.side.view);
    this.setStage();
    if (first) void this.learnGame();
    if (this.stage.moves.length === 0 && message.sides.length > 0) void this.learnMoves();
  }

  /** The match is on, but the server is still waking the game: there is nothing to see yet. */
  private async askLater(): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    await sleep(RETRY);
    this.asking = false;
    if (!this.left && this.sides.length === 0) this.line.askForAll();
  }

  private async learnGame(): Promise<void> {
    const games = await this.persist(() => api.games());
    this.game = games?.find((one) => one.name === this.info?.game) ?? null;
    this.setStage();
  }

  private async learnMoves(): Promise<void> {
    const moves = await this.persist(() => movesByAction(this.info!.game));
    if (moves !== null) this.stage.moves = moves;
  }

  /** Ask until there is an answer, or nobody is left to hear it. */
  private async persist<T>(ask: () => Promise<T>): Promise<T | null> {
    while (!this.left) {
      try {
        return await ask();
      } catch {
        await sleep(RETRY);
      }
    }
    return null;
  }

  private entry(message: EntryMessage): void {
    const before = this.side?.view;
    const looked = this.eyes;
    const outside = this.outside()?.view;
    this.clock = message.clock;
    this.sides = this.sides.map((side) => {
      const news = message.sides.find((one) => one.seat === side.seat);
      if (news === undefined) return side;
      return {
        ...side,
        view: news.view ?? side.view,
        legal: news.legal,
        can: news.can ?? side.can,
        story: [...side.story, news.told],
      };
    });
    if (this.info !== null) {
      this.info = { ...this.info, n: message.n, waiting: message.waiting };
    }
    if (outside !== undefined && this.shared() && this.deciding() !== looked) return this.lookAway(outside);
    this.lookThrough();
    this.setStage();
    const told = this.story.at(-1);
    if (told === undefined || this.side === null) return;
    announcer.say(spoken(told.lines));
    if (this.side.view !== before) void this.performed(told, this.side.view);
  }

  /** Between two turns a shared screen shows what everybody may see. When all of that has happened,
   * the next one lifts the curtain.
   */
  private lookAway(before: Tagged): void {
    if (this.eyes !== null) {
      this.eyes = this.lifted = null;
      this.stage.show(before);
    }
    this.setStage();
    const told = this.story.at(-1)!;
    announcer.say(spoken(told.lines));
    void this.performed(told, this.side!.view).then(() => {
      if (this.stage.performing || this.deciding() === null) return;
      this.lookThrough();
      this.setStage();
      this.stage.show(this.side!.view);
    });
  }

  private async performed(told: Told, view: Tagged): Promise<void> {
    await this.stage.enqueue({ n: told.n, view, events: told.events, lines: told.lines });
    if (!this.left) alerts.turn(this.myTurn());
  }

  /** The seat may have gone to another device, or a bot may have sat down on it: then the sides
   * are not those of this browser any more.
   */
  private tableTold(info: TableView): void {
    this.tableChanged(info);
    if (this.sides.length > 0 && this.holder !== held(info)) this.line.askForAll();
  }

  private tableChanged(info: TableView): void {
    this.ahead = Date.now() - info.now;
    this.info = info;
    this.clock = info.clock;
    this.setStage();
    this.contribute(info);
    if (info.state !== 'open' && this.sides.length === 0) void this.askLater();
    alerts.turn(this.myTurn());
  }

  private myTurn(): boolean {
    const info = this.info;
    if (info === null || info.state !== 'playing') return false;
    const asked = info.seats.some(({ seat, mine, who }) => mine && who === 'person' && info.waiting.includes(seat));
    return asked && info.seats.some((seat) => !seat.mine);
  }

  /** Add to the seed for every seat held here, as soon as its hash is known. */
  private contribute(info: TableView): void {
    if (info.state !== 'open') return;
    for (const { seat, mine, ready } of info.seats) {
      if (!mine || ready) this.offered.delete(seat);
      if (!mine || ready || this.offered.has(seat)) continue;
      this.offered.add(seat);
      this.do({ type: 'contribute', seat, text: randomText() }).catch(() => this.offerAgain(seat));
    }
  }

  /** A refused offer would leave the table waiting for ever. */
  private async offerAgain(seat: number): Promise<void> {
    await sleep(RETRY);
    this.offered.delete(seat);
    if (!this.left && this.info !== null) this.contribute(this.info);
  }

  /** What an onlooker sees, where several people with secrets share the screen. */
  private outside(): Side | undefined {
    return this.sides.length > 1 ? this.sides.find((side) => side.seat === null) : undefined;
  }

  /** The first held seat that has to decide. */
  private deciding(): number | null {
    return this.sides.find((side) => side.legal.length > 0)?.seat ?? null;
  }

  /** The seat that has to decide looks through the screen; else nobody in particular, where it is
   * shared, or the one that last did.
   */
  private lookThrough(): void {
    const deciding = this.deciding();
    if (deciding !== null) this.eyes = deciding;
    else if (this.outside() !== undefined) this.eyes = this.lifted = null;
    else if (!this.sides.some((side) => side.seat === this.eyes)) this.eyes = this.sides[0]?.seat ?? null;
  }

  private setStage(): void {
    const { stage, side, info } = this;
    if (info === null) return;
    stage.people = this.people;
    stage.waiting = info.waiting;
    stage.hints = info.hints;
    stage.over = info.state === 'over';
    stage.home = info.you.length === 1 ? info.you[0]! : 0;
    stage.eyes = side?.seat ?? null;
    stage.legal = new Set(side?.legal ?? []);
    stage.recent = lastTurn(side?.story ?? []).flatMap((told) => told.events);
    stage.can = side?.can ?? { undo: false, take_back: false, resign: false };
  }

  private person(seat: SeatView): Person {
    return { seat: seat.seat, name: seat.shown, mine: seat.mine };
  }

  private said(line: ChatLine): void {
    if (this.chat.some((one) => one.k === line.k)) return;
    this.chat = [...this.chat, line];
    if (!this.info?.you.includes(line.seat) && this.wanted(line)) sound.play('chat');
  }

  private wanted(line: ChatLine): boolean {
    if (settings.chat === 'none') return false;
    return settings.chat === 'all' || line.phrase !== null || (this.info?.you.includes(line.seat) ?? false);
  }
}
