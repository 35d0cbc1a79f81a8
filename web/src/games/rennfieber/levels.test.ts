import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const FOLDER = "src/games/rennfieber/";
const files = globSync(`${FOLDER}**/*.{svelte,ts}`).filter((file) => !file.includes(".test."));

/** The files that match, by their paths in the folder. */
const saying = (words: RegExp): string[] =>
  files
    .filter((file) => words.test(readFileSync(file, "utf-8")))
    .map((file) => file.slice(FOLDER.length))
    .sort();

test("RF4.4: only these files read a horse's level: they check for face-down cards, or need not", () => {
  // HorsesAct: own cards to choose from. Infield: the runner whose dice are shown.
  expect(saying(/\.level\b/)).toEqual(["Condition.svelte", "HorsesAct.svelte", "Infield.svelte"]);
});

test("RF4.4: only these files draw a scale: they check first whether the card lies face down", () => {
  expect(saying(/from "\.\/Scale\.svelte"/)).toEqual(["Condition.svelte", "HorsesAct.svelte"]);
});
