import type { TallyPart } from '../../lib/games';
import type { Tagged } from '../../lib/stage.svelte';
import type { Told } from '../../lib/wire';
import type { Words } from '../../lib/words';
import type { Event, View } from './wire';

/** Toys in closed and in open boxes, cats beyond the first, and what spray bottles take: together all points. */
export function tally(view: Tagged, story: Told[], words: Words): TallyPart[] {
  const events = (story.at(-1)?.events ?? []) as unknown as Event[];
  const { players } = view as unknown as View;
  const sum = (brought: (event: Event, seat: number) => number): number[] =>
    players.map((_, seat) => events.reduce((total, event) => total + brought(event, seat), 0));
  /** Without the bottles, which have a column of their own. */
  const boxes = (closed: boolean) =>
    sum((event, seat) => (event.type === 'counted' && event.closed === closed && event.seats.includes(seat) ? event.points + (closed ? 2 : 1) * event.bottles : 0));
  const parts = [
    { label: words.say('board.tally_closed'), points: boxes(true) },
    { label: words.say('board.tally_open'), points: boxes(false) },
    { label: words.say('board.tally_extra'), points: sum((event, seat) => (event.type === 'extra' && event.seat === seat ? event.points : 0)) },
    { label: words.say('board.tally_minus'), points: sum((event, seat) => (event.type === 'total' && event.seat === seat ? -event.minus : 0)) },
  ];
  return parts.filter(({ points }) => points.some((brought) => brought !== 0));
}
