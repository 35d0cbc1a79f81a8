import { expect, test } from "vitest";
import type { HorseMoved } from "../../wire/royal-turf.ts";
import { lastRide, order, stopped } from "./run.ts";
import { RUN } from "./testing.ts";

test("the order of the race is by progress, after those who are home (RT4.7)", () => {
  expect(order({ ...RUN, podium: [0] })).toEqual([0, 2, 4, 6, 5, 3, 1]);
});

test("who rode a horse last follows from its turn (RT4.1)", () => {
  const run = { ...RUN, first: 2, rides: [["cap", 1, 3], ["head", 0, -1], ["shoe", 1, 10]] } as const;
  expect(lastRide(run, 1, 4)).toEqual({ seat: 0, went: 7 });
  expect(lastRide(run, 0, 4)).toEqual({ seat: 3, went: 5 });
  expect(lastRide(run, 5, 4)).toBeNull();
});

test("the record that decides a race is shown on the old race", () => {
  const move: HorseMoved = { type: "horse_moved", seat: 1, horse: 2, due: 11, origin: 24, to: 35 };
  const run = stopped(RUN, [
    move,
    { type: "horse_finished", horse: 2, place: 3 },
    { type: "race_stopped", last: 0 },
  ]);
  expect(run.progress[2]).toBe(35);
  expect(run.podium).toEqual([2]);
  expect(run.last).toBe(0);
});
