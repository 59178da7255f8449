import type { Component } from 'svelte';
import type { RulesPart } from '../../build/rules';
import { api } from './api';
import { speech } from './i18n.svelte';
import type { Stage, Tagged } from './stage.svelte';
import type { Told } from './wire';
import type { Words } from './words';

/** What a game's folder gives to the page. */
export interface GamePage {
  /** The board with everything on it, and its action bar. */
  Board: Component<{ stage: Stage }>;
  /** A position as a picture, from the text in the rules' ```position blocks; without one the server draws it. */
  Diagram?: Component<{ game: string; position: string; caption: string }>;
  /** What a diagram that is played forward shows of the board, `views` being all that it will come to; without one the whole board. */
  Scene?: Component<{ stage: Stage; views: Tagged[] }>;
  /** The board itself shows who plays and who has to act: the page lists nobody beside it. */
  showsPlayers?: boolean;
  /** Whether what is to be decided now needs nothing but what everybody sees: then people who share a screen
   * needn't hand it over, and who wants to see their secrets asks for them. A refusal is worded by `board.refused_openly`, where the game has it. */
  openly?: (view: Tagged) => boolean;
  /** What the points at the end are made of, by seat. */
  tally?: (view: Tagged, story: Told[], words: Words) => TallyPart[];
}

/** One of the things that points are made of, and what it brought to each seat. */
export interface TallyPart {
  label: string;
  points: number[];
}

const folders = import.meta.glob<GamePage>('../games/*/index.ts', { import: 'default' });
const drawings = import.meta.glob<string>('../../../src/cattery/games/*/art.svg', {
  query: '?raw',
  import: 'default',
});
const rules = import.meta.glob<RulesPart[]>('../../../src/cattery/games/*/rules.*.md', { import: 'default' });

/** Whether the page draws the game itself. */
export const hasBoard = (name: string): boolean => folders[`../games/${name}/index.ts`] !== undefined;

/** The page's part of a game; a game that has none yet is played on a plain board. */
async function gamePage(name: string): Promise<GamePage> {
  const load = folders[`../games/${name}/index.ts`];
  if (load !== undefined) return await load();
  return { Board: (await import('../parts/PlainBoard.svelte')).default };
}

/** Everything that a game needs on the screen: its board, its words, its drawings. */
export async function setUp(name: string): Promise<GamePage> {
  const [page] = await Promise.all([gamePage(name), speech.learn(name), draw(name)]);
  return page;
}

/** The rules of a game; those of a game that came after the page are rendered here. */
export async function rulesOf(name: string, lang: string): Promise<RulesPart[] | null> {
  const built = rules[`../../../src/cattery/games/${name}/rules.${lang}.md`];
  if (built !== undefined) return await built();
  const markdown = await api.rules(name, lang);
  return markdown === null ? null : (await import('../../build/rules')).parts(markdown);
}

const drawn = new Map<string, Promise<void>>();

/** Put a game's symbols on the page once, so that `<use href="#…">` finds them. */
export function draw(name: string): Promise<void> {
  let drawing = drawn.get(name);
  if (drawing === undefined) {
    drawing = putSymbols(name);
    drawn.set(name, drawing);
    drawing.catch(() => drawn.delete(name));
  }
  return drawing;
}

async function putSymbols(name: string): Promise<void> {
  const built = drawings[`../../../src/cattery/games/${name}/art.svg`];
  const art = built === undefined ? await api.art(name) : await built();
  if (art === null || art === undefined) return;
  const holder = document.createElement('div');
  holder.className = 'symbols';
  holder.setAttribute('aria-hidden', 'true');
  holder.innerHTML = art;
  document.body.append(holder);
}
