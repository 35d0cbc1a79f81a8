/** The games by their name on the wire; each is loaded when a table of it is opened. */

import type { AnyFace } from "./face.ts";

const FACES: Readonly<Record<string, () => Promise<AnyFace>>> = {
  "royal-turf": async () => (await import("./royal-turf/index.ts")).face,
  rennfieber: async () => (await import("./rennfieber/index.ts")).face,
};

/** What each game is called, without loading it. */
export const TITLES: Readonly<Record<string, string>> = {
  "royal-turf": "Royal Turf",
  rennfieber: "Rennfieber",
};

/** The one that has a guided first race. */
export const TAUGHT = "royal-turf";

export function faceOf(game: string): Promise<AnyFace> {
  const load = FACES[game];
  if (load === undefined) throw new Error(`no face for ${game}`);
  return load();
}
