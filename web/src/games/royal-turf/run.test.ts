import { expect, test } from "vitest";
import type { View } from "../../wire/royal-turf.ts";
import { lastRide, stopped } from "./run.ts";
import { RUN } from "./testing.ts";

test("the last rider is known for horses that have moved", () => {
  const run = { ...RUN, moved: [1, 0], lastRides: [[0, 7], [3, 5]] } as const;
  expect(lastRide(run, 1)).toEqual([0, 7]);
  expect(lastRide(run, 0)).toEqual([3, 5]);
  expect(lastRide(run, 5)).toBeNull();
});

test("the record that decides a race is shown with the figures of the past race", () => {
  const progress = RUN.progress.with(2, 35);
  const past = { progress, podium: [2], pace: 2, last: 0, rides: [["cap", 2, 35]] };
  const order = [2, 4, 6, 5, 3, 1, 0];
  const after = { past: [past], derived: { settled: [[order, [], [], []]] } } as unknown as View;
  const run = stopped({ ...RUN, rolled: "cap" }, after);
  expect(run).toMatchObject({ progress, podium: [2], last: 0, order, rolled: null });
  expect(run.grid).toBe(RUN.grid);
});
