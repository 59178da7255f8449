/** Which lessons somebody has begun in this browser. */
import { remember, remembered } from './store';

export const knows = (game: string): boolean => remembered(`lesson.${game}`, false);
export const begun = (game: string): void => remember(`lesson.${game}`, true);
