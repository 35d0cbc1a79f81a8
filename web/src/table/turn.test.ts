import { expect, test } from "vitest";
import type { TableInfo } from "../wire/table.ts";
import { ANNA, tableInfo } from "./testing.ts";
import { coverIsPointless, nextHand, nextOf, played } from "./turn.ts";

function stage(viewer: number | null, toAct: readonly number[], shown = true): Parameters<typeof nextOf>[0] {
  const moment = { seq: 1, seat: 0, events: [], calls: [], before: null, settled: null, millis: 1 };
  return { viewer, toAct, moment: shown ? null : moment };
}

test("the device goes to its next seat that the match is waiting for", () => {
  expect(nextHand(stage(0, [1]), [0, 1], false)).toBe(1);
  expect(nextHand(stage(2, [0, 1]), [0, 1, 2], false)).toBe(0);
  expect(nextHand(stage(0, [1, 2]), [0, 2], false)).toBe(2);
});

test("from the spectators' view it goes to the seat whose turn it is", () => {
  expect(nextHand(stage(null, [0]), [0, 1], false)).toBe(0);
});

test("it stays with a viewer who has to choose or is still watching", () => {
  expect(nextHand(stage(0, [0, 1]), [0, 1], true)).toBeNull();
  expect(nextHand(stage(0, [1], false), [0, 1], false)).toBeNull();
});

test("it is not handed to a seat of another device, nor to the viewer's own", () => {
  expect(nextHand(stage(0, [1]), [0], false)).toBeNull();
  expect(nextHand(stage(0, [0]), [0, 1], false)).toBeNull();
});

function info(status: TableInfo["status"], ...standIns: readonly (string | null)[]): TableInfo {
  return tableInfo({ status, seats: standIns.map((stand_in) => ({ ...ANNA, stand_in })) });
}

test("people play the seats that no bot holds", () => {
  expect(played(info("playing", null, "punter", null, null), [0, 1, 2])).toEqual([0, 2]);
});

test("after an early end the device is not handed over", () => {
  const own = played(info("closed", null, null), [0, 1]);
  expect(own).toEqual([]);
  expect(nextHand(stage(0, [1]), own, false)).toBeNull();
});

test("the next seat is known during a settlement", () => {
  expect(nextOf(stage(0, [1], false), [0, 1])).toBe(1);
  expect(nextOf(stage(0, [1], false), [0])).toBeNull();
});

test("a cover stays for the seat the match is waiting for", () => {
  expect(coverIsPointless(stage(null, [1]), [0, 1], 1, true)).toBe(false);
});

test("a cover is pointless once the turn has passed, or nobody plays the seat", () => {
  expect(coverIsPointless(stage(null, [0]), [0, 1], 1, true)).toBe(true);
  expect(coverIsPointless(stage(null, [1]), [0], 1, true)).toBe(true);
});

test("a cover stays for somebody who looks out of turn", () => {
  expect(coverIsPointless(stage(null, [0]), [0, 1], 1, false)).toBe(false);
});
