import { type Colour, COLOURS } from './cards';
import type { Event, View } from './wire';

/** A series as it lies on the table. */
export interface Laid {
  cards: string[];
  kittens: boolean;
}

export interface Neighbour {
  coins: number;
  series: Record<Colour, Laid>;
}

/** The street as it is shown: the view, with what a scene has already performed of the next one. */
export class Street {
  piles = $state<string[][]>([]);
  draw = $state(0);
  deck = $state(1);
  hand = $state<string[]>([]);
  players = $state<Neighbour[]>([]);
  lastTurn = $state(false);
  /** What happens at this moment, in words. */
  caption = $state('');

  settle(view: View): void {
    this.piles = view.piles.map(({ cards }) => [...cards]);
    this.draw = view.draw;
    this.deck = view.deck;
    this.hand = [...view.hand];
    this.players = view.players.map(({ coins, series }) => ({
      coins,
      series: Object.fromEntries(series.map(({ colour, cards, kittens }) => [colour, { cards: [...cards], kittens }])) as Neighbour['series'],
    }));
    this.lastTurn = view.last_turn;
    this.caption = '';
  }

  /** One event, in place. */
  apply(event: Event): void {
    switch (event.type) {
      case 'took':
        this.piles[event.pile - 1]!.pop();
        this.hand = [event.card];
        return;
      case 'drew':
        this.draw -= event.cards.length;
        this.hand = [...event.cards];
        return;
      case 'turned_up':
        this.draw -= 1;
        this.piles[event.pile - 1]!.push(event.card);
        return;
      case 'vanished':
        for (const pile of event.piles) this.piles[pile - 1]!.pop();
        return;
      case 'twins':
        this.hand = [];
        return;
      case 'played':
        return this.play(event.seat, event.card, event.colour);
      case 'discarded':
        this.drop(event.card);
        this.piles[event.pile - 1]!.push(event.card);
        return;
      case 'stole':
        this.of(event.victim, event.colour).cards.pop();
        this.of(event.seat, event.colour).cards.push(event.card);
        return;
      case 'scored':
        this.clear(event.seat, event.colour);
        this.players[event.seat]!.coins += event.points;
        return;
      case 'lost_home':
        this.of(event.owner, event.colour).kittens = false;
        this.hand.push('kittens');
        return;
      case 'ran_out':
        this.lastTurn = event.last;
        return;
      case 'shuffled':
        this.piles = this.piles.map(() => []);
        this.draw = event.cards;
        this.deck = 2;
        return;
      default:
        return this.visit(event);
    }
  }

  of(seat: number, colour: Colour): Laid {
    return this.players[seat]!.series[colour];
  }

  /** What rascals, dogs and the cat lady do. */
  private visit(event: Event): void {
    switch (event.type) {
      case 'swapped': {
        const [mine, theirs] = [this.of(event.seat, event.colour), this.of(event.victim, event.colour)];
        mine.cards = [...mine.cards.filter((card) => card !== 'stray'), event.card];
        theirs.cards = [...theirs.cards.slice(0, -1), 'stray'];
        this.players[event.victim]!.coins += 1;
        return this.drop('rascal');
      }
      case 'gave':
        this.of(event.seat, event.colour).cards.pop();
        this.players[event.victim]!.coins += 2;
        return this.drop('good_dog');
      case 'chased':
        this.of(event.seat, event.colour).cards = [];
        this.players[event.victim]!.coins += event.coins;
        return this.drop('bad_dog');
      case 'adopted':
        for (const colour of COLOURS) {
          const laid = this.of(event.seat, colour);
          laid.cards = laid.cards.filter((card) => card !== 'stray');
        }
        this.players[event.seat]!.coins += event.coins;
        return this.drop('cat_lady');
    }
  }

  private play(seat: number, card: string, colour: Colour): void {
    this.drop(card);
    const laid = this.of(seat, colour);
    if (card === 'kittens') laid.kittens = true;
    else laid.cards.push(card);
  }

  private drop(card: string): void {
    const at = this.hand.indexOf(card);
    if (at >= 0) this.hand.splice(at, 1);
  }

  private clear(seat: number, colour: Colour): void {
    this.players[seat]!.series[colour] = { cards: [], kittens: false };
  }
}

/** How long each event is looked at, in milliseconds. */
export const LENGTH: Partial<Record<Event['type'], number>> = {
  took: 420,
  drew: 620,
  turned_up: 420,
  vanished: 700,
  twins: 800,
  played: 420,
  discarded: 420,
  stole: 800,
  scored: 900,
  swapped: 1000,
  gave: 900,
  chased: 1000,
  adopted: 900,
  lost_home: 600,
  ran_out: 700,
  shuffled: 900,
};
