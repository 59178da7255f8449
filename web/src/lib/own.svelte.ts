/** The tables at which this browser holds a seat, and how many of them wait for it. */
import { api } from './api';
import { catchUp } from './diary';
import type { TableCard } from './wire';

/** Milliseconds between two looks while another page than the lobby is on the screen. */
export const SELDOM = 30_000;

export class OwnTables {
  list = $state.raw<TableCard[]>([]);
  /** The table on the screen, which calls by itself. */
  private shown = $state<string | null>(null);
  /** How many others wait for this person. */
  readonly waiting = $derived(this.list.filter(({ id, your_turn }) => your_turn && id !== this.shown).length);
  /** The list has come once: without a match that goes on nothing will wait. */
  private known = false;

  async look(): Promise<void> {
    this.list = await api.myTables();
    this.known = true;
    void catchUp(this.list);
  }

  /** Another page is on the screen: a table, or none. */
  show(table: string | null): void {
    this.shown = table;
  }

  /** Look now, and as long as a table may come to wait seldom, and whenever somebody comes back to the page; until that is left. */
  watch(): () => void {
    const look = () => void this.look().catch(() => undefined); // the next look tries again
    const lookAgain = () => document.hidden || !this.mayWait() || look();
    look();
    const timer = setInterval(lookAgain, SELDOM);
    document.addEventListener('visibilitychange', lookAgain);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', lookAgain);
    };
  }

  private mayWait(): boolean {
    return !this.known || this.list.some(({ id, state }) => state !== 'over' && id !== this.shown);
  }
}

export const ownTables = new OwnTables();
