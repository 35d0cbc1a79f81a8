import { expect, test } from "vitest";
import type { View } from "../../wire/royal-turf.ts";
import { accounts, why, type Payment } from "./settlement.ts";

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

test("each line ends with the money that the server gives for the seat", () => {
  const payments = [place(0, 0, 1, 2, 350), place(2, 1, 2, 1, 150), loss(2, 2, 100)];
  const settled = [[[], [0, 0, 0], [700, 0, 50], [700, 150, 50]]];
  const view = { past: [{ payments }], derived: { settled } } as unknown as View;
  const [a, b, c] = accounts(view, 1);
  expect(a?.lines.map((line) => [line.change, line.total])).toEqual([[700, 700]]);
  expect(b).toEqual({ seat: 1, before: 0, lines: [] });
  expect(c?.lines.map((line) => [line.change, line.total])).toEqual([
    [150, 150],
    [-100, 50],
  ]);
});

test("a line gives the reason", () => {
  expect(why(place(0, 0, 1, 2, 350))).toBe("2 bets × £350 for first place");
  expect(why(pace(0, 1))).toBe("1 bet × £100 for the pace");
  expect(why(pace(0, 2, 2))).toBe("2 bets × £100 for the pace, times 2"); // RT5.7
  expect(why(loss(0, 2, 200))).toBe("2 bets × £100 for last place");
});

test("RT5.10: what a seat cannot pay is forgiven", () => {
  expect(why(loss(0, 2, 50))).toBe("£200 for last place; only £50 was left, the rest is waived");
});
