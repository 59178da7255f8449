import { beforeEach, describe, expect, test } from 'vitest';
import { type Heard, Line, type LineState, Refusal, type Socket, type Timers } from '../src/lib/line';

/** Timers that run when the test says so. */
class Hand implements Timers {
  now = 0;
  private due: { at: number; run: () => void }[] = [];
  set(run: () => void, ms: number) {
    const timer = { at: this.now + ms, run };
    this.due.push(timer);
    return timer;
  }
  clear(timer: unknown) {
    this.due = this.due.filter((one) => one !== timer);
  }
  random() {
    return 1;
  }
  pass(ms: number) {
    const until = this.now + ms;
    for (;;) {
      const next = this.due.filter((one) => one.at <= until).sort((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      this.clear(next);
      this.now = next.at;
      next.run();
    }
    this.now = until;
  }
}

/** The other end of the line, in the test's hands. */
class End implements Socket {
  sent: Record<string, any>[] = [];
  closed = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.closed = true;
  }
  say(message: object | string) {
    this.onmessage?.({ data: typeof message === 'string' ? message : JSON.stringify(message) });
  }
  drop(code = 1006) {
    this.onclose?.({ code });
  }
  commands() {
    return this.sent.filter((one) => one['type'] === 'command');
  }
}

let hand: Hand;
let ends: End[];
let heard: Heard[];
let states: LineState[];
let line: Line;
const last = () => ends[ends.length - 1]!;
const snapshot = (n: number) => ({ type: 'snapshot', n, chat: [] });
const entry = (n: number) => ({ type: 'entry', n });

beforeEach(() => {
  hand = new Hand();
  ends = [];
  heard = [];
  states = [];
  const connect = () => {
    const end = new End();
    ends.push(end);
    return end;
  };
  const ears = {
    hear: (message: Heard) => void heard.push(message),
    change: (state: LineState) => void states.push(state),
  };
  line = new Line(connect, ears, hand, 'hu', 'p');
  line.open();
});

/** Open the newest end and let the server answer the greeting. */
function greet(n: number) {
  last().onopen!();
  last().say(snapshot(n));
}

describe('greeting', () => {
  test('the first hello knows nothing', () => {
    last().onopen!();
    expect(last().sent).toEqual([{ type: 'hello', since: null, said: 0, lang: 'hu' }]);
  });

  test('a later one says how far the page is', () => {
    greet(3);
    last().say(entry(4));
    last().say({ type: 'chat', line: { k: 0 } });
    last().drop();
    hand.pass(1000);
    last().onopen!();
    expect(last().sent[0]).toEqual({ type: 'hello', since: 4, said: 1, lang: 'hu' });
  });

  test('another language asks for everything again', () => {
    greet(3);
    line.speak('en');
    expect(last().sent.at(-1)).toEqual({ type: 'hello', since: null, said: 0, lang: 'en' });
  });

  test('another language asks for it when the line is up again, until it has come', () => {
    greet(3);
    last().drop();
    line.speak('en');
    for (const again of [1, 2]) {
      hand.pass(1000 * again);
      last().onopen!();
      expect(last().sent[0]).toMatchObject({ since: null, lang: 'en' });
      last().drop();
    }
    hand.pass(5000);
    greet(3);
    last().drop();
    hand.pass(1000);
    last().onopen!();
    expect(last().sent[0]).toMatchObject({ since: 3 });
  });
});

describe('entries', () => {
  test('come in order, once', () => {
    greet(0);
    for (const n of [1, 1, 2, 1, 3]) last().say(entry(n));
    expect(heard.map((one) => (one as { n: number }).n)).toEqual([0, 1, 2, 3]);
  });

  test('a gap is noticed and asked for once', () => {
    greet(0);
    last().say(entry(3));
    last().say(entry(4));
    expect(last().sent.filter((one) => one['type'] === 'hello')).toHaveLength(2);
    for (const n of [1, 2, 3, 4]) last().say(entry(n));
    expect(line.n).toBe(4);
  });

  test('before the snapshot are of no use', () => {
    last().onopen!();
    last().say(entry(7));
    expect(heard).toEqual([]);
  });
});

describe('commands', () => {
  const play = { type: 'play', seat: 0, move: 5 } as const;

  test('are answered by their id', async () => {
    greet(2);
    const answer = line.command(play);
    const [sent] = last().commands();
    expect(sent).toMatchObject({ n: 2, do: play });
    last().say({ type: 'ack', id: sent!['id'], n: 3 });
    await expect(answer).resolves.toMatchObject({ n: 3 });
  });

  test('a refusal carries its reason', async () => {
    greet(2);
    const answer = line.command(play);
    const id = last().commands()[0]!['id'];
    last().say({ type: 'nack', id, n: 2, code: 'occupied', rule: 'H-10', text: 'taken' });
    const error = await answer.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Refusal);
    expect(error).toMatchObject({ code: 'occupied', rule: 'H-10', message: 'taken' });
  });

  test('are sent again with the same id after a break, and only while unanswered', async () => {
    greet(2);
    const first = line.command(play);
    const second = line.command({ type: 'undo', seat: 0 });
    const ids = last()
      .commands()
      .map((one) => one['id']);
    last().say({ type: 'ack', id: ids[0], n: 3 });
    await first;
    last().drop();
    hand.pass(1000);
    last().onopen!();
    expect(
      last()
        .commands()
        .map((one) => one['id']),
    ).toEqual([ids[1]]);
    last().say({ type: 'ack', id: ids[1], n: 4 });
    await expect(second).resolves.toMatchObject({ n: 4 });
    expect(line.unanswered).toBe(0);
  });

  test('given while the line is down wait for it', () => {
    greet(0);
    last().drop();
    void line.command(play);
    hand.pass(1000);
    last().onopen!();
    expect(last().commands()).toHaveLength(1);
  });

  test('wait for a server that is still getting ready', async () => {
    last().onopen!();
    last().say(snapshot(3));
    const asked = line.command({ type: 'undo', seat: 0 });
    const { id } = last().commands()[0]!;
    last().say({ type: 'nack', id, code: 'still_warming', rule: null, text: 'wait' });
    expect(last().commands()).toHaveLength(1);
    hand.pass(1000);
    expect(last().commands()).toMatchObject([{ id, n: 3 }, { id, n: 3 }]);
    last().say({ type: 'ack', id, n: 4 });
    expect(await asked).toMatchObject({ n: 4 });
  });

  test('a second answer to the same id is ignored', async () => {
    greet(0);
    const answer = line.command(play);
    const id = last().commands()[0]!['id'];
    last().say({ type: 'ack', id, n: 1 });
    last().say({ type: 'ack', id, n: 1 });
    await answer;
  });

  test('an answer that never comes breaks the line', () => {
    greet(0);
    void line.command(play);
    hand.pass(6_000);
    expect(line.state).toBe('waiting');
  });
});

describe('silence', () => {
  test('is asked about, and an answer keeps the line', () => {
    greet(0);
    hand.pass(15_000);
    expect(last().sent.at(-1)).toEqual({ type: 'ping' });
    last().say({ type: 'pong', t: null });
    hand.pass(10_000);
    expect(line.state).toBe('open');
  });

  test('without an answer the line counts as broken and is dialled anew', () => {
    greet(0);
    hand.pass(15_000 + 6_000);
    expect(line.state).toBe('waiting');
    expect(last().closed).toBe(true);
    hand.pass(400);
    expect(ends).toHaveLength(2);
  });

  test('an end that never opens is given up too', () => {
    hand.pass(6_000);
    expect(line.state).toBe('waiting');
  });
});

describe('calling again', () => {
  test('waits longer each time, up to a limit, and starts anew after success', () => {
    const waits: number[] = [];
    for (let i = 0; i < 7; i++) {
      const dialled = ends.length;
      const from = hand.now;
      last().drop();
      while (ends.length === dialled) hand.pass(100);
      waits.push(hand.now - from);
    }
    expect(waits).toEqual([400, 800, 1600, 3200, 5000, 5000, 5000]);
    greet(0);
    last().drop();
    hand.pass(400);
    expect(line.state).toBe('connecting');
  });

  test('at once when the device wakes', () => {
    for (let i = 0; i < 4; i++) {
      last().drop();
      hand.pass(10_000);
    }
    last().drop();
    const dialled = ends.length;
    line.wake();
    expect(ends).toHaveLength(dialled + 1);
  });

  test('is no use where the server says so', async () => {
    greet(0);
    const answer = line.command({ type: 'undo', seat: 0 });
    last().drop(4404);
    hand.pass(60_000);
    expect(line.state).toBe('closed');
    expect(line.ended).toBe(4404);
    expect(ends).toHaveLength(1);
    await expect(answer).rejects.toBeInstanceOf(Refusal);
  });
});

test('noise on the line is ignored', () => {
  greet(0);
  for (const noise of ['', 'x', '[]', 'null', '{"a":1}']) last().say(noise);
  expect(heard).toHaveLength(1);
});

test('the page is told how the line is', () => {
  greet(0);
  last().drop();
  hand.pass(400);
  last().onopen!();
  line.close();
  expect(states).toEqual(['connecting', 'open', 'waiting', 'connecting', 'open', 'closed']);
});
