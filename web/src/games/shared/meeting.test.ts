import { expect, test } from "vitest";
import { linesOf, placeOf, settled, standings } from "./meeting.ts";

test("the richest is first, ties share a place, and there are no places while all have the same", () => {
  const money = [500, 900, 500, 100];
  expect(money.map((_, seat) => placeOf(money, seat))).toEqual([2, 1, 2, 4]);
  expect(placeOf([100, 100], 1)).toBeNull();
});

test("a settled race has its number, and says whether it ended the match", () => {
  const [settles, ends] = [{ type: "race_settled" }, { type: "meeting_ended" }];
  expect(settled([{ type: "race_stopped" }], { past: [] })).toBeNull();
  expect(settled([settles], { past: [{}] })).toEqual({ race: 1, last: false });
  expect(settled([settles, ends], { past: [{}, {}, {}] })).toEqual({ race: 3, last: true });
});

test("the standings share a place for equal money", () => {
  expect(standings([500, 900, 500])).toEqual([
    { seat: 1, place: 1 },
    { seat: 0, place: 2 },
    { seat: 2, place: 2 },
  ]);
});

test("an account has the lines of its seat only, with the server's totals", () => {
  const won = { type: "won", seat: 1, amount: 300 };
  const lost = { type: "lost", seat: 0, amount: 100 };
  const both = [won, lost];
  expect(linesOf(both, 0, "lost", [300, 900])).toEqual([{ payment: lost, change: -100, total: 900 }]);
  expect(linesOf(both, 1, "lost", undefined)).toEqual([{ payment: won, change: 300, total: null }]);
});
