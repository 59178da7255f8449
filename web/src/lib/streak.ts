/** The days in a row on which a puzzle of the day was solved in this browser. */
import { remember, remembered } from './store';

const KEY = 'puzzles';

export interface Streak {
  /** The last of the days; they are numbered by the server. */
  day: number;
  days: number;
}

const NONE: Streak = { day: 0, days: 0 };

export const streak = (): Streak => remembered(KEY, NONE);

/** How many days the streak has on a day, and whether that day is one of them; one that was broken is gone. */
export function streakOn(day: number): { days: number; today: boolean } {
  const { day: last, days } = streak();
  return { days: day - last <= 1 ? days : 0, today: last === day };
}

/** Today's was solved: the streak goes on, once a day. */
export function solvedOn(day: number): void {
  const { days, today } = streakOn(day);
  if (!today) remember(KEY, { day, days: days + 1 });
}

/** Add the streak of another browser: days that follow each other are one streak, otherwise the later one counts. */
export function join(other: Streak): void {
  if (![other.day, other.days].every((n) => Number.isSafeInteger(n) && n > 0)) return;
  const [early, late] = [streak(), other].sort((a, b) => a.day - b.day) as [Streak, Streak];
  const before = Math.min(first(early), first(late));
  remember(KEY, early.days > 0 && early.day >= first(late) - 1 ? { day: late.day, days: late.day - before + 1 } : late);
}

const first = ({ day, days }: Streak): number => day - days + 1;
