import type { TallyPart } from '../../lib/games';
import type { Tagged } from '../../lib/stage.svelte';
import type { Told } from '../../lib/wire';
import type { Words } from '../../lib/words';
import { scores } from './sheet';
import type { Score, View } from './wire';

const PARTS = ['rooms', 'cats', 'cheese', 'mice', 'bonus', 'empty'] as const;

const points = (score: Score, part: (typeof PARTS)[number]): number => {
  const brought = score[part];
  return typeof brought === 'number' ? brought : brought.reduce((sum, one) => sum + one, 0);
};

/** What the sheets score: alone also what is missing, else without what nobody has anything of. */
export function tally(view: Tagged, _story: Told[], words: Words): TallyPart[] {
  const { sheets, paper } = view as unknown as View;
  return PARTS
    .map((part) => ({ label: words.say(`draw.${part}`), points: sheets.map(({ score }) => points(score, part)), there: sheets.length === 1 && scores(paper, part) }))
    .filter(({ points, there }) => there || points.some((brought) => brought !== 0))
    .map(({ label, points }) => ({ label, points }));
}
