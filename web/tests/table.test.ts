import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { sleep } from '../src/lib/time';
import type { ChatLine, EntryMessage, SeatView, Side, Snapshot, TableView } from '../src/lib/wire';

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
  games: { games: [{ name: 'game', hidden: false }] },
  moves: { moves: [] },
};

vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }));
vi.stubGlobal('document', { hidden: false, baseURI: 'http://cattery/' });
vi.stubGlobal('navigator', { languages: ['en'] });
vi.stubGlobal('WebSocket', End);
vi.stubGlobal('fetch', (url: string) => {
  const name = Object.keys(ANSWERS).findLast((one) => url.includes(one))!;
  return Promise.resolve({ ok: true, json: () => Promise.resolve(ANSWERS[name]) });
});
const { Table } = await import('../src/lib/table.svelte');
const { alerts } = await import('../src/lib/alerts.svelte');
const { settings } = await import('../src/lib/settings.svelte');

const person = (seat: number, mine: boolean, more: Partial<SeatView> = {}): SeatView =>
  ({ seat, who: 'person', name: `P${seat}`, bot: null, mine, ready: true, ...more }) as SeatView;

function view(seats: SeatView[], more: Partial<TableView> = {}): TableView {
  const you = seats.filter((one) => one.mine).map((one) => one.seat);
  const state = 'playing' as const;
  return { game: 'game', state, n: 0, seats, you, waiting: [], clock: null, now: Date.now(), ...more } as TableView;
}

const side = (seat: number | null, legal: number[] = []): Side =>
  ({ seat, view: { n: 0 }, legal, can: {}, story: [] }) as unknown as Side;

const snapshot = (table: TableView, sides: Side[], chat: ChatLine[] = []): Snapshot =>
  ({ type: 'snapshot', n: table.n, table, sides, chat }) as Snapshot;

const entry = (n: number, seat: number, waiting: number[]): EntryMessage =>
  ({
    type: 'entry',
    n,
    waiting,
    clock: null,
    over: false,
    sides: [{ seat: 0, told: { n: n - 1, seat, kind: 'move', move: '', events: [], lines: ['.'] }, view: { n }, legal: [], can: null }],
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
