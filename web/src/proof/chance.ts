/** Chance as docs/formats/chance.md has it: from a seed and the seats' entropy to every draw. */

import { hex, hmac, joined, sha256, utf8 } from "./sha256.ts";

export function commitment(seed: Uint8Array): string {
  return hex(sha256(joined(utf8("paddock/commit/1\n"), seed)));
}

export function seedOfNumber(number: number): Uint8Array {
  return sha256(utf8(`paddock/number/1\n${number}`));
}

/** The key of a match; `entropy` by seat. */
export function matchKey(seed: Uint8Array, entropy: ReadonlyMap<number, Uint8Array>): Uint8Array {
  const seats = [...entropy].sort(([one], [other]) => one - other);
  const added = seats.map(([seat, bytes]) => joined(Uint8Array.of(seat), bytes));
  return hmac(seed, joined(utf8("paddock/key/1\n"), ...added));
}

/** The value of a draw: one of n, each exactly as likely as any other. */
export function drawn(key: Uint8Array, stream: string, index: number, n: bigint): bigint {
  const limit = 2n ** 64n - (2n ** 64n % n);
  for (let attempt = 0; ; attempt++) {
    const bytes = hmac(key, utf8(`${stream}/${index}/${attempt}`));
    const word = new DataView(bytes.buffer).getBigUint64(0);
    if (word < limit) return word % n;
  }
}
