import { expect, test } from "vitest";
import { aim } from "./scroll.ts";

// Ten lines of thirty pixels each, the fourth twice as high.
const TOPS = [0, 30, 60, 90, 150, 180, 210, 240, 270, 300, 330];

test.each([
  ["the first lines stay at the top", 1, 100, { top: 0, below: 0 }],
  ["a line in the middle has whole lines above it", 5, 100, { top: 150, below: 0 }],
  ["near the end, padding keeps a whole line at the top", 9, 100, { top: 240, below: 10 }],
  ["a list that fits is not scrolled", 9, 400, { top: 0, below: 0 }],
  ["a line that does not fit is shown from its start", 3, 20, { top: 90, below: 0 }],
])("%s", (_, line, height, aimed) => {
  expect(aim(TOPS, line, height)).toEqual(aimed);
});

test("an empty list is not scrolled", () => {
  expect(aim([0], 0, 100)).toEqual({ top: 0, below: 0 });
});
