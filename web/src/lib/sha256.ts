/** SHA-256: the browser's own where there is one, which is over TLS and on the machine itself; else, on a local network, this one. */

export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const subtle = globalThis.crypto?.subtle;
  return hex(subtle === undefined ? digest(bytes) : new Uint8Array(await subtle.digest('SHA-256', bytes)));
}

/** Bytes from pairs of hex digits; null where the text is something else. */
export function fromHex(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^([0-9a-f]{2})*$/.test(text)) return null;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const BLOCK = 64;
const PRIMES = primes(64);
/** The first 32 bits behind the point of the primes' cube roots, and of the first eight square roots. */
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

/** The digest by FIPS 180-4. */
export function digest(bytes: Uint8Array): Uint8Array {
  const state = Uint32Array.from(START);
  const blocks = padded(bytes);
  for (let at = 0; at < blocks.byteLength; at += BLOCK) compress(state, new DataView(blocks.buffer, at, BLOCK));
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((word, k) => out.setUint32(4 * k, word));
  return new Uint8Array(out.buffer);
}

/** A one, zeros, and the length in bits, so that whole blocks come out. */
function padded(bytes: Uint8Array): Uint8Array {
  const all = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK) * BLOCK);
  all.set(bytes);
  all[bytes.length] = 0x80;
  new DataView(all.buffer).setUint32(all.length - 4, bytes.length * 8);
  return all;
}

function compress(state: Uint32Array, block: DataView): void {
  const words = new Uint32Array(64);
  for (let k = 0; k < 16; k += 1) words[k] = block.getUint32(4 * k);
  for (let k = 16; k < 64; k += 1) {
    const [far, near] = [words[k - 15]!, words[k - 2]!];
    const mixed = (turn(far, 7) ^ turn(far, 18) ^ (far >>> 3)) + (turn(near, 17) ^ turn(near, 19) ^ (near >>> 10));
    words[k] = words[k - 16]! + words[k - 7]! + mixed;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let k = 0; k < 64; k += 1) {
    const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[k]! + words[k]!;
    const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
  }
  [a, b, c, d, e, f, g, h].forEach((word, k) => (state[k] = state[k]! + word));
}

const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

function fraction(root: number): number {
  return ((root - Math.floor(root)) * 2 ** 32) >>> 0;
}

function primes(count: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n += 1) if (found.every((prime) => n % prime !== 0)) found.push(n);
  return found;
}
