import { expect, test } from "vitest";
import { searchOf, spotOf } from "./link.ts";

test.each([
  [{ at: 17, look: { seat: 2, all: false } }, "?at=17&seat=2"],
  [{ at: 0, look: { seat: null, all: true } }, "?at=0&all=1"],
])("a link leads back to the same moment and viewpoint", (spot, search) => {
  expect(searchOf(spot)).toBe(search);
  expect(spotOf(search)).toEqual(spot);
});

test.each(["", "?at=-1&seat=x", "?at=1e9&seat="])("values that are no numbers are ignored: %s", (search) => {
  expect(spotOf(search)).toEqual({ at: 0, look: { seat: null, all: false } });
});
