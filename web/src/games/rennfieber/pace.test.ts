import { describe, expect, test } from "vitest";
import type { Event } from "../../wire/rennfieber.ts";
import { millis, running } from "./pace.ts";

const moved = (path: number[]): Event => ({
  type: "runner_moved",
  runner: 0,
  play: "none",
  due: path.length,
  path,
  crossed: 0,
});

describe("a record", () => {
  test("without anything to see takes no time", () => {
    expect(millis([])).toBe(0);
    expect(millis([{ type: "turn_began", runner: 1 }])).toBe(0);
  });

  test("takes longer the further a horse runs, but never much more than a second", () => {
    expect(millis([moved([1])])).toBeLessThan(millis([moved([1, 2, 3])]));
    expect(running(40)).toBeLessThanOrEqual(1_200);
  });

  test("that settles a race takes no time for events after the settlement", () => {
    const stopped: Event = { type: "race_stopped", order: [] };
    const opened: Event = { type: "sale_opened", each: 1 };
    expect(millis([opened])).toBeGreaterThan(0);
    expect(millis([stopped, { type: "race_settled" }, opened])).toBe(millis([stopped]));
  });

  test("takes the time of all its events", () => {
    const rolled: Event = { type: "dice_rolled", runner: 0, race_die: 3, die: 6 };
    expect(millis([rolled, moved([1, 2])])).toBe(millis([rolled]) + millis([moved([1, 2])]));
  });
});
