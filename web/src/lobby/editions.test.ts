import { describe, expect, test } from "vitest";
import { read } from "./editions.ts";

describe("kept editions", () => {
  test("are read as the editor wrote them", () => {
    const own = [{ name: "Our box", figures: { track: { spaces: 33 } } }];
    expect(read(JSON.stringify(own))).toEqual(own);
  });

  test.each([null, "", "no JSON", "{}", "7", '[null, 3, {"name": "x"}, {"name": 1, "figures": {}}]'])(
    "kept as %s are ignored",
    (text) => {
      expect(read(text)).toEqual([]);
    },
  );
});
