import { expect, test } from "vitest";
import type { Stage } from "./stage.ts";
import { nextHand, toAct } from "./turn.ts";

function stage(viewer: number | null, to_act: readonly number[], shown = true): Stage {
  const moment = { seq: 1, seat: 0, events: [], calls: [], before: null, millis: 1 };
  return {
    game: "test",
    options: {},
    figures: {},
    names: [],
    viewer,
    view: { to_act },
    moment: shown ? null : moment,
    held: false,
    offers: [],
    give: () => Promise.resolve(),
  };
}

test("nobody is to act before the match", () => {
  expect(toAct({ ...stage(null, [1]), view: null })).toEqual([]);
});

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
