import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'smol-toml';
import type { Plugin } from 'vite';

const PACKAGE = resolve(import.meta.dirname, '../../src/cattery');
const PREFIX = 'virtual:words/';
/** Tables that only the terminal reads, so the page doesn't carry them. */
const UNREAD = /^terminal\./;

/** Nested tables as dotted keys: `{page: {title: "x"}}` is `{"page.title": "x"}`. */
function flatten(table: object, prefix = ''): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [key, value] of Object.entries(table)) {
    if (typeof value === 'object' && value !== null) {
      Object.assign(flat, flatten(value, `${prefix}${key}.`));
    } else {
      flat[prefix + key] = String(value);
    }
  }
  return flat;
}

function read(path: string): Record<string, string> {
  if (!existsSync(path)) return {};
  const flat = flatten(parse(readFileSync(path, 'utf8')));
  return Object.fromEntries(Object.entries(flat).filter(([key]) => !UNREAD.test(key)));
}

/** The words of one language: the shared layers' and every game's. */
export function catalogue(lang: string) {
  const folder = join(PACKAGE, 'games');
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  const games: Record<string, Record<string, string>> = {};
  for (const name of names) {
    const words = read(join(folder, name, `words.${lang}.toml`));
    if (Object.keys(words).length > 0) games[name] = words;
  }
  return { shared: read(join(PACKAGE, `words.${lang}.toml`)), games };
}

/** The shared words, and how to get those of each game: a page carries only the games it shows. */
function whole(lang: string): string {
  const { shared, games } = catalogue(lang);
  const loaders = Object.keys(games).map((name) => `${JSON.stringify(name)}: () => import('${PREFIX}${lang}/${name}')`);
  return `export default { shared: ${JSON.stringify(shared)}, games: { ${loaders.join(', ')} } }`;
}

/** `import words from 'virtual:words/hu'`: the TOML catalogues that the terminal reads too. */
export function catalogues(): Plugin {
  return {
    name: 'cattery-catalogues',
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return;
      const [lang, game] = id.slice(PREFIX.length + 1).split('/');
      if (game === undefined) return whole(lang!);
      return `export default ${JSON.stringify(catalogue(lang!).games[game])}`;
    },
  };
}
