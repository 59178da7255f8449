/** A saved match, checked in this browser: is it unchanged, does its number fit, who vouches for it? Nothing is sent. */
import { fromHex, sha256 } from './sha256';

const FORMATS = ['cattery match 1', 'cattery match 2', 'cattery match 3'];
/** Only files of this format are signed. */
const FORMAT = FORMATS[2];
/** What every signature of a match begins with. */
const CONTEXT = 'cattery match\n';
/** Characters of a file: no match is as long, and the server takes no longer one. */
export const LONGEST = 500_000;

/** What keeps a file from being sound. */
export type Fault = 'too_long' | 'not_a_match' | 'other_format' | 'unfinished' | 'changed' | 'number' | 'signature';

/** Who vouches: this server, or whoever has a key that this server doesn't publish. `unchecked`: this browser can't tell whether the signature fits. */
export interface Vouched {
  host: string;
  whose: 'own' | 'foreign' | 'unchecked';
}

/** What was found: a fault, or who vouches for the match; null where nobody does. */
export type Finding = { fault: Fault } | { fault: null; vouched: Vouched | null; fingerprint: string; additions: string[] };

interface Saved {
  format: string;
  commitment: unknown;
  contributions: unknown;
  seed: unknown;
  digest: unknown;
  signature?: unknown;
  played_on?: { host?: unknown; key?: unknown } | null;
}

/** Check a file. `own` are the keys that this server publishes. */
export async function check(text: string, own: string[]): Promise<Finding> {
  if (text.length > LONGEST) return { fault: 'too_long' };
  const saved = read(text);
  if (saved === null) return { fault: 'not_a_match' };
  if (!FORMATS.includes(saved.format)) return { fault: 'other_format' };
  const { commitment, contributions } = saved;
  if (typeof commitment !== 'string' || !isTexts(contributions)) return { fault: 'not_a_match' };
  const signed = saved.format === FORMAT && ('played_on' in saved || 'signature' in saved);
  const contents = canonical(text, signed ? ['digest', 'signature'] : ['digest']);
  if ((await sha256(bytes(contents))) !== saved.digest) return { fault: 'changed' };
  if (saved.seed === null) return { fault: 'unfinished' };
  const seed = typeof saved.seed === 'string' ? fromHex(saved.seed) : null;
  if (seed?.length !== 32 || (await sha256(seed)) !== commitment) return { fault: 'number' };
  const vouched = signed ? await voucher(saved, bytes(CONTEXT + contents), own) : null;
  return vouched === 'signature' ? { fault: vouched } : { fault: null, vouched, fingerprint: commitment, additions: contributions };
}

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every((one) => typeof one === 'string');

/** The file's fields; null where it is no JSON, something else, or nested deeper than any match. */
function read(text: string): Saved | null {
  try {
    const found: unknown = JSON.parse(text);
    canonical(text);
    return typeof found === 'object' && found !== null && typeof (found as Saved).format === 'string' ? (found as Saved) : null;
  } catch {
    return null;
  }
}

/** Who has signed; or that nobody has, though it looks so. */
async function voucher({ played_on: named, signature }: Saved, signed: Uint8Array<ArrayBuffer>, own: string[]): Promise<Vouched | 'signature'> {
  const [host, key] = [named?.host, named?.key];
  if (typeof host !== 'string' || typeof key !== 'string' || typeof signature !== 'string') return 'signature';
  if (!/^[\w[][\w.~%:/[\]-]{0,299}$/.test(host)) return 'signature'; // no room for a sentence
  const fits = await isSigned(key, signature, signed);
  if (fits === null) return { host, whose: 'unchecked' };
  return fits ? { host, whose: own.includes(key) ? 'own' : 'foreign' } : 'signature';
}

/** Whether a signature fits; null where the browser can't tell: without TLS, or where it doesn't know Ed25519. */
async function isSigned(key: string, signature: string, signed: Uint8Array<ArrayBuffer>): Promise<boolean | null> {
  if ((await imported(KNOWN_KEY)) === null) return null;
  const [found, signatureBytes] = [await imported(key), fromHex(signature)];
  return found !== null && signatureBytes?.length === 64 && (await crypto.subtle.verify('Ed25519', found, signatureBytes, signed));
}

/** The first public key of RFC 8032: a browser that doesn't take it takes none. */
const KNOWN_KEY = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a';

async function imported(key: string): Promise<CryptoKey | null> {
  const raw = fromHex(key);
  if (raw?.length !== 32) return null;
  try {
    return await crypto.subtle.importKey('raw', raw, 'Ed25519', false, ['verify']);
  } catch {
    return null;
  }
}

const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** A JSON text without spaces, its fields in order, some of the outermost left out. Numbers stay as they are spelt: 1.0 isn't 1 to whoever signed. */
export function canonical(text: string, leftOut: string[] = []): string {
  const tokens = text.match(TOKENS) ?? [];
  let at = 0;
  const several = (end: string, one: () => void): void => {
    while (tokens[at] !== end) {
      one();
      if (tokens[at] === ',') at += 1;
    }
    at += 1;
  };
  const value = (without: string[]): string => {
    const token = tokens[at]!;
    at += 1;
    if (token === '[') {
      const items: string[] = [];
      several(']', () => items.push(value([])));
      return `[${items.join(',')}]`;
    }
    if (token === '{') {
      const fields = new Map<string, string>();
      several('}', () => {
        const name = JSON.parse(tokens[at]!) as string;
        at += 2; // the name and the colon
        fields.set(name, value([]));
      });
      const kept = [...fields.keys()].filter((name) => !without.includes(name)).sort();
      return `{${kept.map((name) => `${JSON.stringify(name)}:${fields.get(name)!}`).join(',')}}`;
    }
    return token.startsWith('"') ? JSON.stringify(JSON.parse(token)) : token;
  };
  return value(leftOut);
}
