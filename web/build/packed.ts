import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /\.(js|css|svg|html)$/;
/** Smaller files gain nothing from packing. */
const LEAST = 600;

/** Beside every text file a packed copy, so that the server packs nothing while people wait. */
export function packed(): Plugin {
  return {
    name: 'cattery-packed',
    apply: 'build',
    writeBundle({ dir }) {
      for (const name of readdirSync(dir!, { recursive: true }) as string[]) {
        if (TEXT.test(name)) pack(join(dir!, name));
      }
    },
  };
}

function pack(file: string): void {
  const text = readFileSync(file);
  if (text.length < LEAST) return;
  const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  writeFileSync(`${file}.br`, brotliCompressSync(text, { params: quality }));
  writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }));
}
