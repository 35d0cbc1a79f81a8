import { describe, expect, test } from "vitest";
import type { Derived, MoveOffer, Ways } from "../../wire/rennfieber.ts";
import { HOME, build } from "./geometry.ts";
import { byLane, landings, lengthOf, placeAt } from "./race.ts";

const STRAIGHT = [9, 9, 9, 9, 9, 9];
const BEND = [9, 10, 11, 12, 13, 14];
const track = build([STRAIGHT, BEND, STRAIGHT, BEND], 0);

/** Lane 1 holds spaces 0 to 35, lane 2 spaces 36 to 73. */
const ways: Ways = {
  play: "karriere",
  length: 3,
  ways: [
    [6, [4, 37, 6]],
    [38, [4, 5, 38]],
    [7, [4, 6, 7]],
    [HOME, [7, 8, HOME]],
  ],
};
const bare: Ways = { play: "none", length: 1, ways: [[4, [4]]] };
const offer: MoveOffer = { type: "move", id: "race/1/move/1", runner: 0, plays: [bare, ways] };

test("lanes are ordered from the inside", () => {
  expect(byLane([{ lane: 2 }, { lane: 1 }, { lane: 3 }])).toEqual([1, 0, 2]);
});

describe("a landing", () => {
  test("is listed by lane, the furthest first; home comes first of all", () => {
    const found = [...landings(track, ways)].map(([lane, of]) => [lane, of.map(([to]) => to)]);
    expect(found).toEqual([
      [0, [HOME]],
      [1, [7, 6]],
      [2, [38]],
    ]);
  });

  test("has the place that the server gives for this way with this card", () => {
    const derived: Derived = { places: [[2], [1, 1, 0, 0]] };
    expect(ways.ways.map((way) => placeAt(derived, offer, ways, way))).toEqual([1, 1, 0, 0]);
    expect(placeAt(derived, offer, bare, [4, [4]])).toBeNull(); // not a way of this offer
    expect(placeAt({}, offer, bare, bare.ways[0]!)).toBeNull();
  });
});

test("the length of a move depends on the card played; an extra move has none", () => {
  const derived: Derived = {
    throw: { gallop: true, lengths: [[1, 0, 0, 4], [1, 0, 3, 7], [1, 0, 0, 4], [1, 0, 3, 7], null] },
  };
  expect(lengthOf(derived, "durchbruch_as_karriere")).toEqual([1, 0, 3, 7]);
  expect(lengthOf(derived, "kept_gallop")).toBeNull();
  expect(lengthOf({ throw: { gallop: true } }, "none")).toBeNull();
});
