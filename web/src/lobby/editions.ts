/** Editions of one's own, kept in this browser by the editor. */

import type { Figures } from "../lib/api.ts";
import { kept } from "../lib/kept.ts";

export interface OwnEdition {
  readonly name: string;
  readonly figures: Figures;
}

export function ownEditions(game: string): readonly OwnEdition[] {
  return read(kept(`editions.${game}`));
}

/** The editions in the kept text; anything else is skipped. */
export function read(text: string | null): readonly OwnEdition[] {
  let found: unknown;
  try {
    found = JSON.parse(text ?? "[]");
  } catch {
    return []; // not written by the editor
  }
  return Array.isArray(found) ? found.filter(isEdition) : [];
}

function isEdition(value: unknown): value is OwnEdition {
  if (typeof value !== "object" || value === null) return false;
  const { name, figures } = value as Readonly<Record<string, unknown>>;
  return typeof name === "string" && typeof figures === "object" && figures !== null;
}
