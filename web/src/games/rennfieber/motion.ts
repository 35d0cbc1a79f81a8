/** Where horses are drawn while a move is shown. */

import type { Moment } from "../../table/stage.ts";
import type { Rennfieber } from "../../wire/rennfieber.ts";
import { HOME, heading, middle, space, type Point, type Track } from "./geometry.ts";

const HOP = 7;

export interface Pose extends Point {
  readonly heading: 1 | -1;
}

/** By colour: the spaces along which a horse runs in this moment, starting with its own. */
export function legs(moment: Moment<Rennfieber> | null): Map<number, number[]> {
  const scene = moment?.before?.scene;
  const found = new Map<number, number[]>();
  if (moment === null || scene?.type !== "racing") return found;
  for (const event of moment.events) {
    if (event.type !== "runner_moved" || event.path.length === 0) continue;
    const before = found.get(event.runner) ?? [scene.at[event.runner] ?? HOME];
    found.set(event.runner, [...before, ...event.path]);
  }
  return found;
}

/** Where a horse is after a fraction (0 to 1) of its way. */
export function pose(track: Track, way: readonly number[], part: number): Pose {
  const steps = way.length - 1;
  const done = Math.min(Math.max(part, 0), 1) * steps;
  const step = Math.min(Math.floor(done), steps - 1);
  const from = way[step] ?? 0;
  const to = way[step + 1] ?? from;
  const here = middle(track, from);
  const there = middle(track, to, from === HOME ? 1 : space(track, from).lane);
  const t = done - step;
  const eased = t * t * (3 - 2 * t);
  return {
    x: here.x + (there.x - here.x) * eased,
    y: here.y + (there.y - here.y) * eased - HOP * Math.sin(Math.PI * t),
    heading: heading(track, t < 0.5 ? from : to),
  };
}
