import { describe, expect, test } from "vitest";
import { HOME, LANE, LENGTH, build, heading, middle, outline, space, stepped } from "./geometry.ts";

const STRAIGHT = [9, 9, 9, 9, 9, 9];
const BEND = [9, 10, 11, 12, 13, 14];
const track = build([STRAIGHT, BEND, STRAIGHT, BEND], 0);
const FIRST = 104; // the radius of lane 1

describe("the numbering", () => {
  test("has 34 + 2k spaces in lane k: 246 in all", () => {
    expect(track.spaces).toHaveLength(36 + 38 + 40 + 42 + 44 + 46);
  });

  test("runs lane by lane, each from the beginning of the home straight", () => {
    expect(space(track, 0)).toMatchObject({ lane: 1, section: 0, number: 1, centre: 0.5 / 9 });
    expect(space(track, 9)).toMatchObject({ lane: 1, section: 1, number: 1 });
    expect(space(track, 35)).toMatchObject({ lane: 1, section: 3, number: 9 });
    // Lane 2 follows, shifted forward by half a space.
    expect(space(track, 36)).toMatchObject({ lane: 2, section: 0, number: 1, centre: 1 / 9 });
    // Lane 3 begins after 36 + 38 spaces; its back straight after 9 + 11 more.
    expect(space(track, 74 + 20)).toMatchObject({ lane: 3, section: 2, number: 1 });
  });
});

describe("the ground", () => {
  test("has the first space at the right end of the home straight, at the bottom", () => {
    const at = middle(track, 0);
    expect(at.x).toBeCloseTo(LENGTH / 2 - LENGTH / 18);
    expect(at.y).toBeCloseTo(FIRST);
  });

  test("has the middle of the first bend at the far left", () => {
    // Space 14 is the fifth of nine in the bend, so its middle is the middle of the bend.
    const at = middle(track, 13);
    expect(at.x).toBeCloseTo(-LENGTH / 2 - FIRST);
    expect(at.y).toBeCloseTo(0);
  });

  test("has lane 2 one lane further out", () => {
    expect(middle(track, 36).y).toBeCloseTo(FIRST + LANE);
  });

  test("shifts even lanes forward by half a space", () => {
    const brick = LENGTH / 9;
    const corner = (at: number) => Number(/^M(\S+)/.exec(outline(track, at))?.[1]);
    expect(corner(0)).toBeCloseTo(LENGTH / 2);
    expect(corner(36)).toBeCloseTo(LENGTH / 2 - brick / 2);
  });

  test("draws the lines in steps between the spaces", () => {
    const points = stepped(track, 0).slice(1).split("L").map((point) => Number(point.split(" ")[0]));
    expect(points).toHaveLength(12);
    expect(points[0]).toBeCloseTo(225);
    expect(points[2]).toBeCloseTo(200);
    expect(points[4]).toBeCloseTo(225);
  });

  test("turns the horses in the middle of each bend", () => {
    expect(heading(track, 0)).toBe(-1);
    expect(heading(track, 9)).toBe(-1);
    expect(heading(track, 17)).toBe(1);
    expect(heading(track, 20)).toBe(1);
    expect(heading(track, 35)).toBe(-1);
    expect(heading(track, HOME)).toBe(-1);
  });
});
