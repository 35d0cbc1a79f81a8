import { describe, expect, test } from "vitest";
import type { PastRace } from "../../wire/rennfieber.ts";
import { accounts, gain, standings } from "./settlement.ts";

const past: PastRace = {
  runners: [
    { horse: 0, seat: 0, lane: 1 },
    { horse: 5, seat: 1, lane: 2 },
  ],
  stakes: [[[1, 500]], []],
  home: [1, 0],
  odds: { type: "odds_set", winner: 1, on_all: 1, on_winner: 1, tenths: 11 },
  turns: 20,
  payments: [
    { type: "prize_paid", seat: 1, runner: 1, place: 1, amount: 3000 },
    { type: "prize_paid", seat: 0, runner: 0, place: 2, amount: 2000 },
    { type: "money_paid", seat: 0, due: 500, amount: 500, why: "stakes" },
    { type: "winnings_paid", seat: 0, stake: 500, tenths: 11, amount: 550 },
  ],
};

describe("an account", () => {
  test("goes from what was there to what is there, line by line", () => {
    const [first] = accounts(past, [12_050, 8_000]);
    expect(first?.before).toBe(10_000);
    expect(first?.entries.map((entry) => entry.money)).toEqual([12_000, 11_500, 12_050]);
    expect(first?.after).toBe(12_050);
  });

  test("of a seat that was paid nothing has no lines", () => {
    const [, , third] = accounts(past, [0, 0, 700]);
    expect(third).toEqual({ seat: 2, before: 700, entries: [], after: 700 });
  });

  test("adds up to the gain of the race", () => {
    expect(gain(past, 0)).toBe(2_050);
    expect(gain(past, 1)).toBe(3_000);
  });
});

describe("the standings", () => {
  test("share a place where the money is equal", () => {
    expect(standings([500, 900, 500])).toEqual([
      { seat: 1, place: 1 },
      { seat: 0, place: 2 },
      { seat: 2, place: 2 },
    ]);
  });
});
