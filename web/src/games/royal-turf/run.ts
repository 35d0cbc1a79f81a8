/** The run: where the horses stand, whether a race is being bet on or run, or was just decided. */

import type { Stage } from "../../table/stage.ts";
import type { Book, Event, Grid, Ride, RoyalTurf, View } from "../../wire/royal-turf.ts";
import type { Symbol } from "./edition.ts";

export const RACES = 3; // RT2

export interface Run {
  readonly race: number;
  readonly grid: Grid;
  readonly progress: readonly number[];
  readonly podium: readonly number[];
  readonly moved: readonly number[];
  readonly pace: number | null;
  /** Known when the race has stopped (RT4.10). */
  readonly last: number | null;
  /** 0 while the bets are made. */
  readonly round: number;
  readonly rolled: Symbol | null;
  readonly rides: readonly Ride[];
  /** Who bet first, and so rolls first; null while that is open. */
  readonly first: number | null;
  readonly book: Book | null;
}

/** What there is to see on the track; nothing before the first race and after the last. */
export function runOf(view: View): Run | null {
  const scene = view.scene;
  const resting = {
    race: view.race,
    podium: [],
    moved: [],
    pace: null,
    last: null,
    round: 0,
    rolled: null,
    rides: [],
  };
  switch (scene.type) {
    case "racing":
      return { ...scene, race: view.race, last: null };
    case "betting":
      return { ...resting, ...scene, progress: scene.grid.starts };
    case "naming":
      return { ...resting, grid: scene.grid, progress: scene.grid.starts, first: null, book: null };
    case "waiting":
    case "over":
      return null;
  }
}

/** How it stood when the race was stopped, of which the next view tells no more. */
export function stopped(run: Run, events: readonly Event[]): Run {
  let now = run;
  for (const event of events) {
    if (event.type === "horse_moved") {
      now = { ...now, progress: now.progress.with(event.horse, event.to), rolled: null };
    } else if (event.type === "pace_taken") now = { ...now, pace: event.horse };
    else if (event.type === "horse_finished") {
      now = { ...now, podium: [...now.podium, event.horse] };
    }
    else if (event.type === "race_stopped") now = { ...now, last: event.last };
  }
  return now;
}

/** Whether this record decided a race: then the race is looked at once more before the next. */
export function decided(events: readonly Event[]): boolean {
  return events.some((event) => event.type === "race_stopped");
}

/** The run on show: of a record that decided a race, that race. */
export function shown(stage: Stage<RoyalTurf>): Run | null {
  const { moment, view } = stage;
  if (moment !== null && moment.before !== null && decided(moment.events)) {
    const before = runOf(moment.before);
    if (before !== null) return stopped(before, moment.events);
  }
  return view === null ? null : runOf(view);
}

/** The horses from first to last (RT4.7). */
export function order(run: Run): readonly number[] {
  const running = [...run.progress.keys()].filter((horse) => !run.podium.includes(horse));
  running.sort((one, other) => (run.progress[other] ?? 0) - (run.progress[one] ?? 0));
  return [...run.podium, ...running];
}

/** A horse's last ride in this race: who rode it and how far. */
export interface LastRide {
  readonly seat: number;
  readonly went: number;
}

export function lastRide(run: Run, horse: number, seats: number): LastRide | null {
  let at = run.grid.starts[horse] ?? 0;
  let found: LastRide | null = null;
  run.rides.forEach(([, ridden, to], turn) => {
    if (ridden !== horse) return;
    found = { seat: ((run.first ?? 0) + turn) % seats, went: to - at }; // RT4.1: clockwise
    at = to;
  });
  return found;
}
