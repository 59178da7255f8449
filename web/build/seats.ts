import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'smol-toml';
import type { Plugin } from 'vite';

const FILE = resolve(import.meta.dirname, '../../src/cattery/seats.toml');
const OUTLINES = 'virtual:seats';
const COLOURS = 'virtual:seats.css';

interface SeatLook {
  light: string;
  dark: string;
  outline: string;
}

function looks(): SeatLook[] {
  return parse(readFileSync(FILE, 'utf8'))['seat'] as unknown as SeatLook[];
}

/** `--c-seat-0` … on one of the grounds. */
function colours(ground: 'light' | 'dark'): string {
  return looks()
    .map((look, seat) => `--c-seat-${seat}: ${look[ground]};`)
    .join(' ');
}

/** `import SHAPES from 'virtual:seats'` and `import 'virtual:seats.css'`: the looks of seats that the terminal has too.
 * Inside `.daylight` they are those on light ground. */
export function seats(): Plugin {
  return {
    name: 'cattery-seats',
    resolveId: (id) => (id === OUTLINES || id === COLOURS ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${OUTLINES}`) return `export default ${JSON.stringify(looks().map((look) => look.outline))}`;
      if (id !== `\0${COLOURS}`) return;
      return `:root, .daylight { ${colours('light')} } :root[data-theme='dark'] { ${colours('dark')} }`;
    },
  };
}
