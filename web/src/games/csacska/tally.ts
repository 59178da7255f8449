import type { TallyPart } from '../../lib/games';
import type { Tagged } from '../../lib/stage.svelte';
import type { Told } from '../../lib/wire';
import type { Words } from '../../lib/words';
import type { Event, View } from './wire';

const SERIES = ['three', 'five', 'seven', 'alike', 'stray'] as const;

/** Whose coins an event brings, how many and for what; null where it brings none. */
function brought(event: Event): { seat: number; part: string; coins: number } | null {
  switch (event.type) {
    case 'scored':
      return event.how === 'nothing' ? null : { seat: event.seat, part: event.how, coins: event.points };
    case 'gave':
      return { seat: event.victim, part: 'dogs', coins: 2 };
    case 'chased':
      return { seat: event.victim, part: 'dogs', coins: event.coins };
    case 'swapped':
      return { seat: event.victim, part: 'rascal', coins: 1 };
    case 'adopted':
      return { seat: event.seat, part: 'lady', coins: event.coins };
    default:
      return null;
  }
}

/** What has happened and was not undone. */
function lasting(story: Told[]): Event[] {
  const moves: Event[][] = [];
  for (const { kind, events } of story) {
    if (kind === 'undo') moves.pop();
    else moves.push(events as unknown as Event[]);
  }
  return moves.flat();
}

/** What everybody's coins came from: kinds of series, others' dogs and rascals, the cat lady. */
export function tally(view: Tagged, story: Told[], words: Words): TallyPart[] {
  const { players } = view as unknown as View;
  const found = lasting(story)
    .map(brought)
    .filter((one) => one !== null);
  const sum = (counts: (part: string) => boolean): number[] =>
    players.map((_, seat) => found.reduce((total, one) => total + (one.seat === seat && counts(one.part) ? one.coins : 0), 0));
  // A match that didn't begin with its first move, or was taken back, can't be told from its story.
  if (sum(() => true).some((coins, seat) => coins !== players[seat]!.coins)) return [];
  return [...SERIES, 'dogs', 'rascal', 'lady']
    .map((part) => ({ label: words.say(`board.tally_${part}`), points: sum((one) => one === part) }))
    .filter(({ points }) => points.some((coins) => coins !== 0));
}
