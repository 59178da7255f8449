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
  bank = $state(0);
  high = $state(0);
  leader = $state<number | null>(null);
  opener = $state(0);
  round = $state(1);
  /** Places of the row whose animals run away now. */
  leaving = $state<number[]>([]);

  settle(view: View): void {
    this.row = view.row.map((one) => ({ ...one }));
    this.players = view.players.map(({ mice, bid, passed, cards, points }) => ({ mice, bid, passed, cards, points }));
    this.mouseCards = view.mouse_cards.map((one) => ({ ...one }));
    this.bank = view.bank;
    this.high = view.high;
    this.leader = view.leader;
    this.opener = view.opener;
    this.round = view.round;
    this.leaving = [];
  }

  /** One event, in place. */
  apply(event: Event): void {
    switch (event.type) {
      case 'laid':
        this.row.push({ owner: event.seat, card: event.card, open: false });
        this.players[event.seat]!.cards -= 1;
        return;
      case 'turned':
        return this.turn(event.place - 1, event.owner, event.card);
      case 'raised':
        this.players[event.seat]!.bid = this.high = event.mice;
        this.leader = event.seat;
        return;
      case 'passed':
        return this.pass(event.seat, event.mice);
      case 'chased':
        this.leaving = [event.place - 1, this.row.findIndex((one) => one.card === event.dog)];
        return;
      case 'fought':
        this.leaving = this.row.flatMap((one, at) => (one.card?.endsWith('_dog') ? [at] : []));
        return;
      case 'bought':
        return this.buy(event.seat, event.mice, event.points);
      case 'declined':
        this.row = [];
        return;
      case 'began':
        this.opener = event.seat;
        this.round = event.round;
    }
  }

  private turn(at: number, owner: number | null, card: string): void {
    this.row[at] = { owner, card, open: true };
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
    this.leaving = [];
  }
}

/** How long each event is looked at, in milliseconds. */
export const LENGTH: Partial<Record<Event['type'], number>> = {
  laid: 320,
  turned: 620,
  raised: 360,
  passed: 620,
  offered: 300,
  chased: 1100,
  fought: 1000,
  bought: 900,
  declined: 600,
  began: 300,
};
