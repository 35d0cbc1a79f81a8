import { expect, test } from "vitest";
import { aboutOf, characterOf } from "./characters.ts";

test("a bot has its own description", () => {
  expect(aboutOf("sharp", [])).toEqual(characterOf("sharp").about);
  expect(aboutOf("punter", ["sharp"])).toEqual(characterOf("punter").about);
});

test("a Sharp that cannot search is not described as the strongest", () => {
  expect(aboutOf("sharp", ["sharp"]).key).not.toContain("strongest");
  expect(aboutOf("sharp", ["sharp"]).key).toContain("as strong as a Punter");
});

test("an unknown bot has the general description, whatever its strength", () => {
  expect(aboutOf("newcomer", ["newcomer"])).toEqual(characterOf("newcomer").about);
});
