import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const FOLDER = "src/games/rennfieber/";
const files = globSync(`${FOLDER}**/*.{svelte,ts}`).filter((file) => !file.includes(".test."));

/** The files that say this, by their names in the folder. */
const saying = (words: RegExp): string[] =>
  files
    .filter((file) => words.test(readFileSync(file, "utf-8")))
    .map((file) => file.slice(FOLDER.length))
    .sort();

test("RF4.4: a horse's level is read where its card may lie face down, or cannot", () => {
  // Own cards to choose among; the runner whose dice are on show.
  expect(saying(/\.level\b/)).toEqual(["Condition.svelte", "HorsesAct.svelte", "Infield.svelte"]);
});

test("RF4.4: a scale is drawn by who asks first whether the card lies face down", () => {
  expect(saying(/from "\.\/Scale\.svelte"/)).toEqual(["Condition.svelte", "HorsesAct.svelte"]);
});
