import { expect, test } from "vitest";
import type { HorseMoved } from "../../wire/royal-turf.ts";
import { beatsOf, millis, rideMillis, stride } from "./motion.ts";

const move = (due: number, to: number): HorseMoved => ({
  type: "horse_moved",
  seat: 0,
  horse: 1,
  due,
  origin: 10,
  to,
});

test("a hop takes 90 milliseconds, a ride at most a second", () => {
  expect(rideMillis(move(4, 14))).toBe(360);
  expect(rideMillis(move(15, 25))).toBe(1_000);
});

test("a free ride starts at its origin and ends where it lands", () => {
  expect(stride(move(4, 14), 0).progress).toBe(10);
  expect(stride(move(4, 14), 360)).toEqual({ progress: 14, lift: 0 });
  expect(stride(move(4, 14), 5_000)).toEqual({ progress: 14, lift: 0 });
});

test("a blocked horse reaches for its space and is pushed back", () => {
  const blocked = move(6, 14);
  const times = Array.from({ length: 90 }, (_, at) => stride(blocked, at * 10).progress);
  expect(Math.max(...times)).toBeGreaterThan(15);
  expect(Math.max(...times)).toBeLessThan(16);
  expect(times.at(-1)).toBe(14);
});

test("a horse that cannot move at all reaches too", () => {
  const stuck = move(3, 10);
  expect(stride(stuck, 270).progress).toBeGreaterThan(12);
  expect(stride(stuck, rideMillis(stuck)).progress).toBe(10);
});

test("events follow each other, and payments take no time on the course", () => {
  const paid = {
    type: "pace_paid",
    seat: 0,
    horse: 1,
    value: 1,
    figure: 100,
    factor: 1,
    amount: 100,
  } as const;
  const [first, second, third] = beatsOf([move(4, 14), { type: "pace_taken", horse: 1 }, paid]);
  expect(second?.from).toBe(first?.to);
  expect(third?.to).toBe(third?.from);
  expect(millis([paid])).toBe(0);
  expect(millis([])).toBe(0);
});

test("events after a stopped race take no time: its settlement is shown", () => {
  const stop = { type: "race_stopped", last: 6 } as const;
  const placed = { type: "horse_placed", horse: 1, card: 3, start: 0 } as const;
  expect(millis([placed])).toBeGreaterThan(0);
  expect(millis([move(4, 14), stop, placed])).toBe(millis([move(4, 14), stop]));
});
