import type { Series } from './wire';

export type Colour = Series['colour'];
export const COLOURS: readonly Colour[] = ['blue', 'yellow', 'red', 'green'];

/** A house cat's colour; null for strays and extras. */
export function colourOf(card: string): Colour | null {
  return COLOURS.find((colour) => card.startsWith(`${colour}-`)) ?? null;
}

/** The numbers on a card: one, two that one may choose from, or none. */
export function numbersOf(card: string): string[] {
  return colourOf(card) === null ? [] : card.split('-').slice(1);
}

/** The symbol of art.svg that shows a card. */
export function symbolOf(card: string): string {
  const colour = colourOf(card);
  return colour === null ? `csacska-${card.replace('_', '-')}` : `csacska-cat-${colour}`;
}

/** All cards have this shape. */
export const CARD_BOX = '0 0 90 120';

/** The mark of a colour, so that it is known without seeing colours. */
export const markOf = (colour: Colour): string => `csacska-mark-${colour}`;
