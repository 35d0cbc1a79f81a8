import { describe, expect, test } from "vitest";
import { stepped } from "./row.ts";

describe("the choices of a row", () => {
  test("follow each other round and round", () => {
    expect(["a", "b", "c"].map((choice) => stepped(["a", "b", "c"], choice, 1))).toEqual(["b", "c", "a"]);
    expect(["a", "b", "c"].map((choice) => stepped(["a", "b", "c"], choice, -1))).toEqual(["c", "a", "b"]);
  });

  test("begin at the first, and backwards at the last, where none is chosen", () => {
    expect([stepped([4, 5, 6], null, 1), stepped([4, 5, 6], null, -1)]).toEqual([4, 6]);
    expect([stepped([4, 5, 6], 9, 1), stepped([4, 5, 6], 9, -1)]).toEqual([4, 6]);
  });

  test("are none in an empty row", () => {
    expect(stepped([], null, 1)).toBeUndefined();
  });
});
