import type { TallyPart } from '../../lib/games';
import type { Tagged } from '../../lib/stage.svelte';
import type { Told } from '../../lib/wire';
import type { Words } from '../../lib/words';
import type { View } from './wire';

/** Cats and what mice are left: the sum decides. */
export function tally(view: Tagged, _story: Told[], words: Words): TallyPart[] {
  const { players } = view as unknown as View;
  return [
    { label: words.say('board.cats'), points: players.map((one) => one.points) },
    { label: words.say('board.mice_left'), points: players.map((one) => one.mice ?? 0) },
  ];
}
