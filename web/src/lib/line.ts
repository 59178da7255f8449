/** The line to one table: a socket that heals itself, without any of the page around it.
 *
 * It greets with the number of log entries seen, so that the server sends what was missed; keeps
 * every command until it is answered, and sends it again with the same id after a break; notices a
 * gap in the entries and a silence on the line. What it hears in good order it hands on.
 */

import type {
  Ack,
  ChatMessage,
  ClientMessage,
  Command,
  EntryMessage,
  Nack,
  SeatMoved,
  ServerMessage,
  Snapshot,
  TableMessage,
} from './wire';

/** The part of a WebSocket that a line needs. */
export interface Socket {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
}

export interface Timers {
  set(run: () => void, ms: number): unknown;
  clear(timer: unknown): void;
  random(): number;
}

/** What a line hands on; pongs and answers to commands are its own business. */
export type Heard = Snapshot | EntryMessage | TableMessage | SeatMoved | ChatMessage;
export type Do = Command['do'];

export interface Ears {
  /** A message in good order: snapshot, entry, table … */
  hear(message: Heard): void;
  /** The line came up or went down. */
  change(state: LineState): void;
}

export type LineState = 'connecting' | 'open' | 'waiting' | 'closed';

/** A command that the server refused, with its reason in the player's language. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    readonly rule: string | null,
    text: string,
  ) {
    super(text);
  }
}

interface Pending {
  message: Command;
  resolve(ack: Ack): void;
  reject(error: unknown): void;
}

/** Milliseconds before calling again, doubled with each attempt. */
const FIRST_WAIT = 400;
const LONGEST_WAIT = 5_000;
/** Silence after which the page asks whether anybody is there, and how long it waits for a sign. */
const QUIET = 15_000;
const PATIENCE = 6_000;
/** With this the server says that it is still getting ready; and milliseconds until it is asked again. */
const WARMING = 'still_warming';
const AGAIN = 700;
/** Close codes with which the server says that calling again is no use. */
const FINAL = new Set([4401, 4403, 4404]);

export class Line {
  state: LineState = 'closed';
  /** Log entries seen so far; null before the first snapshot. */
  n: number | null = null;
  /** Chat lines heard so far: a greeting says so too, and gets those that were missed. */
  private said = 0;
  /** The close code when the server ended the line for good. */
  ended: number | null = null;
  private socket: Socket | null = null;
  private pending = new Map<string, Pending>();
  private attempts = 0;
  private retry: unknown = null;
  private watch: unknown = null;
  private catchingUp = false;
  /** What was heard so far is of no use any more: the next greeting asks for everything. */
  private outdated = false;
  private serial = 0;

  constructor(
    private readonly connect: () => Socket,
    private readonly ears: Ears,
    private readonly timers: Timers,
    private lang: 'hu' | 'en',
    /** Makes command ids unguessable by other pages and different after a reload. */
    private readonly prefix: string,
  ) {}

  open(): void {
    this.ended = null;
    this.dial();
  }

  close(): void {
    this.timers.clear(this.retry);
    this.hangUp();
    for (const one of this.pending.values()) one.reject(new Refusal('closed', null, ''));
    this.pending.clear();
    this.become('closed');
  }

  /** Call again now, when the device says that it is back. */
  wake(): void {
    if (this.state === 'waiting') this.dial();
    else if (this.state === 'open') this.ask();
  }

  /** Have everything worded again, in another language. */
  speak(lang: 'hu' | 'en'): void {
    this.lang = lang;
    this.askForAll();
  }

  /** Ask for a new snapshot, as soon as there is somebody to ask. */
  askForAll(): void {
    this.outdated = true;
    if (this.state === 'open') this.greet(null);
  }

  /** Send a command; the promise settles with the server's answer, however late it comes. */
  command(action: Do): Promise<Ack> {
    const id = `${this.prefix}-${this.serial++}`;
    const message: Command = { type: 'command', id, n: this.n ?? 0, do: action };
    return new Promise((resolve, reject) => {
      this.pending.set(id, { message, resolve, reject });
      if (this.state !== 'open') return;
      this.send(message);
      this.expect(PATIENCE);
    });
  }

  /** How many commands are still unanswered. */
  get unanswered(): number {
    return this.pending.size;
  }

  private dial(): void {
    this.timers.clear(this.retry);
    this.hangUp();
    this.become('connecting');
    const socket = this.connect();
    this.socket = socket;
    socket.onopen = () => this.up();
    socket.onmessage = (event) => this.receive(event.data);
    socket.onclose = (event) => this.down(event.code);
    this.expect(PATIENCE);
  }

  private hangUp(): void {
    this.timers.clear(this.watch);
    const socket = this.socket;
    this.socket = null;
    if (socket === null) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  private up(): void {
    this.become('open');
    this.greet(this.outdated ? null : this.n);
    for (const one of this.pending.values()) this.send(one.message);
    this.expect(PATIENCE);
  }

  private down(code: number): void {
    this.hangUp();
    if (FINAL.has(code)) {
      this.ended = code;
      this.close();
      return;
    }
    const wait = Math.min(FIRST_WAIT * 2 ** this.attempts, LONGEST_WAIT);
    this.attempts += 1;
    this.become('waiting');
    // Half of the wait is by chance, so that a restarted server isn't called by all at once.
    this.retry = this.timers.set(() => this.dial(), wait * (0.5 + this.timers.random() / 2));
  }

  private greet(since: number | null): void {
    this.catchingUp = true;
    this.send({ type: 'hello', since, said: this.said, lang: this.lang });
  }

  /** Wait for a sign of life; without one the line counts as broken. */
  private expect(ms: number): void {
    this.timers.clear(this.watch);
    this.watch = this.timers.set(() => this.down(0), ms);
  }

  private rest(): void {
    this.timers.clear(this.watch);
    this.watch = this.timers.set(() => this.ask(), QUIET);
  }

  private ask(): void {
    this.send({ type: 'ping' });
    this.expect(PATIENCE);
  }

  private send(message: ClientMessage): void {
    this.socket!.send(JSON.stringify(message));
  }

  private receive(data: unknown): void {
    const message = parse(data);
    if (message === null) return;
    this.attempts = 0;
    this.sort(message);
    if (this.state !== 'open') return;
    if (this.pending.size > 0) this.expect(PATIENCE);
    else this.rest();
  }

  private sort(message: ServerMessage): void {
    switch (message.type) {
      case 'pong':
        return;
      case 'ack':
      case 'nack':
        return this.answer(message);
      case 'chat':
        this.said = Math.max(this.said, message.line.k + 1);
        return this.ears.hear(message);
      case 'snapshot':
        this.n = message.n;
        this.said = (message.chat.at(-1)?.k ?? -1) + 1;
        this.catchingUp = this.outdated = false;
        return this.ears.hear(message);
      case 'entry':
        return this.entry(message);
      default:
        return this.ears.hear(message);
    }
  }

  private entry(message: EntryMessage): void {
    if (this.n === null || message.n <= this.n) return; // heard already, or a snapshot is coming
    if (message.n > this.n + 1) {
      if (!this.catchingUp) this.greet(this.n);
      return;
    }
    this.n = message.n;
    this.catchingUp = false;
    this.ears.hear(message);
  }

  private answer(message: Ack | Nack): void {
    const one = message.id === null ? undefined : this.pending.get(message.id);
    if (one === undefined) return;
    if (message.type === 'nack' && message.code === WARMING) return this.sendLater(message.id!);
    this.pending.delete(message.id!);
    if (message.type === 'ack') one.resolve(message);
    else one.reject(new Refusal(message.code, message.rule, message.text));
  }

  /** The server has just started and can't say yet what is legal: what was asked for isn't refused, it waits. */
  private sendLater(id: string): void {
    this.timers.set(() => {
      const one = this.pending.get(id);
      if (one !== undefined && this.state === 'open') this.send(one.message);
    }, AGAIN);
  }

  private become(state: LineState): void {
    if (this.state === state) return;
    this.state = state;
    this.ears.change(state);
  }
}

function parse(data: unknown): ServerMessage | null {
  try {
    const message: unknown = JSON.parse(String(data));
    const good = typeof message === 'object' && message !== null && 'type' in message;
    return good ? (message as ServerMessage) : null;
  } catch {
    return null;
  }
}

export const realTimers: Timers = {
  set: (run, ms) => setTimeout(run, ms),
  clear: (timer) => clearTimeout(timer as number),
  random: Math.random,
};
