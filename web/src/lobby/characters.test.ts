import { expect, test } from "vitest";
import { aboutOf, characterOf } from "./characters.ts";

test("a bot is told as it is", () => {
  expect(aboutOf("sharp", [])).toEqual(characterOf("sharp").about);
  expect(aboutOf("punter", ["sharp"])).toEqual(characterOf("punter").about);
});

test("a sharp that cannot search is not called the strongest", () => {
  expect(aboutOf("sharp", ["sharp"]).key).not.toContain("strongest");
  expect(aboutOf("sharp", ["sharp"]).key).toContain("punter");
});

test("a bot that nobody knows is a bot, however strong", () => {
  expect(aboutOf("newcomer", ["newcomer"])).toEqual(characterOf("newcomer").about);
});
