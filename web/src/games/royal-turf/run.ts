/** A race as the course shows it: during the bets, while it is run, or just after it was decided. */

import type { Stage } from "../../table/stage.ts";
import type { Book, Grid, LastRide, Ride, RoyalTurf, View } from "../../wire/royal-turf.ts";
import type { Symbol } from "./edition.ts";

export interface Run {
  readonly race: number;
  readonly grid: Grid;
  readonly progress: readonly number[];
  readonly podium: readonly number[];
  readonly moved: readonly number[];
  readonly pace: number | null;
  /** Known once the race has stopped (RT4.10). */
  readonly last: number | null;
  /** 0 during the bets. */
  readonly round: number;
  readonly rolled: Symbol | null;
  readonly rides: readonly Ride[];
  /** The horses from first to last (RT4.7). */
  readonly order: readonly number[];
  /** For each horse in `moved`. */
  readonly lastRides: readonly (LastRide | null)[];
  readonly book: Book | null;
}

/** What is on the track; null before the first race and after the last. */
export function runOf(view: View): Run | null {
  const { scene, derived } = view;
  const order = derived.order ?? [];
  const resting = {
    race: view.race,
    podium: [],
    moved: [],
    pace: null,
    last: null,
    round: 0,
    rolled: null,
    rides: [],
    lastRides: [],
    order,
  };
  switch (scene.type) {
    case "racing":
      return { ...scene, race: view.race, last: null, order, lastRides: derived.rides ?? [] };
    case "betting":
      return { ...resting, ...scene, progress: scene.grid.starts };
    case "naming":
      return { ...resting, grid: scene.grid, progress: scene.grid.starts, book: null };
    case "waiting":
    case "over":
      return null;
  }
}

/** The race when it was stopped. The view after that lists it as a past race. */
export function stopped(run: Run, after: View): Run {
  const past = after.past[run.race - 1];
  const settled = after.derived.settled?.[run.race - 1];
  if (past === undefined || settled === undefined) return run;
  const { progress, podium, pace, last, rides } = past;
  return { ...run, progress, podium, pace, last, rides, order: settled[0], rolled: null };
}

/** The race to show. While the record that ended a race is on screen, that is still this race. */
export function shown(stage: Stage<RoyalTurf>): Run | null {
  const { moment, view } = stage;
  const decided = moment?.events.some((event) => event.type === "race_stopped") === true;
  if (decided && moment.before !== null && view !== null) {
    const before = runOf(moment.before);
    if (before !== null) return stopped(before, view);
  }
  return view === null ? null : runOf(view);
}

/** A horse's last ride in this round; null if it has not moved yet. */
export function lastRide(run: Run, horse: number): LastRide | null {
  return run.lastRides[run.moved.indexOf(horse)] ?? null;
}
