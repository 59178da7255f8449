import type { Component } from 'svelte';
import type { Stage } from './stage.svelte';

/** What a game's folder gives to the page. */
export interface GamePage {
  /** The board with everything on it, and its action bar. */
  Board: Component<{ stage: Stage }>;
  /** A position as a picture, from the text in the rules' ```position blocks. */
  Diagram: Component<{ position: string; caption: string }>;
  /** The board itself shows who plays and who has to act: on a phone that is enough. */
  showsPlayers?: boolean;
}

const folders = import.meta.glob<GamePage>('../games/*/index.ts', { import: 'default' });
const drawings = import.meta.glob<string>('../../../src/cattery/games/*/art.svg', {
  query: '?raw',
  import: 'default',
});
const rules = import.meta.glob<import('../../build/rules').RulesPart[]>(
  '../../../src/cattery/games/*/rules.*.md',
  { import: 'default' },
);

/** The page's part of a game, or null where it has none yet. */
export async function gamePage(name: string): Promise<GamePage | null> {
  const load = folders[`../games/${name}/index.ts`];
  return load === undefined ? null : await load();
}

export function playable(name: string): boolean {
  return `../games/${name}/index.ts` in folders;
}

export async function rulesOf(name: string, lang: string) {
  return (await rules[`../../../src/cattery/games/${name}/rules.${lang}.md`]?.()) ?? null;
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
  const art = await drawings[`../../../src/cattery/games/${name}/art.svg`]?.();
  if (art === undefined) return;
  const holder = document.createElement('div');
  holder.className = 'symbols';
  holder.setAttribute('aria-hidden', 'true');
  holder.innerHTML = art;
  document.body.append(holder);
}
