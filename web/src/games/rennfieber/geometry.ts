/**
 * The race track: its spaces, numbered as on the server, and their positions.
 *
 * Lanes are numbered from the inside. Space numbers run lane by lane, each lane from the beginning of the
 * home straight to the end of the last bend (RF11.6). Even lanes are shifted forward by half a space. The
 * home straight is at the bottom and runs from right to left, so the race goes clockwise. A lane is `LANE`
 * units wide and a straight `LENGTH` units long; (0, 0) is the centre.
 */

import type { Edition } from "./edition.ts";

export const HOME = -1; // past the finish, after the last lap
export const LANE = 34;
export const LENGTH = 450;
const INNER = 104; // bend radius of the middle of lane 1

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** `section` counts from 0 at the home straight, `number` from 1 within it. */
export interface Space {
  readonly lane: number;
  readonly section: number;
  readonly number: number;
  /** Where the middle of the space is: the section, plus the fraction of it that is passed there. */
  readonly centre: number;
}

export interface Track {
  readonly spaces: readonly Space[];
  /** By lane: the number of spaces of each section. */
  readonly sizes: readonly (readonly number[])[];
  readonly finish: number;
}

const tracks = new WeakMap<Edition, Track>();

/** Returns the same object for the same edition. */
export function trackOf(edition: Edition): Track {
  const before = tracks.get(edition);
  if (before !== undefined) return before;
  const made = build(edition.sizes, edition.finish);
  tracks.set(edition, made);
  return made;
}

/** Builds a track from the number of spaces of each section in each lane, inside first. */
export function build(sections: readonly (readonly number[])[], finish: number): Track {
  const lanes = sections[0]?.length ?? 0;
  const sizes = Array.from({ length: lanes }, (_, lane) => sections.map((of) => of[lane] ?? 0));
  const spaces = sizes.flatMap((ofLane, lane) =>
    ofLane.flatMap((size, section) =>
      Array.from({ length: size }, (_, i) => ({
        lane: lane + 1,
        section,
        number: i + 1,
        centre: section + (i + half(lane + 1)) / size,
      })),
    ),
  );
  return { spaces, sizes, finish };
}

/** The middle of a lane's first space, in spaces. */
const half = (lane: number): number => (lane % 2 === 0 ? 1 : 0.5);
const shift = (lane: number): number => (lane % 2 === 0 ? 0.5 : 0);
const radius = (lane: number): number => INNER + (lane - 1) * LANE;

export function space(track: Track, at: number): Space {
  const found = track.spaces[at];
  if (found === undefined) throw new Error(`the track has no space ${at}`);
  return found;
}

/** The outer and inner edge of the turf, as bend radii. */
export const edges = (track: Track): { outer: number; inner: number } => ({
  outer: radius(track.sizes.length) + LANE / 2,
  inner: radius(1) - LANE / 2,
});

/** The box that holds the whole track with the names of its lines. */
export function frame(track: Track): { x: number; y: number; w: number; h: number } {
  const { outer } = edges(track);
  return { x: -LENGTH / 2 - outer - 10, y: -outer - 30, w: LENGTH + 2 * outer + 20, h: 2 * outer + 64 };
}

/** A point on the ground: `far` sections from the beginning of the home straight, `r` outward. */
export function ground(far: number, r: number): Point {
  const round = ((far % 4) + 4) % 4;
  const section = Math.floor(round);
  const part = round - section;
  const angle = Math.PI * part;
  const half = LENGTH / 2;
  switch (section) {
    case 0:
      return { x: half - part * LENGTH, y: r };
    case 1:
      return { x: -half - r * Math.sin(angle), y: r * Math.cos(angle) };
    case 2:
      return { x: -half + part * LENGTH, y: -r };
    default:
      return { x: half + r * Math.sin(angle), y: -r * Math.cos(angle) };
  }
}

/** The middle of a space; for HOME, a point past the finish in the given lane. */
export function middle(track: Track, at: number, lane = 1): Point {
  if (at === HOME) return ground(track.finish + 1.12, radius(lane));
  const here = space(track, at);
  return ground(here.centre, radius(here.lane));
}

/** Converts a distance in spaces along a lane into sections of the lap. */
function along(track: Track, lane: number, spaces: number): number {
  const sizes = track.sizes[lane - 1] ?? [];
  const lap = sizes.reduce((sum, size) => sum + size, 0);
  let left = ((spaces % lap) + lap) % lap;
  for (const [section, size] of sizes.entries()) {
    if (left < size) return section + left / size;
    left -= size;
  }
  return 0;
}

/** How many spaces of the same lane come before this one. */
function before(track: Track, here: Space): number {
  const sizes = track.sizes[here.lane - 1] ?? [];
  return sizes.slice(0, here.section).reduce((sum, size) => sum + size, 0) + here.number - 1;
}

/** The outline of a space as an SVG path. Bends are drawn in short straight pieces. */
export function outline(track: Track, at: number): string {
  const here = space(track, at);
  const from = before(track, here) + shift(here.lane);
  const r = radius(here.lane);
  const pieces = 8;
  const side = (out: number): Point[] =>
    Array.from({ length: pieces + 1 }, (_, i) =>
      ground(along(track, here.lane, from + i / pieces), r + out),
    );
  return path([...side(LANE / 2), ...side(-LANE / 2).reverse()], true);
}

/** The stepped line between the spaces where a section begins. */
export function stepped(track: Track, section: number): string {
  const points = track.sizes.flatMap((sizes, index) => {
    const lane = index + 1;
    const spaces = sizes.slice(0, section).reduce((sum, size) => sum + size, 0) + shift(lane);
    const far = along(track, lane, spaces);
    return [ground(far, radius(lane) - LANE / 2), ground(far, radius(lane) + LANE / 2)];
  });
  return path(points, false);
}

/** A ring around the centre with this bend radius. */
export function stadium(r: number): string {
  const half = LENGTH / 2;
  return `M${-half} ${-r}H${half}A${r} ${r} 0 0 1 ${half} ${r}H${-half}A${r} ${r} 0 0 1 ${-half} ${-r}Z`;
}

/** 1 where horses run to the right, -1 where they run to the left. They are always drawn upright. */
export function heading(track: Track, at: number): 1 | -1 {
  const far = at === HOME ? track.finish + 1 : space(track, at).centre;
  const round = ((far % 4) + 4) % 4;
  return round >= 1.5 && round < 3.5 ? 1 : -1;
}

export function path(points: readonly Point[], closed: boolean): string {
  const drawn = points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
  return `M${drawn}${closed ? "Z" : ""}`;
}
