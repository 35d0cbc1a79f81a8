import { expect, test } from "vitest";
import { shownAs } from "./clock.ts";

test.each([
  [90, "1:30"],
  [64.8, "1:05"],
  [0.5, "0:01"],
  [-110, "0:00"],
  [7_200, "2:00:00"],
  [3_601, "1:00:01"],
])("%d seconds that are left are shown as %s", (left, shown) => {
  expect(shownAs(left)).toBe(shown);
});
