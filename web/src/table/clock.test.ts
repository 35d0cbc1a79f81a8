import { expect, test } from "vitest";
import { left } from "./clock.ts";

test.each([
  [90, 0, "1:30"],
  [90, 25.2, "1:05"],
  [90, 89.5, "0:01"],
  [90, 200, "0:00"],
  [90, -0.5, "1:30"],
  [7_200, 0, "2:00:00"],
  [3_601, 0, "1:00:01"],
])("of %d seconds, %d gone, are left %s", (given, gone, shown) => {
  expect(left(given, gone)).toBe(shown);
});
