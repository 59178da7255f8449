/** A game's options in words. */
import type { GameInfo, OptionInfo } from './wire';

/** What a value of an option is called; an arrangement is its letters' names in order. */
export function valueTitle(option: OptionInfo, value: string): string {
  const known = option.values.find((one) => one.value === value);
  if (known !== undefined) return known.title;
  const letters = [...value].map((letter) => option.letters.find((one) => one.value === letter)?.title);
  return letters.length > 0 && letters.every((title) => title !== undefined) ? letters.join(', ') : value;
}

/** The options of a table, each with its title; those that nobody chose otherwise are left out if `brief`. */
export function optionWords(game: GameInfo | null, options: Record<string, string>, brief = false): string[] {
  return Object.entries(options).flatMap(([name, value]) => {
    const option = game?.options.find((one) => one.name === name);
    if (option === undefined) return [`${name}: ${value}`];
    return brief && value === option.default ? [] : [`${option.title}: ${valueTitle(option, value)}`];
  });
}

/** Whether a value makes sense for the option at a table of so many seats. */
export function fits(option: OptionInfo, value: string | undefined, seats: number): boolean {
  if (value === undefined) return false;
  if (option.values.some((one) => one.value === value && one.seats <= seats)) return true;
  return option.kind === 'arrangement' && isArrangement(option, value);
}

export function isArrangement({ letters, choose }: OptionInfo, value: string): boolean {
  const chosen = [...value];
  const different = new Set(chosen).size === choose && chosen.length === choose;
  return different && chosen.every((letter) => letters.some((one) => one.value === letter));
}

/** Whether two tables were played with the same options, in whatever order they are written. */
export function sameOptions(a: Record<string, string>, b: Record<string, string>): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}
