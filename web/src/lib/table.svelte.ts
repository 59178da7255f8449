import { announcer, readingTime, toasts } from './announce.svelte';
import { api, socketUrl } from './api';
import { alerts } from './alerts.svelte';
import { addition, taken, watch } from './fairness';
import { listed, speech, t } from './i18n.svelte';
import { type Do, type Heard, Line, type LineState, realTimers, Refusal, type Socket } from './line';
import { movesOf } from './moves';
import { SHARE } from './tempo';
import { sleep } from './time';
import { settings } from './settings.svelte';
import { hex } from './sha256';
import { sound } from './sound';
import { type Advice, type Choice, type Person, Stage, type Tagged } from './stage.svelte';
import type {
  ChatLine,
  Clock,
  EntryMessage,
  EntrySide,
  GameInfo,
  SeatView,
  Side,
  Snapshot,
  TableView,
  Told,
} from './wire';

/** Milliseconds before an unanswered request is made again. */
const RETRY = 1500;
/** Milliseconds that an entry may come later than an answer that already knows of it. */
const LATE = 1000;

/** A game's words for a move that is refused in public. */
const REFUSED = 'board.refused_openly';

/** How the bots of levels are called, before the level's number. */
const LEVEL = 'level:';

const resignations = (story: Told[]): number[] => story.flatMap(({ kind, seat }) => (kind === 'resign' ? [seat] : []));

/** Random bytes as text, for the ids of commands. */
const randomText = (): string => hex(crypto.getRandomValues(new Uint8Array(16)));

/** Lines as a screen reader shall say them: with a rest after each. */
function spoken(lines: string[]): string {
  return lines.filter((line) => line !== '').map((line) => (/[.!?]$/.test(line) ? line : `${line}.`)).join(' ');
}

/** The seats that this browser holds, and who moves there. */
function held(info: TableView): string {
  return info.seats.map(({ seat, mine, who }) => (mine ? `${seat}:${who}` : '')).join();
}

/** An entry that its viewer can't see: a step of somebody else in a round that all play at once. */
export const isUnseen = ({ kind }: Told): boolean => kind === 'unseen';

const alike = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** A side after an entry. One that it can't see leaves all that is alike as it was, to the very object. */
function followed(side: Side, { told, view, legal, can }: EntrySide): Side {
  const story = isUnseen(told) ? side.story : [...side.story, told];
  if (view === null) return { ...side, story }; // more follows at once, or there is nothing to see
  if (!isUnseen(told)) return { ...side, view, legal, can: can ?? side.can, story };
  return {
    ...side,
    view: alike(view, side.view) ? side.view : view,
    legal: alike(legal, side.legal) ? side.legal : legal,
    can: can ?? side.can,
  };
}

/** What a line of the chat says. */
export const wordsOf = ({ phrase, text }: ChatLine): string => (phrase === null ? (text ?? '') : speech.shared.say(`phrase.${phrase}`));

/** The entries since the turn last changed hands. */
export function lastTurn(story: readonly Told[]): Told[] {
  const seat = story.at(-1)?.seat;
  return story.slice(story.findLastIndex((told) => told.seat !== seat) + 1);
}

/** Events of the last turn that still stand, for marks on the board: what was undone again has left none. */
export function lastEvents(story: readonly Told[]): Tagged[] {
  const standing: Told[] = [];
  for (const told of lastTurn(story)) {
    if (told.kind === 'undo') standing.pop();
    else standing.push(told);
  }
  return standing.flatMap((told) => told.events) as Tagged[];
}

/** The entries since a seat last did something: what its player comes back to. */
export function sinceOwn(story: readonly Told[], seat: number | null): Told[] {
  return seat === null ? [] : story.slice(story.findLastIndex((told) => told.seat === seat) + 1);
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
  /** Whether a decision needs nothing but what everybody sees, as the game's page says. */
  private openly = $state.raw<(view: Tagged) => boolean>(() => false);
  /** Several people with secrets look at this screen in turn. */
  readonly shared = $derived(this.severalHere() && (this.game === null || this.game.hidden || this.game.at_once));
  private readonly secretive = $derived(this.shared && this.eyes !== null && this.eyes !== this.lifted);
  /** Somebody has lifted the curtain, and may let it down again. */
  readonly opened = $derived(this.shared && this.eyes !== null && this.eyes === this.lifted);
  /** The one who decides sees what everybody sees, and may ask for more. */
  readonly inPublic = $derived(this.secretive && this.outside() !== undefined && this.openly(this.outside()!.view));
  readonly covered = $derived(this.secretive && !this.inPublic);
  stage: Stage;
  readonly side = $derived(this.sides.find((one) => one.seat === this.eyes) ?? this.sides[0] ?? null);
  /** What the person at the screen may read: behind the curtain, what everybody may. */
  readonly story = $derived(
    ((this.secretive ? this.outside() : this.side)?.story ?? []).filter(({ n }) => n <= this.stage.told),
  );
  /** Seats that have given up. */
  readonly resigned = $derived(resignations(this.story));
  /** The same, known before all that came earlier has been shown: they won't come back. */
  private readonly leavers = $derived(resignations((this.secretive ? this.outside() : this.side)?.story ?? []));
  /** Seats of a shared screen that have finished their round, and may still change it. */
  readonly reopenable = $derived(
    this.game?.at_once && this.info?.state === 'playing'
      ? this.sides.filter(({ seat, legal, can }) => seat !== null && seat !== this.eyes && legal.length === 0 && can.undo).map(({ seat }) => seat!)
      : [],
  );
  /** What of the chat this person wants to see. */
  readonly heard = $derived(this.chat.filter((line) => this.wanted(line)));
  readonly people = $derived((this.info?.seats ?? []).map((seat) => this.person(seat)));
  /** Who stays at a shared screen as long as there is something to decide for them. */
  private staying: number | null = null;
  /** Who has lifted the curtain last, and so may still have the screen. */
  private opener: number | null = null;
  /** Who is taking their last step back at a shared screen, until the server has said so. */
  private reopening: number | null = null;
  /** What was just said, by seat. */
  private bubbles = $state.raw<Record<number, string | undefined>>({});
  /** Milliseconds that this device's clock is ahead of the server's. */
  private ahead = 0;
  /** Keys of the set phrases of the chat. */
  phrases = $state.raw<string[]>([]);
  private left = false;
  /** Entries up to the last one that changed what the person at the screen sees or may do. */
  private changed = 0;
  /** The first entry that wasn't said aloud yet. */
  private aloud = 0;
  /** For whom the sides were made. */
  private holder = '';
  /** The legal moves and the story that are on the stage: what hasn't changed isn't set anew. */
  private legal: readonly number[] | null = null;
  private told: readonly Told[] | null = null;
  private offered = new Set<number>();
  private asking = false;

  constructor(readonly id: string) {
    this.stage = new Stage({
      preview: (choice) => this.preview(choice),
      play: async (choice) => {
        await this.choose({ type: 'play', seat: this.side!.seat!, move: choice });
        toasts.forgive();
      },
      undo: async () => {
        if (await this.tryTo({ type: 'undo', seat: this.side!.seat! })) toasts.forgive();
      },
      careful: (hand) =>
        settings.confirm === 'always' || (settings.confirm === 'touch' && hand !== 'mouse'),
      refused: (text) => {
        sound.play('no');
        toasts.show(text, 'no');
      },
      proposed: ({ lines }, hand) => {
        toasts.forgive();
        const advice = this.stage.advised;
        const first = advice === null ? lines : [advice.worth, advice.why, ...(lines.length > 0 ? lines : advice.lines)];
        announcer.say(spoken([...first, ...(hand === 'keys' ? [t('bar.keys')] : [])]));
      },
      hint: () => this.hint(),
    });
    this.stage.still = () => settings.still || settings.pace === 'at_once';
    this.stage.tempo.share = () => SHARE[settings.pace];
    this.stage.timeLeft = (seat, now) => (this.clock === null ? null : this.timeLeft(seat, now));
    this.stage.picture = (move) => api.picture(this.id, this.inPublic ? null : this.eyes, move === null ? {} : { move: String(move) });
    this.line = new Line(
      () => new WebSocket(socketUrl(id)) as Socket,
      { hear: (message) => this.hear(message), change: (state) => this.lineChanged(state) },
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

  private severalHere(): boolean {
    return (this.info?.you.length ?? 0) > 1 && this.info?.state === 'playing';
  }

  /** The one who has to decide is alone with the screen. */
  lift(): void {
    const { inPublic } = this;
    this.lifted = this.staying = this.opener = this.eyes;
    if (inPublic) this.look();
  }

  /** Their secrets are hidden again. */
  hide(): void {
    this.lock();
    this.look();
  }

  private lock(): void {
    this.lifted = this.staying = null;
  }

  /** Whoever has lifted the curtain may look until another person is asked: by then the screen may lie in other hands. */
  private lockForOthers(): void {
    const { waiting, seats } = this.info!;
    const asked = seats.filter(({ seat, who }) => who === 'person' && waiting.includes(seat)).map(({ seat }) => seat);
    if (this.reopening === null && this.staying !== null && asked.length > 0 && !asked.includes(this.staying)) this.staying = null;
  }

  /** Say which decisions need no secrets. */
  decideOpenly(openly: (view: Tagged) => boolean): void {
    this.openly = openly;
    if (this.inPublic) this.look();
  }

  /** Show what the person at the screen may see now. */
  private look(): void {
    this.stage.show(this.seen()!.view);
    this.setStage();
  }

  /** Through which side the person at the screen looks at the match. */
  private seen(): Side | null {
    return this.inPublic ? this.outside()! : this.side;
  }

  /** Somebody who has finished a round takes the screen back, and the last step too. */
  async reopen(seat: number): Promise<void> {
    this.staying = this.reopening = seat;
    if (!(await this.tryTo({ type: 'undo', seat }))) this.staying = this.lifted;
    this.reopening = null;
  }

  /** Say what the board has shown since this was last asked for. */
  tellAloud(): void {
    const news = this.story.filter(({ n }) => n >= this.aloud);
    if (news.length === 0) return;
    this.aloud = news.at(-1)!.n + 1;
    announcer.say(spoken([...news.flatMap(({ lines }) => lines), ...this.whoIsMissing(news.at(-1)!)]));
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

  /** Ask for a move. Where all look on, the game has words for a refusal that don't say what is in somebody's hand. */
  private async choose(action: Do) {
    const words = this.inPublic ? speech.game(this.info!.game) : null;
    try {
      return await this.line.command(action);
    } catch (error) {
      const tells = words !== null && words.has(REFUSED) && error instanceof Refusal && error.code === 'illegal';
      throw tells ? new Refusal(error.code, error.rule, words.say(REFUSED)) : error;
    }
  }

  private async preview(choice: Choice) {
    const { preview } = await this.choose({ type: 'preview', seat: this.side!.seat!, move: choice });
    const action = typeof choice === 'number' ? choice : (preview?.action ?? null);
    return { action, view: this.inPublic ? null : (preview?.view ?? null), events: preview?.events ?? [], lines: preview?.lines ?? [] };
  }

  /** What others do unseen meanwhile doesn't make a hint worth less. */
  private async hint(): Promise<Advice | null> {
    const asked = this.changed;
    const { best, worth, why, n } = await api.hint(this.id, this.side!.seat!);
    for (let wait = 0; n > this.info!.n && wait < LATE; wait += 20) await sleep(20);
    if (n < asked || this.changed !== asked) return null;
    return { action: best.action, worth, why, lines: best.lines };
  }

  private lineChanged(state: LineState): void {
    this.lineState = state;
    this.gone = this.line.ended;
  }

  private hear(message: Heard): void {
    if (message.type === 'snapshot') this.snapshot(message);
    else if (message.type === 'entry') this.entry(message);
    else if (message.type === 'table') this.tableTold(message.table);
    else if (message.type === 'seat_moved') toasts.show(t('move_seat.moved'), 'no');
    else this.said(message.line);
  }

  private snapshot(message: Snapshot): void {
    const first = this.info === null;
    if (message.n !== this.info?.n || this.holder !== held(message.table)) {
      this.lock();
      this.opener = null;
    }
    this.sides = message.sides.map((side) => ({ ...side, story: side.story.filter((told) => !isUnseen(told)) }));
    this.changed = this.aloud = message.n;
    this.holder = held(message.table);
    this.tableChanged(message.table);
    this.chat = message.chat;
    this.clock = message.table.clock;
    this.lookThrough();
    if (this.side !== null) this.stage.show(this.seen()!.view);
    this.setStage();
    if (first) void this.learnGame();
    if (message.sides.length > 0) void this.learnMoves();
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
    const name = this.info!.game;
    const game = await this.persist(() => api.game(name));
    if (game === null) return;
    this.game = game;
    this.setStage();
    if (this.sides.length > 0) void this.learnMoves();
  }

  /** Get the moves behind the legal ids; of a small game all, once. */
  private async learnMoves(): Promise<void> {
    const legal = this.sides.flatMap((side) => side.legal);
    const known = this.stage.moves;
    if (this.game === null || (known.length > 0 && legal.every((action) => known[action] !== undefined))) return;
    const moves = await this.persist(async () => {
      const { name, moves_version } = this.game!;
      try {
        return await movesOf(name, moves_version).with(legal);
      } catch (error) {
        this.game = await api.game(name); // perhaps the server has newer rules by now
        throw error;
      }
    });
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
    const { inPublic } = this;
    this.clock = message.clock;
    this.sides = this.sides.map((side) => {
      const news = message.sides.find((one) => one.seat === side.seat);
      return news === undefined ? side : followed(side, news);
    });
    if (this.info !== null) {
      this.info = { ...this.info, n: message.n, waiting: message.waiting };
      this.lockForOthers();
    }
    void this.learnMoves();
    if (outside !== undefined && this.shared && (inPublic || this.handsOver(message))) return this.lookAway(outside, message);
    this.lookThrough();
    const told = message.sides.find((one) => one.seat === this.side?.seat)?.told;
    const unseen = told !== undefined && isUnseen(told) && this.eyes === looked;
    const performs = told !== undefined && !unseen && this.side!.view !== before;
    this.setStage(!performs);
    if (told === undefined || this.side === null) return;
    if (unseen) return this.unseen(before!);
    this.changed = message.n;
    if (performs) void this.performed(told, this.side.view);
  }

  /** Somebody else did what this seat can't see: nothing that is in hand is touched. */
  private unseen(before: Tagged): void {
    const { view } = this.side!;
    if (view !== before) this.stage.refresh(view);
    alerts.turn(this.myTurn());
  }

  /** For whom the round waits, when the person at the screen has just finished it. */
  private whoIsMissing(told: Told): string[] {
    const { info, side } = this;
    const done = this.game?.at_once === true && told.seat === side?.seat && side.legal.length === 0;
    if (!done || info === null || info.waiting.length === 0) return [];
    return [t('bar.waiting_for', { names: listed(info.waiting.map((seat) => this.nameOf(seat))) })];
  }

  /** Another one of a shared screen is to decide, or a round is over that all have played at once. */
  private handsOver({ sides }: EntryMessage): boolean {
    const told = sides.find((one) => one.seat === null)?.told;
    const closed = this.game?.at_once === true && told !== undefined && !isUnseen(told);
    if (closed) this.staying = null;
    return closed || this.deciding() !== this.eyes;
  }

  /** Between two turns a shared screen shows what everybody may see. When all of that has happened,
   * the next one lifts the curtain.
   */
  private lookAway(before: Tagged, message: EntryMessage): void {
    this.changed = message.n;
    const told = message.sides.find((one) => one.seat === null)!.told;
    if (isUnseen(told)) return this.comeNext();
    if (this.eyes !== null) {
      this.eyes = this.lifted = null;
      this.stage.show(before);
    }
    this.setStage(false);
    void this.performed(told, this.side!.view);
  }

  /** The next one at a shared screen; whoever took it back needn't lift the curtain once more, unless another has done so since. */
  private comeNext(): void {
    this.lookThrough();
    const stays = this.eyes !== null && this.eyes === this.staying && this.eyes === this.opener;
    this.lifted = stays ? this.eyes : null;
    this.look();
  }

  private async performed(told: Told, view: Tagged): Promise<void> {
    const { waiting } = this.info!;
    const story = this.seen()?.story ?? [];
    const shown = () => this.mark(waiting, story);
    await this.stage.enqueue({ n: told.n, view, events: told.events, lines: told.lines, shown });
    if (this.left) return;
    alerts.turn(this.myTurn());
    if (this.shared && this.eyes === null && !this.stage.performing && this.deciding() !== null) this.comeNext();
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
    if (info.state !== 'open' && !info.outdated && this.sides.length === 0) void this.askLater();
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
    watch(info);
    for (const { seat, mine, ready } of info.seats) {
      if (!mine || ready) this.offered.delete(seat);
      if (!mine || ready || this.offered.has(seat)) continue;
      this.offered.add(seat);
      this.do({ type: 'contribute', seat, text: addition(info.id, seat) }).then(
        () => taken(info.id, seat),
        () => this.offerAgain(seat),
      );
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

  /** The held seat that has to decide: who is at the screen already, or the first. */
  private deciding(): number | null {
    const able = this.sides.filter((side) => side.legal.length > 0);
    return (able.find((side) => side.seat === this.staying) ?? able[0])?.seat ?? null;
  }

  /** The seat that has to decide looks through the screen; else nobody in particular, where it is
   * shared, or the one that last did.
   */
  private lookThrough(): void {
    const deciding = this.deciding();
    if (deciding !== null) this.eyes = deciding;
    else if (this.outside() !== undefined) this.eyes = this.lifted = null;
    else if (!this.sides.some((side) => side.seat === this.eyes)) this.eyes = this.sides[0]?.seat ?? null;
    if (this.lifted !== this.eyes) this.lifted = null;
  }

  /** `settled`: the board shows it already; else who is to move and what is marked comes with its scene. */
  private setStage(settled = true): void {
    const { stage, side, info } = this;
    if (info === null) return;
    stage.game = info.game;
    stage.atOnce = this.game?.at_once ?? false;
    stage.people = this.people;
    stage.hints = info.hints && !this.inPublic;
    stage.over = info.state === 'over';
    stage.home = info.you[0] ?? 0;
    stage.eyes = side?.seat ?? null;
    if (side?.legal !== this.legal) stage.legal = new Set((this.legal = side?.legal ?? []));
    stage.can = side?.can ?? { undo: false, take_back: false, resign: false };
    if (settled && stage.told === Infinity) this.mark(info.waiting, this.seen()?.story ?? []);
  }

  /** Who is to move after what the board has shown, and what of it is marked there. */
  private mark(waiting: number[], story: readonly Told[]): void {
    const { stage } = this;
    stage.waiting = waiting;
    if (story === this.told) return;
    this.told = story;
    stage.recent = lastEvents(story);
    const since = sinceOwn(story, stage.eyes);
    stage.sinceOwn = since.flatMap((told) => told.events);
    stage.news = since.findLast(({ lines }) => lines.length > 0)?.lines ?? [];
  }

  private person(seat: SeatView): Person {
    const away = seat.who === 'person' && !seat.here && !seat.mine;
    const instead = this.leavers.includes(seat.seat) ? 'gone' : 'stand_in';
    const state = seat.stand_in ? instead : away ? 'away' : 'here';
    const bot = seat.stand_in ? undefined : this.game?.bots.find(({ name }) => name === seat.bot);
    const level = bot?.name.startsWith(LEVEL) === true ? bot.name.slice(LEVEL.length) : undefined;
    const kind = { bot: bot?.title, about: bot?.about ?? undefined, level };
    return { seat: seat.seat, name: seat.shown, mine: seat.mine, state, ...kind, says: this.bubbles[seat.seat] };
  }

  private said(line: ChatLine): void {
    if (this.chat.some((one) => one.k === line.k)) return;
    this.chat = [...this.chat, line];
    if (this.info?.you.includes(line.seat) || !this.wanted(line)) return;
    sound.play('chat');
    void this.bubble(line);
  }

  /** Shows at its player what was said, for as long as it takes to read it. */
  private async bubble(line: ChatLine): Promise<void> {
    const text = wordsOf(line);
    this.bubbles = { ...this.bubbles, [line.seat]: text };
    this.setStage();
    await sleep(readingTime(text));
    if (this.bubbles[line.seat] === text) this.bubbles = { ...this.bubbles, [line.seat]: undefined };
    this.setStage();
  }

  private wanted(line: ChatLine): boolean {
    if (settings.chat === 'none') return false;
    return settings.chat === 'all' || line.phrase !== null || (this.info?.you.includes(line.seat) ?? false);
  }
}
