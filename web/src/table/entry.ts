/** How people join a table: links, names, entropy. */

import { keep, kept } from "../lib/kept.ts";
import { say } from "../words/index.svelte.ts";

/** The secret of a personal link, from the part of the address that is not sent to servers. */
export function entryOf(hash: string): string | null {
  return new URLSearchParams(hash.replace(/^#/, "")).get("s");
}

export function linkTo(table: string, secret?: string): string {
  const link = new URL(`/table/${table}`, location.href);
  if (secret !== undefined) link.hash = new URLSearchParams({ s: secret }).toString();
  return link.href;
}

/** This person's contribution to the dice: 64 hexadecimal digits. */
export function entropy(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The name last used in this browser. */
export function lastName(): string {
  return kept("name") ?? "";
}

/** The name of a person who gives none; different from other guests. */
export function guestName(taken: readonly (string | null)[]): string {
  const first = say("Guest");
  if (!taken.includes(first)) return first;
  let number = 2;
  while (taken.includes(say("Guest {number}", { number }))) number += 1;
  return say("Guest {number}", { number });
}

export function keepName(name: string): void {
  keep("name", name);
}
