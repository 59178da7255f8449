import type { Event, MouseCard, RowCard, View } from './wire';

/** What one player has on the table in this auction. */
export interface Standing {
  mice: number | null;
  bid: number;
  passed: number;
  cards: number;
  points: number;
}

/** The auction as it is shown: the view, with what a scene has already performed of the next one. */
export class Auction {
  row = $state<RowCard[]>([]);
  players = $state<Standing[]>([]);
  mouseCards = $state<MouseCard[]>([]);
  hand = $state<string[]>([]);
  bank = $state(0);
  pile = $state(0);
  high = $state(0);
  leader = $state<number | null>(null);
  opener = $state(0);
  round = $state(1);
  /** Of the whole row, once it lies open. */
  worth = $state<number | null>(null);
  emptyBecause = $state<View['empty_because']>(null);
  /** What happens at this moment, in words. */
  caption = $state('');

  settle(view: View): void {
    this.row = view.row.map((one) => ({ ...one }));
    this.players = view.players.map(({ mice, bid, passed, cards, points }) => ({ mice, bid, passed, cards, points }));
    this.mouseCards = view.mouse_cards.map((one) => ({ ...one }));
    this.hand = [...view.hand];
    this.bank = view.bank;
    this.pile = view.pile;
    this.high = view.high;
    this.leader = view.leader;
    this.opener = view.opener;
    this.round = view.round;
    this.worth = view.worth;
    this.emptyBecause = view.empty_because;
    this.caption = '';
  }

  /** One event, in place. */
  apply(event: Event): void {
    switch (event.type) {
      case 'laid':
        return this.lay(event.seat, event.card);
      case 'turned':
        this.row[event.place - 1] = { owner: event.owner, card: event.card, open: true };
        return;
      case 'raised':
        this.players[event.seat]!.bid = this.high = event.mice;
        this.leader = event.seat;
        return;
      case 'passed':
        return this.pass(event.seat, event.mice);
      case 'offered':
        this.worth = event.points;
        return;
      case 'bought':
        return this.buy(event.seat, event.mice, event.points);
      case 'declined':
        this.row = [];
        this.worth = null;
        return;
      case 'began':
        return this.begin(event.seat, event.round, event.mice, event.empty_because);
    }
  }

  private lay(seat: number, card: string | null): void {
    this.row.push({ owner: seat, card, open: false });
    this.players[seat]!.cards -= 1;
    if (card !== null) this.hand = this.hand.filter((one) => one !== card);
  }

  private pass(seat: number, mice: number): void {
    const player = this.players[seat]!;
    player.bid = 0;
    player.passed = Math.max(...this.players.map((one) => one.passed)) + 1;
    if (player.mice !== null) player.mice += mice;
    const full = this.mouseCards.find((one) => one.mice > 0);
    if (full !== undefined && mice > 0) full.mice = 0;
  }

  private buy(seat: number, mice: number, points: number): void {
    const player = this.players[seat]!;
    player.points += points;
    player.bid = 0;
    if (player.mice !== null) player.mice -= mice;
    this.bank += mice;
    this.row = [];
    this.worth = null;
  }

  /** The mouse cards are filled, all or none; with three players the pile's card lies there at once. */
  private begin(seat: number, round: number, mice: readonly number[], why: View['empty_because']): void {
    this.opener = seat;
    this.round = round;
    this.high = 0;
    this.leader = null;
    this.emptyBecause = why;
    this.players.forEach((one) => (one.bid = one.passed = 0));
    this.mouseCards.forEach((one, at) => (one.mice = mice[at] ?? 0));
    this.bank -= mice.reduce((sum, one) => sum + one, 0);
    if (this.pile === 0) return;
    this.pile -= 1;
    this.row = [{ owner: null, card: null, open: false }];
  }
}

/** How long each event is looked at, in milliseconds. */
const LENGTH: Partial<Record<Event['type'], number>> = {
  laid: 380,
  turned: 680,
  raised: 420,
  passed: 760,
  offered: 700,
  chased: 1250,
  fought: 1250,
  bought: 500,
  declined: 700,
  began: 700,
};

/** How long the cards of a sack take to its winner, before it is theirs. */
const CARRYING = 900;

/** How long it is looked at how something begins, before it is so. */
export function leadOf({ type }: Event): number {
  return type === 'bought' || type === 'declined' ? CARRYING : 0;
}

export function lengthOf(event: Event): number {
  return LENGTH[event.type] ?? 0;
}
