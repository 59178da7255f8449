import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { catalogue } from '../build/catalogues';
import { type Params, type Table, unbroken, Words } from '../src/lib/words';

type Case = {
  template: string;
  params: Params;
  lang: string;
  words?: Table;
  shared?: Table;
  expect: string;
};
const vectors = new URL('../../tests/text/templates.toml', import.meta.url);
const cases = parse(readFileSync(vectors, 'utf8'))['case'] as unknown as Case[];

test.each([
  ['a 4-es szoba, 2-ből 5', 'a 4\u2011es szoba, 2\u2011ből 5'],
  ['még {n} ({length}-ig)', 'még {n} ({length}\u2011ig)'],
  ['zöld 5-7, {low}-{high}', 'zöld 5\u20117, {low}\u2011{high}'],
  ['(H-12)', '(H\u201112)'],
  ['Enter-rel, egy-két, −3', 'Enter-rel, egy-két, −3'],
])('%s is not broken at its hyphen', (text, kept) => expect(unbroken(text)).toBe(kept));

test('a text begins a sentence as its language writes it, whatever the machine speaks', () => {
  expect(new Words('hu', []).capital('élvezd: 3')).toBe('Élvezd: 3');
  expect(new Words('tr', []).capital('iki')).toBe('İki');
  expect(new Words('en', []).capital('')).toBe('');
});

describe('templates', () => {
  test.each(cases)('$template → $expect', (c) => {
    const words = new Words(c.lang, [c.words ?? {}, c.shared ?? {}]);
    expect(words.format(c.template, c.params)).toBe(c.expect);
  });

  test('a key without words is shown as itself', () => {
    expect(new Words('en', [{}]).say('page.nothing')).toBe('page.nothing');
  });
});

describe('catalogues', () => {
  const hu = catalogue('hu');
  const en = catalogue('en');
  const slots = (text: string) => [...text.matchAll(/\{([aA]z )?([^{}|@]+)/g)].map((m) => m[2]).sort();

  test('both languages have the same keys', () => {
    expect(Object.keys(hu.shared).sort()).toEqual(Object.keys(en.shared).sort());
    expect(Object.keys(hu.games)).toEqual(Object.keys(en.games));
    for (const game of Object.keys(hu.games)) {
      expect(Object.keys(hu.games[game]!).sort()).toEqual(Object.keys(en.games[game]!).sort());
    }
  });

  test('every word that the page asks for by name is there', () => {
    const source = new URL('../src/', import.meta.url);
    const asked = readdirSync(source, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(svelte|ts)$/.test(file))
      .flatMap((file) => [...readFileSync(new URL(file, source), 'utf8').matchAll(/(?<![\w.])t\('([\w.]+)'/g)])
      .map((found) => `page.${found[1]}`);
    expect(asked.length).toBeGreaterThan(100);
    expect(asked.filter((key) => !(key in en.shared))).toEqual([]);
  });

  test('with the same parameters', () => {
    for (const [key, text] of Object.entries(hu.shared)) {
      expect([key, ...new Set(slots(text))]).toEqual([key, ...new Set(slots(en.shared[key]!))]);
    }
  });
});
