import { expect, test } from "vitest";
import type { TableInfo } from "../wire/table.ts";
import { ANNA, tableInfo } from "./testing.ts";
import { inVain, nextHand, nextOf, played } from "./turn.ts";

function stage(viewer: number | null, toAct: readonly number[], shown = true): Parameters<typeof nextOf>[0] {
  const moment = { seq: 1, seat: 0, events: [], calls: [], before: null, settled: null, millis: 1 };
  return { viewer, toAct, moment: shown ? null : moment };
}

test("the device goes to the next own seat that the match waits for", () => {
  expect(nextHand(stage(0, [1]), [0, 1], false)).toBe(1);
  expect(nextHand(stage(2, [0, 1]), [0, 1, 2], false)).toBe(0);
  expect(nextHand(stage(0, [1, 2]), [0, 2], false)).toBe(2);
});

test("whoever only watches first hands it to whose turn it is", () => {
  expect(nextHand(stage(null, [0]), [0, 1], false)).toBe(0);
});

test("it stays where it is with anybody who has to choose, or who still watches", () => {
  expect(nextHand(stage(0, [0, 1]), [0, 1], true)).toBeNull();
  expect(nextHand(stage(0, [1], false), [0, 1], false)).toBeNull();
});

test("it is not handed to somebody at another device, nor to who has it", () => {
  expect(nextHand(stage(0, [1]), [0], false)).toBeNull();
  expect(nextHand(stage(0, [0]), [0, 1], false)).toBeNull();
});

function info(status: TableInfo["status"], ...standIns: readonly (string | null)[]): TableInfo {
  return tableInfo({ status, seats: standIns.map((stand_in) => ({ ...ANNA, stand_in })) });
}

test("people play the seats that no bot sits in for", () => {
  expect(played(info("playing", null, "punter", null, null), [0, 1, 2])).toEqual([0, 2]);
});

test("a match that was ended before its time hands nothing around", () => {
  const own = played(info("closed", null, null), [0, 1]);
  expect(own).toEqual([]);
  expect(nextHand(stage(0, [1]), own, false)).toBeNull();
});

test("who comes next is known while a settlement is read", () => {
  expect(nextOf(stage(0, [1], false), [0, 1])).toBe(1);
  expect(nextOf(stage(0, [1], false), [0])).toBeNull();
});

test("a cover stays up for whom the match waits for", () => {
  expect(inVain(stage(null, [1]), [0, 1], 1, true)).toBe(false);
});

test("a cover is in vain once the turn has passed, or nobody plays the seat", () => {
  expect(inVain(stage(null, [0]), [0, 1], 1, true)).toBe(true);
  expect(inVain(stage(null, [1]), [0], 1, true)).toBe(true);
});

test("a cover stays up for whoever wants to look out of turn", () => {
  expect(inVain(stage(null, [0]), [0, 1], 1, false)).toBe(false);
});
