/** What this browser saw and added before a match began, and whether the end agrees with it. Nobody is asked. */
import { fromHex, hex, sha256 } from './sha256';
import { remember, remembered } from './store';
import type { TableView } from './wire';

/** What was seen of a table before its match began. */
interface Witness {
  table: string;
  commitment: string;
  /** By seat: what was sent to be added, and whether the server has said that it was. */
  added: Record<number, { text: string; taken: boolean }>;
}

/** Fine: `kept`; `watched`, where nothing of one's own was added; `late`, where the start wasn't seen. The others are not. */
export type Finding = 'kept' | 'watched' | 'late' | 'other_fingerprint' | 'other_number' | 'left_out';

export const isFoul = (finding: Finding | null): boolean => finding !== null && !['kept', 'watched', 'late'].includes(finding);

const KEY = 'fair';
const MOST = 100;
/** Where the browser keeps nothing, what is known lasts as long as the page. */
let known: Witness[] = [];

function witnessOf(table: string): Witness | null {
  const all = [...remembered<Witness[]>(KEY, []), ...known];
  return all.find((one) => one.table === table) ?? null;
}

function keep(witness: Witness): void {
  const others = remembered<Witness[]>(KEY, known).filter(({ table }) => table !== witness.table);
  known = [witness, ...others].slice(0, MOST);
  remember(KEY, known);
}

/** Take note of a table's fingerprint, the first time that it is seen before the start, and of the seats that are others'. */
export function watch({ id, state, fairness, seats }: TableView): void {
  if (state !== 'open') return;
  const seen = witnessOf(id) ?? { table: id, commitment: fairness.commitment, added: {} };
  const own = Object.entries(seen.added).filter(([seat]) => seats[Number(seat)]?.mine);
  if (witnessOf(id) === null || own.length < Object.keys(seen.added).length) keep({ ...seen, added: Object.fromEntries(own) });
}

/** What this browser adds for a seat: the same text, as often as it has to be sent. */
export function addition(table: string, seat: number): string {
  const witness = witnessOf(table);
  const text = witness?.added[seat]?.text ?? hex(crypto.getRandomValues(new Uint8Array(16)));
  if (witness !== null) keep({ ...witness, added: { ...witness.added, [seat]: { text, taken: false } } });
  return text;
}

/** The server has taken what was added for a seat. */
export function taken(table: string, seat: number): void {
  const witness = witnessOf(table);
  const added = witness?.added[seat];
  if (witness && added) keep({ ...witness, added: { ...witness.added, [seat]: { ...added, taken: true } } });
}

/** What this browser has added and must find again, by the seats that it still holds. What the server never took counts if it is there. */
export function ownAdditions({ id, you, fairness }: TableView): { seat: number; text: string }[] {
  const added = witnessOf(id)?.added ?? {};
  return you
    .map((seat) => ({ seat, text: added[seat]?.text ?? '', taken: added[seat]?.taken ?? false }))
    .filter(({ seat, text, taken }) => taken || (text !== '' && text === fairness.contributions?.[seat]));
}

/** Compare what is told now with what was seen before the start; null while there is nothing to say. */
export async function compare(info: TableView): Promise<Finding | null> {
  const { id, fairness, known_dice: knownDice, state } = info;
  if (knownDice || state === 'open') return null;
  const witness = witnessOf(id);
  const commitment = witness?.commitment ?? fairness.commitment;
  if (fairness.commitment !== commitment) return 'other_fingerprint';
  const own = ownAdditions(info);
  if (own.some(({ seat, text }) => fairness.contributions?.[seat] !== text)) return 'left_out';
  if (fairness.seed === null) return null;
  const seed = fromHex(fairness.seed);
  if (seed?.length !== 32 || (await sha256(seed)) !== commitment) return 'other_number';
  if (witness === null) return 'late';
  return own.length > 0 ? 'kept' : 'watched';
}

/** Whether this browser was there when a saved match began, and whether what it added is in it; null where it wasn't. */
export function recognise(fingerprint: string, additions: string[]): Finding | null {
  const all = [...remembered<Witness[]>(KEY, []), ...known];
  const witness = all.find(({ commitment }) => commitment === fingerprint);
  if (witness === undefined) return null;
  const own = Object.entries(witness.added).filter(([seat, { text, taken }]) => taken || text === additions[Number(seat)]);
  if (own.some(([seat, { text }]) => additions[Number(seat)] !== text)) return 'left_out';
  return own.length > 0 ? 'kept' : 'watched';
}
