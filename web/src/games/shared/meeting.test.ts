import { expect, test } from "vitest";
import { placeOf, settled } from "./meeting.ts";

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
