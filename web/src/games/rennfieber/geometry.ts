/**
 * The race track: which spaces there are, numbered as the server does, and where each lies.
 *
 * Lanes count from the inside. Spaces are numbered through, lane by lane, each lane from the
 * beginning of the home straight round to the end of the last bend (RF11.6). Even lanes lie half a
 * space further forward. The home straight is below and run from right to left, so the race goes
 * clockwise. Units: a lane is `LANE` wide, a straight `LENGTH` long; (0, 0) is the middle.
 */

import type { Edition } from "./edition.ts";

export const HOME = -1; // past the finish, at the end of the last lap
export const LANE = 34;
export const LENGTH = 450;
const INNER = 104; // radius of the middle of lane 1

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** `section` counts from 0 at the home straight, `number` from 1 within it. */
export interface Space {
  readonly lane: number;
  readonly section: number;
  readonly number: number;
  /** The section plus the part of it that lies behind the space's middle. */
  readonly centre: number;
}

export interface Track {
  readonly spaces: readonly Space[];
  /** By lane: the spaces of each section. */
  readonly sizes: readonly (readonly number[])[];
  readonly finish: number;
}

const tracks = new WeakMap<Edition, Track>();

/** The track of an edition; the same object for the same edition. */
export function trackOf(edition: Edition): Track {
  const before = tracks.get(edition);
  if (before !== undefined) return before;
  const made = build(edition.sizes, edition.finish);
  tracks.set(edition, made);
  return made;
}

/** A track from the spaces that each section has in each lane, inside first. */
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

/** Where the middle of a lane's first space lies, in spaces. */
const half = (lane: number): number => (lane % 2 === 0 ? 1 : 0.5);
const shift = (lane: number): number => (lane % 2 === 0 ? 0.5 : 0);
const radius = (lane: number): number => INNER + (lane - 1) * LANE;

export function space(track: Track, at: number): Space {
  const found = track.spaces[at];
  if (found === undefined) throw new Error(`the track has no space ${at}`);
  return found;
}

/** The outermost and innermost edge of the turf. */
export const edges = (track: Track): { outer: number; inner: number } => ({
  outer: radius(track.sizes.length) + LANE / 2,
  inner: radius(1) - LANE / 2,
});

/** The box in which the whole track is drawn, with the names of its lines. */
export function frame(track: Track): { x: number; y: number; w: number; h: number } {
  const { outer } = edges(track);
  return { x: -LENGTH / 2 - outer - 10, y: -outer - 30, w: LENGTH + 2 * outer + 20, h: 2 * outer + 64 };
}

/** A place on the ground: `far` in sections from the beginning of the home straight, `r` outward. */
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

/** The middle of a space; for HOME, a length past the finish in the lane that is run. */
export function middle(track: Track, at: number, lane = 1): Point {
  if (at === HOME) return ground(track.finish + 1.12, radius(lane));
  const here = space(track, at);
  return ground(here.centre, radius(here.lane));
}

/** How far along the lap, in sections, a place that lies so many spaces along a lane is. */
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

/** How many spaces of its lane lie before a space. */
function before(track: Track, here: Space): number {
  const sizes = track.sizes[here.lane - 1] ?? [];
  return sizes.slice(0, here.section).reduce((sum, size) => sum + size, 0) + here.number - 1;
}

/** The outline of a space as an SVG path. A brick that bends is drawn in short pieces. */
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

/** The stepped line along the bricks where a section begins. */
export function stepped(track: Track, section: number): string {
  const points = track.sizes.flatMap((sizes, index) => {
    const lane = index + 1;
    const spaces = sizes.slice(0, section).reduce((sum, size) => sum + size, 0) + shift(lane);
    const far = along(track, lane, spaces);
    return [ground(far, radius(lane) - LANE / 2), ground(far, radius(lane) + LANE / 2)];
  });
  return path(points, false);
}

/** A ring round the middle with this radius in its bends. */
export function stadium(r: number): string {
  const half = LENGTH / 2;
  return `M${-half} ${-r}H${half}A${r} ${r} 0 0 1 ${half} ${r}H${-half}A${r} ${r} 0 0 1 ${-half} ${-r}Z`;
}

/** 1 for a horse that runs to the right there, -1 to the left: it stays upright. */
export function heading(track: Track, at: number): 1 | -1 {
  const far = at === HOME ? track.finish + 1 : space(track, at).centre;
  const round = ((far % 4) + 4) % 4;
  return round >= 1.5 && round < 3.5 ? 1 : -1;
}

export function path(points: readonly Point[], closed: boolean): string {
  const drawn = points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
  return `M${drawn}${closed ? "Z" : ""}`;
}
