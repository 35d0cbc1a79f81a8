/** Links to a moment of a replay: /replay/ID?at=SEQ&seat=N, with all=1 to show what was hidden. */

import type { Look } from "./replay.svelte.ts";

export interface Spot {
  readonly at: number;
  readonly look: Look;
}

export function spotOf(search: string): Spot {
  const asked = new URLSearchParams(search);
  return {
    at: whole(asked.get("at")) ?? 0,
    look: { seat: whole(asked.get("seat")), all: asked.get("all") === "1" },
  };
}

export function searchOf({ at, look }: Spot): string {
  const asked = new URLSearchParams({ at: String(at) });
  if (look.seat !== null) asked.set("seat", String(look.seat));
  if (look.all) asked.set("all", "1");
  return `?${asked}`;
}

function whole(text: string | null): number | null {
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null;
}
