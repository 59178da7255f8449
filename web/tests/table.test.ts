import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { sleep } from '../src/lib/time';
import type { ChatLine, EntryMessage, SeatView, Side, Snapshot, TableView, Told } from '../src/lib/wire';

/** The server's end of the line. */
class End {
  static last: End;
  sent: Record<string, any>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  constructor() {
    End.last = this;
  }
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {}
  say(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  contributions() {
    return this.sent.filter((one) => one['do']?.type === 'contribute').map((one) => one['do'].seat);
  }
  hellos() {
    return this.sent.filter((one) => one['type'] === 'hello').map((one) => one['since']);
  }
}

const ANSWERS: Record<string, object> = {
  me: { server: { phrases: [] } },
  games: { name: 'game', hidden: false, moves_version: '1', bots: [] },
  moves: { kinds: Array(9).fill(0), columns: [{ type: 'go', fields: {} }], notation: Array.from({ length: 9 }, (_, at) => `go ${at}`) },
  hint: {},
};

/** What the server doesn't have any more. */
let gone = '';

vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }));
vi.stubGlobal('document', { hidden: false, baseURI: 'http://cattery/' });
vi.stubGlobal('navigator', { languages: ['en'] });
vi.stubGlobal('WebSocket', End);
vi.stubGlobal('fetch', (url: string) => {
  if (gone !== '' && url.includes(gone)) return Promise.resolve({ ok: false, status: 404, json: () => Promise.resolve({ code: 'not_found', text: '' }) });
  const name = Object.keys(ANSWERS).findLast((one) => url.includes(one))!;
  return Promise.resolve({ ok: true, json: () => Promise.resolve(ANSWERS[name]) });
});
const { lastEvents, lastTurn, sinceOwn, Table } = await import('../src/lib/table.svelte');
const { alerts } = await import('../src/lib/alerts.svelte');
const { announcer } = await import('../src/lib/announce.svelte');
const { settings } = await import('../src/lib/settings.svelte');

const person = (seat: number, mine: boolean, more: Partial<SeatView> = {}): SeatView =>
  ({ seat, who: 'person', name: `P${seat}`, bot: null, mine, ready: true, ...more }) as SeatView;

function view(seats: SeatView[], more: Partial<TableView> = {}): TableView {
  const you = seats.filter((one) => one.mine).map((one) => one.seat);
  const state = 'playing' as const;
  const fairness = { commitment: '00', contributions: null, seed: null };
  return { game: 'game', state, n: 0, seats, you, waiting: [], clock: null, now: Date.now(), fairness, ...more } as TableView;
}

const side = (seat: number | null, legal: number[] = []): Side =>
  ({ seat, view: { n: 0 }, legal, can: {}, story: [] }) as unknown as Side;

const snapshot = (table: TableView, sides: Side[], chat: ChatLine[] = []): Snapshot =>
  ({ type: 'snapshot', n: table.n, table, sides, chat }) as Snapshot;

const toldEntry = (n: number, seat: number): Told => ({ n, seat, kind: 'move', move: '', events: [], lines: ['.'] }) as unknown as Told;
const entry = (n: number, seat: number, waiting: number[]): EntryMessage =>
  ({
    type: 'entry',
    n,
    waiting,
    clock: null,
    over: false,
    sides: [{ seat: 0, told: toldEntry(n - 1, seat), view: { n }, legal: [], can: null }],
  }) as unknown as EntryMessage;

let table: InstanceType<typeof Table>;
const told = (info: TableView) => End.last.say({ type: 'table', table: info });

beforeEach(async () => {
  table = new Table('id');
  await table.open();
  End.last.onopen!();
});
afterEach(() => {
  table.close();
  alerts.turn(false);
  settings.chat = 'all';
});

describe('a round that all play at once', () => {
  const unseen = (n: number, seat: number, waiting: number[], seats: (number | null)[] = [0]): EntryMessage =>
    ({
      type: 'entry',
      n,
      waiting,
      clock: null,
      over: false,
      sides: seats.map((one) => ({ seat: one, told: { n: n - 1, seat, kind: 'unseen', move: null, events: [], lines: [] }, view: null, legal: [], can: null })),
    }) as unknown as EntryMessage;
  /** One's own entry, which the others at the same screen can't see. */
  const own = (n: number, seat: number, waiting: number[], legal: number[], others: (number | null)[], undo = true): EntryMessage => {
    const message = unseen(n, seat, waiting, others);
    const told = { n: n - 1, seat, kind: 'move', move: 'x', events: [], lines: ['x'] };
    message.sides.push({ seat, told, view: { n }, legal, can: { undo, take_back: false, resign: true } });
    return message;
  };
  beforeEach(() => (ANSWERS['games'] = { name: 'game', hidden: false, at_once: true, moves_version: '1', bots: [] }));
  afterEach(() => (ANSWERS['games'] = { name: 'game', hidden: false, moves_version: '1', bots: [] }));
  const shown = { choice: 1, action: 1, view: null, events: [], lines: [], passing: false };

  test('what another does unseen touches nothing that is in hand', async () => {
    End.last.say(snapshot(view([person(0, true), person(1, false)], { waiting: [0, 1] }), [side(0, [1, 2])]));
    await sleep(0);
    const { stage } = table;
    stage.preview = shown;
    const [legal, seen] = [stage.legal, stage.view];
    End.last.say(unseen(1, 1, [0]));
    expect([stage.legal, stage.view, stage.preview]).toEqual([legal, seen, shown]);
    expect(stage.legal).toBe(legal);
    expect(stage.view).toBe(seen);
    expect(stage.waiting).toEqual([0]);
    expect(table.info!.n).toBe(1);
    expect(table.story).toEqual([]);
  });

  test('a hint that was asked for before it is still good', async () => {
    ANSWERS['hint'] = { seat: 0, n: 0, best: { action: 1, lines: ['.'] }, worth: 'good' };
    End.last.say(snapshot(view([person(0, true), person(1, false)], { waiting: [0, 1] }), [side(0, [1, 2])]));
    await sleep(0);
    const asking = table.stage.askHint('touch');
    End.last.say(unseen(1, 1, [0]));
    await sleep(5);
    End.last.say({ type: 'ack', id: End.last.sent.at(-1)!['id'], n: 1, preview: null });
    await asking;
    expect(table.stage.advised).toMatchObject({ worth: 'good' });
  });

  test('on one device the seats take it one after the other, behind a curtain', async () => {
    const people = [person(0, true), person(1, true), person(2, false)];
    End.last.say(snapshot(view(people, { waiting: [0, 1, 2] }), [side(0, [1]), side(1, [1]), side(null)]));
    await sleep(0);
    expect([table.eyes, table.covered]).toEqual([0, true]);
    table.lift();
    End.last.say(own(1, 0, [0, 1, 2], [2], [1, null]));
    await sleep(0);
    expect([table.eyes, table.covered]).toEqual([0, false]);
    End.last.say(own(2, 0, [1, 2], [], [1, null]));
    await sleep(0);
    expect([table.eyes, table.covered]).toEqual([1, true]);
    expect(table.reopenable).toEqual([0]);
    expect(table.story).toEqual([]);
  });

  /** The first of two at a device is done, and takes the last step back when the screen has gone to the second. */
  async function reopened(meanwhile: () => void): Promise<void> {
    const people = [person(0, true), person(1, true), person(2, false)];
    End.last.say(snapshot(view(people, { waiting: [0, 1, 2] }), [side(0, [1]), side(1, [1]), side(null)]));
    await sleep(0);
    table.lift();
    End.last.say(own(1, 0, [1, 2], [], [1, null]));
    await sleep(0);
    meanwhile();
    void table.reopen(0);
    await sleep(0);
    expect(End.last.sent.at(-1)!['do']).toEqual({ type: 'undo', seat: 0 });
    End.last.say(own(2, 0, [0, 1, 2], [1], [1, null], false));
    await sleep(0);
  }

  test('whoever is done takes the screen back with the last step', async () => {
    await reopened(() => undefined);
    expect([table.eyes, table.covered]).toEqual([0, false]);
  });

  test('but lifts the curtain once more where another has looked since', async () => {
    await reopened(() => table.lift());
    expect([table.eyes, table.covered]).toEqual([0, true]);
    table.lift();
    expect(table.covered).toBe(false);
  });

  test('also where they have hidden their sheet again', async () => {
    await reopened(() => (table.lift(), table.hide()));
    expect([table.eyes, table.covered]).toEqual([0, true]);
  });

  test('its end is shown to all before the next one begins', async () => {
    const people = [person(0, true), person(1, true)];
    End.last.say(snapshot(view(people, { waiting: [1] }), [side(0), side(1, [1]), side(null)]));
    await sleep(0);
    table.lift();
    let finish = () => {};
    table.stage.perform = () => new Promise((done) => (finish = done));
    const told = { n: 0, seat: 1, kind: 'move', move: 'done', events: [], lines: ['closed'] };
    const can = { undo: false, take_back: false, resign: true };
    const sides = [0, 1, null].map((seat) => ({ seat, told, view: { n: 1 }, legal: seat === null ? [] : [1], can }));
    End.last.say({ type: 'entry', n: 1, waiting: [0, 1], clock: null, over: false, sides });
    await sleep(0);
    expect([table.eyes, table.covered]).toEqual([null, false]);
    finish();
    await sleep(0);
    expect([table.eyes, table.covered]).toEqual([0, true]);
  });
});

describe('a screen that people with secrets share', () => {
  const people = [person(0, true), person(1, true), { ...person(2, false), who: 'bot' }, { ...person(3, false), who: 'bot' }] as SeatView[];
  const sides = (legal: Record<number, number[]>) => [side(0, legal[0]), side(1, legal[1]), side(null)];
  /** An entry of a seat, and what may be done after it. */
  const played = (n: number, seat: number, waiting: number[], legal: Record<number, number[]> = {}): EntryMessage =>
    ({
      type: 'entry',
      n,
      waiting,
      clock: null,
      over: false,
      sides: [0, 1, null].map((one) => ({ seat: one, told: toldEntry(n - 1, seat), view: { n }, legal: one === null ? [] : (legal[one] ?? []), can: null })),
    }) as unknown as EntryMessage;
  beforeEach(async () => {
    ANSWERS['games'] = { name: 'game', hidden: true, moves_version: '1', bots: [] };
    End.last.say(snapshot(view(people, { waiting: [0] }), sides({ 0: [1] })));
    await sleep(0);
  });
  afterEach(() => (ANSWERS['games'] = { name: 'game', hidden: false, moves_version: '1', bots: [] }));

  test('is opened by whoever is asked, and can be hidden again', () => {
    expect([table.covered, table.eyes]).toEqual([true, 0]);
    table.lift();
    expect([table.covered, table.opened]).toEqual([false, true]);
    table.hide();
    expect([table.covered, table.opened]).toEqual([true, false]);
  });

  test('stays open over the turns of bots, and is locked when another person was asked', async () => {
    table.lift();
    End.last.say(played(1, 0, [2]));
    await sleep(5);
    End.last.say(played(2, 2, [0], { 0: [1] }));
    await sleep(5);
    expect([table.eyes, table.covered]).toEqual([0, false]);
    End.last.say(played(3, 0, [1], { 1: [1] }));
    await sleep(5);
    expect([table.eyes, table.covered]).toEqual([1, true]);
    End.last.say(played(4, 1, [0], { 0: [1] }));
    await sleep(5);
    expect([table.eyes, table.covered]).toEqual([0, true]);
  });

  test('asks the next person also when that was known while a bot was still being shown', async () => {
    let end = () => undefined as void;
    table.stage.perform = () => new Promise((resolve) => (end = resolve));
    End.last.say(played(1, 0, [2]));
    await sleep(5);
    end();
    await vi.waitFor(() => expect([table.stage.performing, table.eyes]).toEqual([false, null]));
    End.last.say(played(2, 2, [3]));
    await sleep(5);
    End.last.say(played(3, 3, [1], { 1: [1] }));
    table.stage.perform = null;
    end();
    await vi.waitFor(() => expect([table.stage.performing, table.eyes, table.covered]).toEqual([false, 1, true]));
  });

  test('is locked by whatever came while the page was away, also by a seat that changed hands', () => {
    table.lift();
    End.last.say(snapshot(view(people, { waiting: [0] }), sides({ 0: [1] })));
    expect(table.covered).toBe(false);
    const left = [person(0, false), ...people.slice(1)];
    End.last.say(snapshot(view(left, { waiting: [0] }), [side(1), side(null)]));
    End.last.say(snapshot(view(people, { waiting: [0] }), sides({ 0: [1] })));
    expect(table.covered).toBe(true);
  });
});

describe('before the start', () => {
  const open = (...seats: SeatView[]) => told(view(seats, { state: 'open' }));

  test('every seat held here adds to the seed once', () => {
    open(person(0, true, { ready: false }), person(1, false, { ready: false }));
    open(person(0, true, { ready: false }), person(1, false));
    expect(End.last.contributions()).toEqual([0]);
  });

  test('a seat that was left and taken again adds to it again', () => {
    open(person(0, true, { ready: false }));
    open(person(0, true));
    open(person(0, false, { who: 'open', ready: false }));
    open(person(0, true, { ready: false }));
    expect(End.last.contributions()).toEqual([0, 0]);
  });
});

describe('what was told', () => {
  const story = [0, 0, 1, 2, 2].map((seat, n) => toldEntry(n, seat));

  test('of the last turn is what its seat did', () => {
    expect(lastTurn(story).map(({ n }) => n)).toEqual([3, 4]);
  });

  test('and undone again leaves no mark', () => {
    const placed = (n: number, square: string) => ({ ...toldEntry(n, 1), events: [{ type: 'placed', square }] });
    const undone = { ...toldEntry(4, 1), kind: 'undo' };
    const turn = [toldEntry(2, 0), placed(3, 'c3'), undone, placed(5, 'd4')];
    expect(lastEvents(turn)).toEqual([{ type: 'placed', square: 'd4' }]);
    expect(lastEvents(turn.slice(0, 3))).toEqual([]);
  });

  test('since the own turn is what all others did', () => {
    expect(sinceOwn(story, 0).map(({ n }) => n)).toEqual([2, 3, 4]);
    expect(sinceOwn(story, 2)).toEqual([]);
    expect(sinceOwn(story, null)).toEqual([]);
  });
});

test('moves that the server lists anew are fetched anew, also past the first block', async () => {
  const { games, moves } = ANSWERS;
  onTestFinished(() => {
    gone = '';
    Object.assign(ANSWERS, { games, moves });
  });
  ANSWERS['games'] = { ...games, moves_version: 'old' };
  ANSWERS['moves'] = { kinds: Array(1024).fill(0), columns: [{ type: 'go', fields: {} }], notation: Array(1024).fill('go') };
  gone = 'moves/old/2';
  End.last.say(snapshot(view([person(0, true), person(1, false)], { waiting: [0] }), [side(0, [2050])]));
  await vi.waitFor(() => expect(table.game).not.toBe(null));
  ANSWERS['games'] = { ...games, moves_version: 'new' };
  await vi.waitFor(() => expect(table.stage.mine).toBe(true), 4000);
});

describe('whose turn it is', () => {
  test('calls the person who has to decide', () => {
    End.last.say(snapshot(view([person(0, true), person(1, false)], { waiting: [0] }), [side(0, [1])]));
    expect(alerts.calling).toBe(true);
  });

  test('calls nobody where a bot stands in', () => {
    const left = person(0, true, { who: 'bot', bot: 'greedy' });
    End.last.say(snapshot(view([left, person(1, false)], { waiting: [0] }), [side(0)]));
    expect(alerts.calling).toBe(false);
  });

  test('calls nobody who has left while something was performed', async () => {
    End.last.say(snapshot(view([person(0, true), person(1, false)], { waiting: [1] }), [side(0)]));
    let finish = () => {};
    table.stage.perform = () => new Promise((done) => (finish = done));
    End.last.say(entry(1, 1, [0]));
    await sleep(0);
    table.close();
    finish();
    await sleep(0);
    expect(alerts.calling).toBe(false);
  });
});

describe('everything is asked for again', () => {
  const mine = [person(0, true), person(1, false)];
  beforeEach(() => End.last.say(snapshot(view(mine), [side(0)])));

  test('when the seat has gone to another device', () => {
    told(view(mine.map((one) => ({ ...one, mine: false }))));
    expect(End.last.hellos()).toEqual([null, null]);
  });

  test('when a bot sat down on the seat, and when it gave it back', () => {
    const stood = view([person(0, true, { who: 'bot', bot: 'greedy' }), person(1, false)]);
    told(stood);
    expect(End.last.hellos()).toHaveLength(2);
    End.last.say(snapshot(stood, [side(0)]));
    told(stood);
    expect(End.last.hellos()).toHaveLength(2);
    told(view(mine));
    expect(End.last.hellos()).toHaveLength(3);
  });

  test('but not when somebody else comes or goes', () => {
    told(view([person(0, true), person(1, false, { who: 'bot', bot: 'greedy' })]));
    expect(End.last.hellos()).toEqual([null]);
  });
});

test('what happened is said when the board has shown it, and several things in one', async () => {
  const said = async () => {
    table.tellAloud(); // as the page does whenever the story has grown
    await sleep(90);
    return announcer.text.replace('\u200b', '');
  };
  const tells = (n: number, line: string): EntryMessage => {
    const message = entry(n, 1, [0]);
    message.sides[0]!.told.lines = [line];
    return message;
  };
  End.last.say(snapshot(view([person(0, true), person(1, false)]), [side(0)]));
  const before = await said();
  let done = () => undefined as void;
  table.stage.perform = () => new Promise<void>((resolve) => (done = resolve));
  End.last.say(tells(1, 'first'));
  expect(await said()).toBe(before);
  done();
  await sleep(0);
  expect(await said()).toBe('first.');
  table.stage.perform = () => Promise.resolve();
  End.last.say(tells(2, 'second'));
  End.last.say(tells(3, 'third'));
  await sleep(400);
  expect(await said()).toBe('second. third.');
});

test('what lies nearest is that of the first seat held here', () => {
  End.last.say(snapshot(view([person(0, false), person(1, true), person(2, true)]), [side(1), side(2)]));
  expect(table.stage.home).toBe(1);
});

test('only what a person wants to see of the chat is heard', () => {
  const line = (k: number, seat: number, phrase: string | null) =>
    ({ k, at: 0, seat, name: '', text: phrase === null ? 'free' : null, phrase }) as ChatLine;
  const chat = [line(0, 1, null), line(1, 1, 'hello'), line(2, 0, null)];
  End.last.say(snapshot(view([person(0, true), person(1, false)]), [side(0)], chat));
  const heard = () => table.heard.map((one) => one.k);
  expect(heard()).toEqual([0, 1, 2]);
  settings.chat = 'phrases';
  expect(heard()).toEqual([1, 2]);
  settings.chat = 'none';
  expect(heard()).toEqual([]);
});
