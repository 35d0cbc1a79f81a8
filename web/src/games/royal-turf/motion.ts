/** The timing of events while a record is shown. */

import type { Event, HorseMoved } from "../../wire/royal-turf.ts";

const HOP = 90;
const LONGEST_RIDE = 1_000;
const PUSHED_BACK = 260;
export const TUMBLE = 500;
const STOP = 1_200;
const NEWS = 500;
const BET = 450;
const PLACED = 110;

export interface Beat {
  readonly event: Event;
  readonly from: number;
  readonly to: number;
}

/** The events one after the other. After a race has stopped, its settlement is shown instead. */
export function beatsOf(events: readonly Event[]): readonly Beat[] {
  let now = 0;
  let stopped = false;
  return events.map((event) => {
    const from = now;
    if (!stopped) now += lasts(event);
    stopped ||= event.type === "race_stopped";
    return { event, from, to: now };
  });
}

/** How long a record is shown, in milliseconds. */
export function millis(events: readonly Event[]): number {
  return beatsOf(events).at(-1)?.to ?? 0;
}

function lasts(event: Event): number {
  switch (event.type) {
    case "die_rolled":
      return TUMBLE + NEWS;
    case "horse_moved":
      return rideMillis(event) + NEWS / 2;
    case "pace_taken":
    case "horse_finished":
    case "first_bettor_found":
    case "race_started":
      return NEWS;
    case "race_stopped":
      return STOP;
    case "bet_placed":
      return BET;
    case "horse_placed":
      return PLACED;
    default:
      return 0; // the settlement counts up payments at its own pace
  }
}

/** One hop for each space, at most a second; a blocked horse is pushed back at the end. */
export function rideMillis(move: HorseMoved): number {
  const there = Math.min(HOP * move.due, LONGEST_RIDE);
  return isBlocked(move) ? there + PUSHED_BACK : there;
}

function isBlocked(move: HorseMoved): boolean {
  return move.to - move.origin < move.due;
}

export interface Stride {
  readonly progress: number;
  /** Its height: 0 on the ground, 1 at the top of a hop. */
  readonly lift: number;
}

/** Where the horse is after `elapsed` milliseconds of its ride. */
export function stride(move: HorseMoved, elapsed: number): Stride {
  if (elapsed >= rideMillis(move)) return { progress: move.to, lift: 0 };
  const there = Math.min(HOP * move.due, LONGEST_RIDE);
  const reach = isBlocked(move) ? move.origin + move.due - 0.4 : move.to;
  if (elapsed < there) {
    const progress = move.origin + (reach - move.origin) * eased(Math.max(0, elapsed) / there);
    return { progress, lift: Math.abs(Math.sin((progress - move.origin) * Math.PI)) };
  }
  const back = eased((elapsed - there) / PUSHED_BACK);
  return { progress: reach + (move.to - reach) * back, lift: 0 };
}

function eased(part: number): number {
  return part < 0.5 ? 2 * part * part : 1 - 2 * (1 - part) * (1 - part);
}
