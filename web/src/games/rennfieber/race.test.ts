import { describe, expect, test } from "vitest";
import type { RacingScene, View, Ways } from "../../wire/rennfieber.ts";
import type { Edition } from "./edition.ts";
import { HOME, build } from "./geometry.ts";
import { byLane, landings, order, pays, placeAt, slipsOn, sumOf } from "./race.ts";

const STRAIGHT = [9, 9, 9, 9, 9, 9];
const BEND = [9, 10, 11, 12, 13, 14];
const track = build([STRAIGHT, BEND, STRAIGHT, BEND], 0);
const edition = {
  horses: [{ name: "Komet", price: 8000, levels: ["5-", "0", "3+", "5+"] }],
  gallop: [
    { effect: "slow", amount: 1, count: 3 },
    { effect: "no_bonus", amount: 0, count: 2 },
    { effect: "keep", amount: 2, count: 2 },
  ],
  karriere: 3,
  bounds: [130, 170, 220],
  odds: [11, 12, 15, 20],
} as unknown as Edition;

/** Lane 1 holds spaces 0 to 35, lane 2 spaces 36 to 73. */
const scene = {
  type: "racing",
  runners: [
    { horse: 0, seat: 0, lane: 2 },
    { horse: 0, seat: 1, lane: 1 },
    { horse: 0, seat: 2, lane: 3 },
  ],
  slips: [
    [2, 0, 1],
    [0, 0, 1],
    [0, 0, 0],
  ],
  at: [3, 5, HOME],
  crossed: [0, 0, 2],
  home: [2],
  turn: 0,
  force: [[], [], []],
  dice: [3, 6],
  extra: null,
} as unknown as RacingScene;

const at = (level: number) => ({ horses: [{ level }] }) as unknown as View;

describe("the order", () => {
  test("has who is home before who is furthest", () => {
    expect(order(track, scene)).toEqual([2, 1, 0]);
  });

  test("counts laps before spaces", () => {
    expect(order(track, { ...scene, at: [12, 5, HOME], crossed: [0, 0, 2] })).toEqual([2, 1, 0]);
    expect(order(track, { ...scene, at: [12, 5, HOME], crossed: [1, 0, 2] })).toEqual([2, 0, 1]);
  });

  test("of the lanes is from the inside", () => {
    expect(byLane(scene.runners)).toEqual([1, 0, 2]);
  });
});

describe("a landing", () => {
  const ways: Ways = {
    play: "none",
    length: 3,
    ways: [
      [6, [4, 37, 6]],
      [38, [4, 5, 38]],
      [7, [4, 6, 7]],
      [HOME, [7, 8, HOME]],
    ],
  };

  test("is found by its lane, the furthest first; home comes before all", () => {
    const found = [...landings(track, ways)].map(([lane, of]) => [lane, of.map(([to]) => to)]);
    expect(found).toEqual([
      [0, [HOME]],
      [1, [7, 6]],
      [2, [38]],
    ]);
  });

  test("has the place that the runner would have there", () => {
    expect(placeAt(track, scene, 0, [6, [4, 37, 6]])).toBe(1); // behind the one that is home
    expect(placeAt(track, scene, 0, [4, [4]])).toBe(2);
    expect(placeAt(track, scene, 0, [HOME, [HOME]])).toBe(1);
  });
});

describe("the length of a move", () => {
  test.each([
    [0, 2, [["level", -1]]], // 5-: one less
    [1, 3, []], // 0: nothing
    [2, 4, [["level", 1]]], // 3+ and a 3: one more
    [3, 4, [["level", 1]]], // 5+: always
  ])("at level %i of the scale is %i", (level, total, parts) => {
    const sum = sumOf(edition, at(level), scene, "none");
    expect(sum?.total).toBe(total);
    expect(sum?.parts.map((part) => [part.why, part.amount])).toEqual(parts);
  });

  test("has no bonus above the level", () => {
    expect(sumOf(edition, at(2), { ...scene, dice: [4, 6] }, "none")?.total).toBe(4);
  });

  test("adds cards up, and is never less than one", () => {
    const slowed = { ...scene, force: [[0, 1, 2], [], []] };
    expect(sumOf(edition, at(2), slowed, "none")).toMatchObject({ total: 2, barred: true });
    expect(sumOf(edition, at(2), slowed, "karriere")?.total).toBe(5);
    expect(sumOf(edition, at(2), slowed, "kept_gallop")?.total).toBe(4);
    const slowest = { ...scene, dice: [2, 6] as const, force: [[0, 0, 0], [], []] };
    expect(sumOf(edition, at(0), slowest, "none")?.total).toBe(1);
  });
});

describe("what a runner pays", () => {
  test("comes from the slips on all and on it", () => {
    expect(slipsOn(scene, 0)).toBe(2);
    expect(pays(edition, scene, 0)).toBe(15); // 4 / 2 = 2.00, below 2.20
    expect(pays(edition, scene, 1)).toBeNull();
  });

  test("stays below a bound only where it is less (RF11.9)", () => {
    const of = (all: number[]) => pays(edition, { ...scene, slips: [all] }, 0);
    expect(of([10, 3, 0])).toBe(12); // 1.30 is not below 1.30
  });
});
