/**
 * Finds the games: every folder here that has a `declaration.ts`.
 *
 * A game's `index.ts` is loaded when one of its tables is opened. A picture for the lobby, labels for its
 * editions and a guided first race (`guide.ts`) are optional. A game without a folder uses the plain face.
 */

import type { AnyGuide } from "../tutorial/guide.ts";
import type { Declaration } from "./declaration.ts";
import type { AnyFace } from "./face.ts";

const declarations = import.meta.glob<Declaration>("./*/declaration.ts", { eager: true, import: "declaration" });
const faces = import.meta.glob<AnyFace>("./*/index.ts", { import: "face" });
const guides = import.meta.glob<AnyGuide>("./*/guide.ts", { import: "guide" });

/** The declared games by their names on the wire, in lobby order. */
export const GAMES: ReadonlyMap<string, Declaration> = new Map(
  Object.entries(declarations)
    .map(([file, declaration]) => [file.split("/")[1]!, declaration] as const)
    .sort(([, one], [, other]) => one.rank - other.rank),
);

/** The title of a game; its name on the wire if it has no declaration. */
export function titleOf(game: string): string {
  return GAMES.get(game)?.title ?? game;
}

export function faceOf(game: string): Promise<AnyFace> {
  const load = faces[`./${game}/index.ts`] ?? faces["./plain/index.ts"]!;
  return load();
}

export function isTaught(game: string): boolean {
  return guideFile(game) in guides;
}

/** The first game in the lobby, and the first one with a guided race. */
export const [FIRST = ""] = GAMES.keys();
export const TAUGHT = [...GAMES.keys()].find(isTaught) ?? FIRST;

/** A game's guided first race; null if it has none. */
export async function guideOf(game: string): Promise<AnyGuide | null> {
  return (await guides[guideFile(game)]?.()) ?? null;
}

function guideFile(game: string): string {
  return `./${game}/guide.ts`;
}
