import { describe, expect, test } from "vitest";
import { stepped } from "./row.ts";

describe("the choices of a row", () => {
  test("wrap around at both ends", () => {
    expect(["a", "b", "c"].map((choice) => stepped(["a", "b", "c"], choice, 1))).toEqual(["b", "c", "a"]);
    expect(["a", "b", "c"].map((choice) => stepped(["a", "b", "c"], choice, -1))).toEqual(["c", "a", "b"]);
  });

  test("start at the first, or backwards at the last, if none is chosen", () => {
    expect([stepped([4, 5, 6], null, 1), stepped([4, 5, 6], null, -1)]).toEqual([4, 6]);
    expect([stepped([4, 5, 6], 9, 1), stepped([4, 5, 6], 9, -1)]).toEqual([4, 6]);
  });

  test("do not exist in an empty row", () => {
    expect(stepped([], null, 1)).toBeUndefined();
  });
});
