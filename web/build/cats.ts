import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'smol-toml';
import type { Plugin } from 'vite';

const FILE = resolve(import.meta.dirname, '../../src/cattery/cats.toml');
const CATS = 'virtual:cats';

/** `import CATS from 'virtual:cats'`: the bots' names and faces, which the server has too. */
export function cats(): Plugin {
  return {
    name: 'cattery-cats',
    resolveId: (id) => (id === CATS ? `\0${CATS}` : undefined),
    load: (id) => (id === `\0${CATS}` ? `export default ${JSON.stringify(parse(readFileSync(FILE, 'utf8'))['cat'])}` : undefined),
  };
}
