/** The person at this browser, as they are called at every table. */

import { keep, kept } from "./kept.ts";

/** As the person last called themselves; empty for somebody new. */
export function ownName(): string {
  return kept("name") ?? "";
}

export function keepName(name: string): void {
  keep("name", name);
}

/** This browser's own part in the dice: 32 bytes as hexadecimal digits. */
export function entropy(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
