/** A card by its name: a cat's points as a number, or the animal. */
import type { Words } from '../../lib/words';

/** Its picture in the sprite. */
export function symbolOf(card: string): string {
  if (card === 'rabbit') return 'filou-rabbit';
  if (card === 'big_dog') return 'filou-dog-big';
  if (card === 'small_dog') return 'filou-dog-small';
  return `filou-cat-${card.replace('-', 'm')}`;
}

export const isDog = (card: string): boolean => card.endsWith('_dog');

/** What stands in its corner: a cat's points with a real minus, 0 for the rabbit, a paw for dogs. */
export function badgeOf(card: string): string {
  if (card === 'rabbit') return '0';
  if (isDog(card)) return '';
  return card.replace('-', '−');
}

/** Cats by their points, then the rabbit and the dogs: as people hold a hand. */
export function inOrder(cards: readonly string[]): string[] {
  const rank = (card: string): number => (Number.isNaN(Number(card)) ? 100 + card.length : Number(card));
  return [...cards].sort((a, b) => rank(a) - rank(b));
}

/** What a card is and does, for those who ask; one that isn't known is a cat in the sack. */
export function aboutCard(words: Words, card: string | null, open = true): string {
  if (card === null) return words.say('about.hidden');
  const about = Number.isNaN(Number(card)) ? words.say(`about.${card}`) : words.say(Number(card) < 0 ? 'about.bad_cat' : 'about.cat', { points: badgeOf(card) });
  return open ? about : `${about}\n${words.say('about.yours')}`;
}
