import { describe, expect, test } from "vitest";
import { ago, among } from "./phrases.ts";

describe("a past time", () => {
  test.each([
    [0, "this minute"],
    [59, "this minute"],
    [60, "1 min. ago"],
    [3_599, "59 min. ago"],
    [3_600, "1 hr. ago"],
    [86_400, "yesterday"],
    [3 * 86_400, "3 days ago"],
    [-5, "this minute"], // clocks differ
  ])("of %d seconds", (seconds, words) => {
    expect(ago(1_000_000 - seconds, 1_000_000)).toBe(words);
  });
});

test("names are listed", () => {
  expect(among(["Anna"])).toBe("Anna");
  expect(among(["Anna", "Bowler"])).toBe("Anna and Bowler");
});
