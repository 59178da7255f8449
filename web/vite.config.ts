import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { catalogues } from './build/catalogues.ts';
import { packed } from './build/packed.ts';
import { rulesPages } from './build/rules.ts';
import { cats } from './build/cats.ts';
import { seats } from './build/seats.ts';

/** Where `npm run dev` finds a running `cattery serve`. */
const server = process.env.CATTERY_SERVER ?? 'http://127.0.0.1:8000';

export default defineConfig({
  base: './',
  plugins: [catalogues(), rulesPages(), seats(), cats(), svelte(), packed()],
  build: {
    outDir: '../src/cattery/server/page',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // the page's content security policy allows no data: addresses
    modulePreload: { polyfill: false }, // its inline script would break the policy too
  },
  server: {
    fs: { allow: ['..'] },
    proxy: { '/api': { target: server, ws: true } },
  },
  test: { include: ['tests/**/*.test.ts'] },
});
