import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { addition, recognise, taken, watch } from '../src/lib/fairness';
import { canonical, check, type Fault, LONGEST } from '../src/lib/saved';
import type { TableView } from '../src/lib/wire';

const FIXTURES = new URL('../../tests/fixtures/', import.meta.url);
const file = (name: string): string => readFileSync(new URL(name, FIXTURES), 'utf-8');
/** Signed by Python: quotes, accents and line separators in names, payoffs with and without a fraction. */
const signed = file('signed.json');
type Contents = Record<string, unknown> & { names: string[]; played_on: Record<string, unknown> };
const contents = JSON.parse(signed) as Contents;
const key = contents.played_on.key as string;
const host = 'cats.example.org/cats';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** The file with something changed and a digest that fits again, numbers spelt as they were. */
function redigested(text: string): string {
  const digest = createHash('sha256').update(canonical(text, ['digest', 'signature'])).digest('hex');
  return text.replace(/"digest": "[0-9a-f]*"/, `"digest": "${digest}"`);
}

test('a server vouches for what was played on it, if it publishes the key', async () => {
  expect(await check(signed, ['00', key])).toMatchObject({ fault: null, vouched: { host, whose: 'own' }, additions: contents.contributions });
  expect(await check(signed, [])).toMatchObject({ fault: null, vouched: { host, whose: 'foreign' } });
});

test("spaces and the order of fields don't matter", async () => {
  const reversed = signed
    .trim()
    .slice(2, -2)
    .split(/,\n(?=")/)
    .reverse()
    .join(',\n\t ');
  expect(await check(`{${reversed}}`, [key])).toMatchObject({ vouched: { whose: 'own' } });
});

test.each<[string, (text: string) => string, Fault]>([
  ['a name', (text) => text.replace('Anna', 'Emma'), 'changed'],
  ['a name and the digest', (text) => redigested(text.replace('Anna', 'Emma')), 'signature'],
  ['the host and the digest', (text) => redigested(text.replace(host, 'mine.example.org')), 'signature'],
  ['a sentence for a host', (text) => redigested(text.replace(host, 'here, I swear')), 'signature'],
  ['another key', (text) => redigested(text.replace(key, 'ff'.repeat(32))), 'signature'],
  ['no key', (text) => redigested(text.replace(key, 'x')), 'signature'],
  ['half a signature', (text) => text.replace(/"signature": "../, '"signature": "'), 'signature'],
  ['no signature', (text) => redigested(text.replace(/,\n"signature": "[0-9a-f]*"/, '')), 'signature'],
  ['no host', (text) => redigested(text.replace(/"played_on": \{[^}]*\},\n/, '')), 'signature'],
  ['another number', (text) => redigested(text.replace(/"seed": "../, '"seed": "00')), 'number'],
  ['no number', (text) => redigested(text.replace(/"seed": "[0-9a-f]*"/, '"seed": null')), 'unfinished'],
  ['another format', (text) => text.replace('cattery match 3', 'cattery match 9'), 'other_format'],
  ['no format', (text) => text.replace('"format"', '"shape"'), 'not_a_match'],
  ['no end', (text) => text.slice(0, 500), 'not_a_match'],
  ['a deep nest', () => '['.repeat(200_000) + ']'.repeat(200_000), 'not_a_match'],
  ['something else', () => '[1, "cat"]', 'not_a_match'],
  ['nothing', () => '', 'not_a_match'],
  ['too much', (text) => text + ' '.repeat(LONGEST), 'too_long'],
])('what is wrong is found: %s', async (_, change, fault) => {
  expect(await check(change(signed), [key])).toEqual({ fault });
});

test('without both it is an unsigned file, and so are those of older formats', async () => {
  const bare = redigested(signed.replace(/,\n"signature": "[0-9a-f]*"/, '').replace(/"played_on": \{[^}]*\},\n/, ''));
  expect(await check(bare, [key])).toMatchObject({ fault: null, vouched: null });
  for (const folder of ['saved/', 'saved_2/']) {
    const whole = readdirSync(new URL(folder, FIXTURES)).filter((name) => name.endsWith('.json') && !name.includes('running'));
    expect(whole.length).toBeGreaterThan(0);
    for (const name of whole) expect(await check(file(folder + name), [key])).toMatchObject({ fault: null, vouched: null });
  }
});

test("a key of somebody else's vouches for nothing that names this server", async () => {
  const forger = generateKeyPairSync('ed25519');
  const theirs = forger.publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('hex');
  const text = redigested(signed.replace(key, theirs));
  const made = sign(null, Buffer.from(`cattery match\n${canonical(text, ['digest', 'signature'])}`), forger.privateKey);
  const forged = text.replace(/"signature": "[0-9a-f]*"/, `"signature": "${made.toString('hex')}"`);
  expect(await check(forged, [key])).toMatchObject({ vouched: { host, whose: 'foreign' } });
});

test.each([
  ['no cryptography, as on a page without TLS', { getRandomValues: () => undefined }],
  ['one that knows no Ed25519', { subtle: { digest: crypto.subtle.digest.bind(crypto.subtle), importKey: () => Promise.reject(new Error('NotSupportedError')) } }],
])('a browser that has %s says that it cannot tell', async (_, has) => {
  vi.stubGlobal('crypto', has);
  expect(await check(signed, [key])).toMatchObject({ fault: null, vouched: { host, whose: 'unchecked' } });
  expect(await check(signed.replace('Anna', 'Emma'), [key])).toEqual({ fault: 'changed' });
});

test('numbers stay as they are spelt, and texts are spelt as Python spells them', () => {
  expect(canonical('{"b": [1.0, -0.5, 1], "a": {"d": null, "c": "\\u00e9\\u0007\\/"}}')).toBe('{"a":{"c":"é\\u0007/","d":null},"b":[1.0,-0.5,1]}');
  expect(canonical('{"a": 1, "b": {"a": [ ]}}', ['a'])).toBe('{"b":{"a":[]}}');
});

test('a match at whose start this browser was is recognised', () => {
  const kept: Record<string, string> = {};
  vi.stubGlobal('localStorage', { getItem: (name: string) => kept[name] ?? null, setItem: (name: string, text: string) => void (kept[name] = text) });
  const open = { id: 'recognised', state: 'open', fairness: { commitment: 'print' }, seats: [{ mine: true }, { mine: false }], you: [0] };
  watch(open as unknown as TableView);
  expect(recognise('print', ['', 'other'])).toBe('watched');
  const text = addition('recognised', 0);
  taken('recognised', 0);
  expect(recognise('print', [text, 'other'])).toBe('kept');
  expect(recognise('print', ['chosen', 'other'])).toBe('left_out');
  expect(recognise('another', [text, 'other'])).toBeNull();
});

