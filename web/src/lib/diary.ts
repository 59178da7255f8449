/** The matches that were played in this browser: kept here alone, counted, moved by a code, forgotten by a button. */
import { api } from './api';
import { forgetAll, remember, remembered, rememberedAll } from './store';
import { join, type Streak, streak } from './streak';
import type { TableCard, TableView } from './wire';

export type Outcome = 'won' | 'lost' | 'drawn' | 'alone' | 'given_up';

export interface Past {
  table: string;
  game: string;
  /** Milliseconds since 1970. */
  at: number;
  outcome: Outcome;
  points: number;
  /** The others: what they were called, and for bots of what kind they were. */
  others: { name: string; bot: string | null }[];
}

export interface Count {
  played: number;
  won: number;
  lost: number;
  drawn: number;
}

export interface GameCount extends Count {
  game: string;
  /** The most points of a match that was played to its end. */
  best: number | null;
  /** By opponent: the bot's kind, or the person's name. */
  against: (Count & { who: string; bot: boolean; best: number | null })[];
}

const KEY = 'diary';
const FORGOTTEN = 'forgotten';
const NOTES = 'notes.';
const MOST = 400;

export const diary = (): Past[] => remembered<Past[]>(KEY, []);

/** Add matches, each once, the newest first. */
export function keep(...news: Past[]): void {
  const all = new Map([...diary(), ...news].map((past) => [past.table, past]));
  remember(KEY, [...all.values()].sort((a, b) => b.at - a.at).slice(0, MOST));
}

/** Whether a table was over before everything was forgotten here, or at least begun. */
export const isForgotten = ({ created }: { created: number }): boolean => created <= remembered(FORGOTTEN, 0);

/** Forget everything in this browser; of the tables that it has on the server none comes back by itself. */
export function forget(tables: TableCard[]): void {
  forgetAll();
  remember(FORGOTTEN, Math.max(0, ...tables.map(({ created }) => created)));
}

/** Tables that were asked for, and what came of it. */
const asked = new Set<string>();

/** Matches that have ended while nobody looked, of the tables that this browser has on the server; whether there were any. */
export async function catchUp(tables: TableCard[]): Promise<boolean> {
  const known = new Set(diary().map(({ table }) => table));
  const ended = tables.filter((table) => table.state === 'over' && table.you.length === 1 && !isForgotten(table) && !known.has(table.id) && !asked.has(table.id));
  const news: Past[] = [];
  for (const { id, touched } of ended) {
    asked.add(id);
    const info = await api.table(id).catch(() => null);
    const past = info === null ? null : pastOf(info);
    if (past !== null) news.push({ ...past, at: touched });
    if (info === null) asked.delete(id);
  }
  if (news.length > 0) keep(...news);
  return news.length > 0;
}

/** A finished match as the diary has it, from the seat that this browser held; null where it held none, or several. */
export function pastOf({ id, game, state, you, seats, result, now }: TableView): Past | null {
  const [seat] = you;
  if (state !== 'over' || result === null || seat === undefined || you.length > 1) return null;
  const others = seats.filter((one) => one.seat !== seat).map(({ shown, bot, stand_in }) => ({ name: shown, bot: stand_in ? null : bot }));
  return { table: id, game, at: now, outcome: outcomeOf(seat, result, seats.length), points: result.scores[seat]!, others };
}

function outcomeOf(seat: number, { winners, resigned }: NonNullable<TableView['result']>, seats: number): Outcome {
  if (resigned.includes(seat)) return seats === 1 ? 'given_up' : 'lost';
  if (seats === 1) return 'alone';
  if (winners.length === 0) return 'drawn';
  return winners.includes(seat) ? 'won' : 'lost';
}

/** What all those matches come to, game by game, the most played first. */
export function count(pasts: Past[]): GameCount[] {
  const games = [...new Set(pasts.map(({ game }) => game))];
  return games.map((game) => ofGame(game, pasts.filter((past) => past.game === game))).sort((a, b) => b.played - a.played);
}

function ofGame(game: string, pasts: Past[]): GameCount {
  const rivals = new Map(pasts.flatMap(({ others }) => others.map(({ name, bot }) => [bot ?? name, bot !== null] as const)));
  const against = [...rivals].map(([who, bot]) => {
    const met = pasts.filter(({ others }) => others.some((one) => (one.bot ?? one.name) === who));
    return { who, bot, best: bestOf(met), ...sums(met) };
  });
  return { game, best: bestOf(pasts), ...sums(pasts), against };
}

function bestOf(pasts: Past[]): number | null {
  const finished = pasts.filter(({ outcome }) => outcome !== 'given_up').map(({ points }) => points);
  return finished.length === 0 ? null : Math.max(...finished);
}

function sums(pasts: Past[]): Count {
  const number = (outcome: Outcome) => pasts.filter((past) => past.outcome === outcome).length;
  return { played: pasts.length, won: number('won'), lost: number('lost'), drawn: number('drawn') };
}

/** The diary, the notes, the streak of puzzles and a name as a code for another browser. */
export async function pack(name: string): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify({ name, diary: diary(), notes: rememberedAll<string>(NOTES), puzzles: streak() }));
  const packed = await through(bytes, new CompressionStream('deflate-raw'));
  return btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join('')).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Take in what another browser has packed; the name in it, or null where the code is none. */
export async function unpack(code: string): Promise<string | null> {
  try {
    const bytes = Uint8Array.from(atob(code.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));
    const text = new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw')));
    const found = JSON.parse(text) as { name: string; diary: Past[]; notes?: Record<string, string>; puzzles?: Streak };
    keep(...found.diary.filter(({ table, game, outcome }) => [table, game, outcome].every((field) => typeof field === 'string')));
    for (const [table, text] of Object.entries(found.notes ?? {})) if (typeof text === 'string' && notesOf(table) === '') note(table, text);
    if (found.puzzles) join(found.puzzles);
    return found.name;
  } catch {
    return null;
  }
}

async function through(bytes: Uint8Array<ArrayBuffer>, stream: GenericTransformStream): Promise<Uint8Array> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream as ReadableWritablePair)).arrayBuffer());
}

/** Private notes at a table. */
export const notesOf = (table: string): string => remembered(NOTES + table, '');
export const note = (table: string, text: string): void => remember(NOTES + table, text);

