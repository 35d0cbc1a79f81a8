/**
 * The dice as docs/formats/chance.md describes them: from a seed and the seats' entropy to every draw.
 *
 * The hashes come from a library: browsers offer their own on https only, and a table at home is served over http.
 */

import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";

export function commitment(seed: Uint8Array): string {
  return bytesToHex(sha256(concatBytes(utf8ToBytes("paddock/commit/1\n"), seed)));
}

export function seedOfNumber(number: number): Uint8Array {
  return sha256(utf8ToBytes(`paddock/number/1\n${number}`));
}

/** The key of a match; `entropy` by seat. */
export function matchKey(seed: Uint8Array, entropy: ReadonlyMap<number, Uint8Array>): Uint8Array {
  const seats = [...entropy].sort(([one], [other]) => one - other);
  const added = seats.map(([seat, bytes]) => concatBytes(Uint8Array.of(seat), bytes));
  return hmac(sha256, seed, concatBytes(utf8ToBytes("paddock/key/1\n"), ...added));
}

/** The value of a draw: one of n equally likely values. */
export function drawn(key: Uint8Array, stream: string, index: number, n: bigint): bigint {
  const limit = 2n ** 64n - (2n ** 64n % n);
  for (let attempt = 0; ; attempt++) {
    const bytes = hmac(sha256, key, utf8ToBytes(`${stream}/${index}/${attempt}`));
    const word = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0);
    if (word < limit) return word % n;
  }
}
