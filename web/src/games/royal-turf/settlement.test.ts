import { expect, test } from "vitest";
import type { PastRace } from "../../wire/royal-turf.ts";
import { accounts, purses, why, type Payment } from "./settlement.ts";

const place = (seat: number, horse: number, at: number, value: number, figure: number): Payment => ({
  type: "place_paid",
  seat,
  horse,
  place: at,
  value,
  column: 1,
  figure,
  factor: 1,
  amount: value * figure,
});
const pace = (seat: number, value: number, factor = 1): Payment => ({
  type: "pace_paid",
  seat,
  horse: 1,
  value,
  figure: 100,
  factor,
  amount: value * 100 * factor,
});
const loss = (seat: number, value: number, amount: number): Payment => ({
  type: "loss_paid",
  seat,
  horse: 6,
  value,
  figure: 100,
  factor: 1,
  due: value * 100,
  amount,
});

const race = (payments: readonly Payment[]): PastRace => ({
  grid: { cards: [], starts: [] },
  first: 0,
  bets: [],
  unplayed: [],
  progress: [],
  podium: [0, 1, 2],
  pace: 1,
  last: 6,
  rounds: 6,
  rides: [],
  payments,
});

// RT5.8: A alone on the winner with a 2; B with a 2, A and C with a 1 on the second, which set the
// pace; C alone on the third; C has a 2 on the hindmost.
const EXAMPLE = race([
  place(0, 0, 1, 2, 350),
  place(1, 1, 2, 2, 150),
  place(0, 1, 2, 1, 150),
  place(2, 1, 2, 1, 150),
  place(2, 2, 3, 1, 250),
  pace(1, 2),
  pace(0, 1),
  pace(2, 1),
  loss(2, 2, 200),
]);

test("RT5.8: each line goes on from the one before, to what the seat has", () => {
  const [a, b, c] = accounts([EXAMPLE], 1, 3);
  expect([a?.after, b?.after, c?.after]).toEqual([950, 500, 300]);
  expect(c?.lines.map((line) => [line.change, line.total])).toEqual([
    [150, 150],
    [250, 400],
    [100, 500],
    [-200, 300],
  ]);
});

test("a later race begins with what the earlier ones left", () => {
  const second = race([place(2, 0, 1, 1, 500)]);
  expect(purses([EXAMPLE, second], 3)).toEqual([
    [0, 0, 0],
    [950, 500, 300],
    [950, 500, 800],
  ]);
  expect(accounts([EXAMPLE, second], 2, 3).map((account) => account.before)).toEqual([950, 500, 300]);
});

test("a line says why", () => {
  expect(why(place(0, 0, 1, 2, 350))).toBe("2 bets × £350 for first place");
  expect(why(pace(0, 1))).toBe("1 bet × £100 for the pace");
  expect(why(pace(0, 2, 2))).toBe("2 bets × £100 for the pace, times 2"); // RT5.7
  expect(why(loss(0, 2, 200))).toBe("2 bets × £100 for last place");
});

test("RT5.10: what is not there is forgiven", () => {
  expect(why(loss(0, 2, 50))).toBe("£200 for last place; only £50 is there, the rest is forgiven");
});
