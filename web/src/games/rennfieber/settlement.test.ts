import { describe, expect, test } from "vitest";
import type { PastRace } from "../../wire/rennfieber.ts";
import { accounts } from "./settlement.ts";

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
    { type: "money_paid", seat: 0, due: 500, amount: 500, why: "stakes" },
    { type: "winnings_paid", seat: 0, stake: 500, tenths: 11, amount: 550 },
  ],
};
const gains = [50, 3_000, 0];

describe("an account", () => {
  test("has the payments of its seat, with the money that the server gives after each", () => {
    const [first, , third] = accounts(past, { gains, totals: [11_000, 9_500, 10_050] });
    expect(first?.lines.map(({ change, total }) => [change, total])).toEqual([
      [-500, 9_500],
      [550, 10_050],
    ]);
    expect(first?.gain).toBe(50);
    expect(third).toEqual({ seat: 2, gain: 0, lines: [] });
  });

  test("has no money after a payment if that is no longer known", () => {
    const [, second] = accounts(past, { gains });
    expect(second?.lines.map(({ change, total }) => [change, total])).toEqual([[3_000, null]]);
  });
});
