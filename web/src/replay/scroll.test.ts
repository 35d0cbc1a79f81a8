import { expect, test } from "vitest";
import { aim } from "./scroll.ts";

// Ten lines of thirty pixels each, the fourth twice as high.
const TOPS = [0, 30, 60, 90, 150, 180, 210, 240, 270, 300, 330];

test.each([
  ["the beginning stays at the top", 1, 100, { top: 0, below: 0 }],
  ["one in the middle has whole lines above it", 5, 100, { top: 150, below: 0 }],
  ["at the end there is room for a whole line at the top", 9, 100, { top: 240, below: 10 }],
  ["what fits as a whole is not moved", 9, 400, { top: 0, below: 0 }],
  ["a line that does not fit is read from its beginning", 3, 20, { top: 90, below: 0 }],
])("%s", (_, line, height, aimed) => {
  expect(aim(TOPS, line, height)).toEqual(aimed);
});

test("an empty list stays where it is", () => {
  expect(aim([0], 0, 100)).toEqual({ top: 0, below: 0 });
});
