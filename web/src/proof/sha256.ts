/**
 * SHA-256 and HMAC (FIPS 180-4, RFC 2104) in plain TypeScript.
 *
 * The browser's own are there on https only, and a table at home is served over http.
 */

const BLOCK = 64;

/** The first 32 bits of the fractional parts of a root of each of the first primes. */
function fractions(count: number, root: (n: number) => number): Uint32Array {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) {
    let prime = true;
    for (let divisor = 2; divisor * divisor <= n; divisor++) prime &&= n % divisor !== 0;
    if (prime) found.push((root(n) % 1) * 2 ** 32);
  }
  return Uint32Array.from(found);
}

const START = fractions(8, Math.sqrt);
const ROUNDS = fractions(64, Math.cbrt);
const words = new Uint32Array(64);

const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

function mix(state: Uint32Array, block: DataView, offset: number): void {
  for (let i = 0; i < 16; i++) words[i] = block.getUint32(offset + 4 * i);
  for (let i = 16; i < 64; i++) {
    const early = words[i - 15]!;
    const late = words[i - 2]!;
    const low = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const high = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    words[i] = words[i - 16]! + low + words[i - 7]! + high;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [
    number, number, number, number, number, number, number, number,
  ];
  for (let i = 0; i < 64; i++) {
    const choice = (e & f) ^ (~e & g);
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + ROUNDS[i]! + words[i]!) | 0;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const other = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + other) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] = state[i]! + word));
}

export function sha256(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const blocks = Math.ceil((message.length + 9) / BLOCK); // a bit, and the length in 8 bytes
  const padded = new Uint8Array(blocks * BLOCK);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(message.length) * 8n);
  const state = START.slice();
  for (let offset = 0; offset < padded.length; offset += BLOCK) mix(state, view, offset);
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => digest.setUint32(4 * i, word));
  return new Uint8Array(digest.buffer);
}

export function hmac(key: Uint8Array, message: Uint8Array): Uint8Array<ArrayBuffer> {
  const block = new Uint8Array(BLOCK);
  block.set(key.length > BLOCK ? sha256(key) : key);
  const inner = sha256(joined(block.map((byte) => byte ^ 0x36), message));
  return sha256(joined(block.map((byte) => byte ^ 0x5c), inner));
}

export function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

const encoder = new TextEncoder();

export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return joined(encoder.encode(text));
}

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The bytes of hexadecimal digits, two each. */
export function unhex(digits: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(digits.match(/../g) ?? [], (two) => parseInt(two, 16));
}
