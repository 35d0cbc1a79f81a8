import { expect, test } from "vitest";
import { placeOf, settled } from "./meeting.ts";

test("the richest is first, equals share a place, and nobody has one while all have the same", () => {
  const money = [500, 900, 500, 100];
  expect(money.map((_, seat) => placeOf(money, seat))).toEqual([2, 1, 2, 4]);
  expect(placeOf([100, 100], 1)).toBeNull();
});

test("a race is settled with its last payment, and the match with its last race", () => {
  const [settles, ends] = [{ type: "race_settled" }, { type: "meeting_ended" }];
  expect(settled([{ type: "race_stopped" }], { past: [] })).toBeNull();
  expect(settled([settles], { past: [{}] })).toEqual({ race: 1, last: false });
  expect(settled([settles, ends], { past: [{}, {}, {}] })).toEqual({ race: 3, last: true });
});
