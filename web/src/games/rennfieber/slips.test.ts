import { describe, expect, test } from "vitest";
import type { SlipsOffer } from "../../wire/rennfieber.ts";
import { barred, backed, empty, nextFor, put, staked, stakes } from "./slips.ts";

const offer: SlipsOffer = {
  type: "slips",
  id: "race/1/slips",
  slips: [100, 200, 400, 500, 1000],
  runners: 4,
  colours: 2,
  most: 1400,
};

describe("a draft", () => {
  test("starts with all slips in hand", () => {
    expect(staked(offer, empty(offer))).toBe(0);
    expect(stakes(offer, empty(offer))).toEqual([]);
  });

  test("moves a slip to a colour and back", () => {
    const placed = put(put(empty(offer), 3, 2), 0, 1);
    expect(stakes(offer, placed)).toEqual([
      [1, 100],
      [2, 500],
    ]);
    expect(staked(offer, put(placed, 3, null))).toBe(100);
  });

  test("backs no more colours than allowed (RF5.2)", () => {
    const two = put(put(empty(offer), 0, 0), 1, 1);
    expect(backed(two).size).toBe(2);
    expect(barred(offer, two, 2, 3)).toBe(true);
    expect(barred(offer, two, 2, 1)).toBe(false);
    // The only slip on a colour may move to another.
    expect(barred(offer, two, 1, 3)).toBe(false);
  });

  test("stakes no more money than allowed (RF5.4)", () => {
    const dear = put(empty(offer), 4, 0);
    expect(barred(offer, dear, 2, 0)).toBe(false); // 1,400: just allowed
    expect(barred(offer, dear, 3, 0)).toBe(true); // 1,500
  });

  test("offers the smallest slip that is still allowed there", () => {
    expect(nextFor(offer, empty(offer), 0)).toBe(0);
    expect(nextFor(offer, put(empty(offer), 0, 0), 0)).toBe(1);
    expect(nextFor(offer, put(put(empty(offer), 0, 0), 1, 1), 2)).toBeNull();
  });
});
