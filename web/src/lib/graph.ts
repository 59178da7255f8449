import type { JudgementView } from './wire';

/** A seat's chance after so many entries of the log, in per cent; of one who plays alone the points to expect. */
export interface Reading {
  n: number;
  chance: number;
}

export interface Curve {
  seat: number;
  readings: Reading[];
}

/** The room for a drawing: its size and what is kept free around the curves, in pixels. */
export interface Frame {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** Entries of the whole match. */
  last: number;
  /** What the lowest and the highest reading may be: 0 and 100 per cent, or points. */
  low?: number;
  high?: number;
}

export type Grade = JudgementView['grade'];

/** A payoff of −1 … 1 in per cent. */
export function chanceOf(payoff: number): number {
  return 50 * (1 + payoff);
}

/** Whether a judgement is in points, as of one who plays alone. */
export function inPoints(judgements: readonly JudgementView[]): boolean {
  return judgements.length > 0 && judgements.every(({ played }) => played.points !== null);
}

/** What could be expected before a move, and after it. */
function expected({ chance_before, chance_after, alternatives, played }: JudgementView): [number, number] {
  const best = alternatives[0]?.points ?? null;
  return best === null || played.points === null ? [chance_before, chance_after] : [best, played.points];
}

/** The lowest and the highest points on a curve, with room for at least ten, in steps of five. */
export function range(readings: readonly Reading[]): { low: number; high: number } {
  const values = readings.map(({ chance }) => chance);
  const low = Math.floor(Math.min(0, ...values) / 5) * 5;
  return { low, high: Math.max(low + 10, Math.ceil(Math.max(0, ...values) / 5) * 5) };
}

/** A curve per seat: with two seats what one gains the other loses, with more each has its own.
 *
 * Once everything is judged, the result is where all curves end.
 */
export function curves(
  judgements: readonly JudgementView[],
  seats: number,
  last: number,
  payoffs: readonly number[] | null,
  scores: readonly number[] | null = null,
): Curve[] {
  const all = Array.from({ length: seats }, (_, seat): Curve => ({ seat, readings: [] }));
  for (const one of judgements) {
    for (const { seat, readings } of all) {
      if (seat !== one.seat && seats !== 2) continue;
      const own = (chance: number) => (seat === one.seat ? chance : 100 - chance);
      const [before, after] = expected(one);
      if (readings.length === 0) readings.push({ n: one.n, chance: own(before) });
      readings.push({ n: one.n + 1, chance: own(after) });
    }
  }
  if (payoffs === null) return all;
  for (const { seat, readings } of all) {
    while (readings.length > 0 && readings.at(-1)!.n >= last) readings.pop();
    const alone = scores !== null && inPoints(judgements);
    readings.push({ n: last, chance: alone ? scores[seat]! : chanceOf(payoffs[seat]!) });
  }
  return all;
}

export function x(n: number, frame: Frame): number {
  const room = frame.width - frame.left - frame.right;
  return frame.left + (room * n) / Math.max(1, frame.last);
}

export function y(chance: number, frame: Frame): number {
  const room = frame.height - frame.top - frame.bottom;
  const { low = 0, high = 100 } = frame;
  return frame.top + room * (1 - (Math.max(low, Math.min(high, chance)) - low) / (high - low));
}

const round = (value: number) => Math.round(value * 10) / 10;

/** A curve as the path of an SVG. */
export function line(readings: readonly Reading[], frame: Frame): string {
  return readings.map(({ n, chance }, i) => `${i === 0 ? 'M' : 'L'}${round(x(n, frame))} ${round(y(chance, frame))}`).join('');
}

/** What lies between a curve and a level, closed. */
export function area(readings: readonly Reading[], level: number, frame: Frame): string {
  if (readings.length === 0) return '';
  const [from, to] = [readings[0]!, readings.at(-1)!].map(({ n }) => round(x(n, frame)));
  const at = round(y(level, frame));
  return `${line(readings, frame)}L${to} ${at}L${from} ${at}Z`;
}

/** A seat's chance after n entries, between two readings in proportion; null where there are none. */
export function chanceAt({ readings }: Curve, n: number): number | null {
  const next = readings.findIndex((one) => one.n >= n);
  if (next < 0) return null;
  const after = readings[next]!;
  if (after.n === n) return after.chance;
  const before = readings[next - 1];
  if (before === undefined) return null;
  return before.chance + ((after.chance - before.chance) * (n - before.n)) / (after.n - before.n);
}

/** The entry nearest to a pointer. */
export function nearest(px: number, frame: Frame): number {
  const room = frame.width - frame.left - frame.right;
  const share = (px - frame.left) / Math.max(1, room);
  return Math.max(0, Math.min(frame.last, Math.round(share * frame.last)));
}

/** A move that is worth another look in any match. */
export function isGrave({ grade }: JudgementView): boolean {
  return grade === 'mistake' || grade === 'blunder';
}

/** How many slips are worth a visit where nothing worse happened. */
const FEW = 3;

/** The moves worth another look, in the match's order: mistakes and blunders; without any, the worst slips. */
export function mistakes(judgements: readonly JudgementView[]): JudgementView[] {
  const grave = judgements.filter(isGrave);
  if (grave.length > 0) return grave;
  const slips = judgements.filter((one) => one.grade === 'slip');
  const cost = ({ points_cost, chance_cost }: JudgementView) => points_cost ?? chance_cost;
  return [...slips].sort((a, b) => cost(b) - cost(a)).slice(0, FEW).sort((a, b) => a.n - b.n);
}

/** The mistake before or after a moment of the replay, where `at` entries are played; or null. */
export function neighbourMistake(list: readonly JudgementView[], at: number, step: 1 | -1): JudgementView | null {
  const found = step > 0 ? list.find((one) => one.n + 1 > at) : list.findLast((one) => one.n + 1 < at);
  return found ?? null;
}
