/** How people come to a table: the links that lead there, and what they bring along. */

import { keep, kept } from "../lib/kept.ts";
import { say } from "../words/index.svelte.ts";

/** The secret of a personal link, from the part of the address that no server is sent. */
export function entryOf(hash: string): string | null {
  return new URLSearchParams(hash.replace(/^#/, "")).get("s");
}

export function linkTo(table: string, secret?: string): string {
  const link = new URL(`/table/${table}`, location.href);
  if (secret !== undefined) link.hash = new URLSearchParams({ s: secret }).toString();
  return link.href;
}

/** This person's own part of the dice: 64 hexadecimal digits. */
export function entropy(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Under which name somebody sat down here last. */
export function lastName(): string {
  return kept("name") ?? "";
}

/** What somebody is called who gives no name, where others may have given none either. */
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
