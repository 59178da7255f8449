/** What is this? Symbols, cells and sums of a sheet, as its level has them. */
import type { Words } from '../../lib/words';
import type { AbilitySeen, Paper, Sheet } from './wire';

type Part = 'cats' | 'cheese' | 'mice' | 'bonus' | 'empty';

/** What a symbol does, on a die or in a cell. */
export function aboutSymbol(words: Words, { track, cheese, lines, areas }: Paper, symbol: string): string {
  if (symbol === 'cat') {
    if (track.length > 0) return words.say('about.cat_track');
    return words.say(areas.length > 0 ? 'about.cat_areas' : 'about.cat_lines');
  }
  if (symbol !== 'mouse') return words.say('about.number', { n: Number(symbol) });
  const ways = [cheese ? 'mouse_cheese' : '', lines ? 'mouse_lines' : '', areas.length > 0 ? 'mouse_areas' : ''];
  const [first = '', ...more] = ways.filter((way) => way !== '').map((way) => words.say(`about.${way}`));
  return [first, ...more.map((line) => unheaded(words, line))].join('\n');
}

/** Without the heading, which stands above already: "Mouse: it eats …". */
const unheaded = (words: Words, line: string): string => words.capital(line.replace(/^[^:]+: /, ''));

/** What a die shows, and what that does; its name stands there once. */
export function aboutDie(words: Words, paper: Paper, face: string, label: string): string {
  const name = words.say(`symbol.${face}`);
  const text = aboutSymbol(words, paper, face);
  const heading = text.slice(0, text.indexOf(':')).toLowerCase();
  if (!heading.endsWith(name)) return `${words.capital(label)}\n${text}`;
  return label === name ? text : `${words.capital(label)}\n${unheaded(words, text)}`;
}

/** What a cell of the sheet is for, and what stands in it; of an ordinary empty one see `aboutEmpty`. */
export function aboutCell(words: Words, paper: Paper, cell: string, here: string | null): string {
  const parts = [
    here === null ? words.say('about.outside') : here === 'crossed' ? words.say('about.crossed') : here === '' ? '' : aboutSymbol(words, paper, here),
    paper.stars.includes(cell) && here === '' ? words.say('about.star') : '',
    paper.bonus.includes(cell) ? words.say('about.bonus') : '',
  ];
  return parts.filter((part) => part !== '').join('\n');
}

/** What may be written in an empty cell now, or why nothing may (null: it isn't the time; '': never again), and what it costs in the end. */
export function aboutEmpty(words: Words, { grows }: Paper, now: readonly string[] | string | null): string {
  const cost = words.say(grows ? 'about.empty_house' : 'about.empty');
  if (now === '') return cost;
  const first = now === null ? words.say('about.another_turn') : typeof now === 'string' ? words.say('about.why_empty', { why: now }) : words.say('about.may_write', { symbols: now });
  return `${first}\n${cost}`;
}

/** The cheese, or the cat, at the end of a row or column. */
export function aboutLine(words: Words, { cheese, lines }: Paper, sheet: Sheet, line: string): string {
  const parts = [
    cheese ? words.say(sheet.cheese.includes(line) ? 'about.cheese_eaten' : 'about.cheese', { line }) : '',
    lines ? words.say(sheet.cat_lines.includes(line) ? 'about.line_cat' : 'about.line_no_cat', { line }) : '',
  ];
  return parts.filter((part) => part !== '').join('\n');
}

/** What a line of the score sheet counts. */
export function aboutPart(words: Words, paper: Paper, part: Part): string {
  if (part === 'cats') return words.say('board.about_track');
  if (part === 'cheese') return words.say('about.mouse_cheese');
  if (part === 'mice') return words.say(paper.areas.length > 0 ? 'board.about_area' : 'about.mouse_lines');
  return words.say(`about.${part}`);
}

/** What rooms of a number score and give. */
export function aboutRooms(words: Words, abilities: readonly AbilitySeen[], number: number): string {
  const points = abilities.find((ability) => ability.number === number)?.points ?? 0;
  return words.say('board.ability_from', { number, points });
}
