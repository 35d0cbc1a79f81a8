/** What the components look up about a race: lanes, places, the length of a move. */

import type { Derived, Length, MoveOffer, Way, Ways } from "../../wire/rennfieber.ts";
import { HOME, space, type Track } from "./geometry.ts";
import { PLAYS, type Play } from "./phrases.ts";

/** The colours from the inside lane outward. */
export function byLane(runners: readonly { readonly lane: number }[]): number[] {
  return runners
    .map((_, colour) => colour)
    .sort((one, other) => (runners[one]?.lane ?? 0) - (runners[other]?.lane ?? 0));
}

/** The place of the runner at the end of this way, from 1; null if the way is not in this offer. */
export function placeAt(derived: Derived, offer: MoveOffer, ways: Ways, way: Way): number | null {
  return derived.places?.[offer.plays.indexOf(ways)]?.[ways.ways.indexOf(way)] ?? null;
}

/** The possible ends of a move by lane, the furthest first; lane 0 is home. */
export function landings(track: Track, ways: Ways): Map<number, Way[]> {
  const first = ways.ways.map(([, steps]) => steps[0]).find((at) => at !== undefined && at !== HOME);
  const start = first === undefined ? 0 : space(track, first).centre - 1;
  const done = ([to]: Way) => (to === HOME ? 9 : (space(track, to).centre - start + 8) % 4);
  const found = new Map<number, Way[]>();
  for (const way of [...ways.ways].sort((one, other) => done(other) - done(one))) {
    const lane = way[0] === HOME ? 0 : space(track, way[0]).lane;
    found.set(lane, [...(found.get(lane) ?? []), way]);
  }
  return new Map([...found].sort(([one], [other]) => one - other));
}

/** How the length of the move with this card is made up; null for an extra move. */
export function lengthOf(derived: Derived, play: Play): Length | null {
  return derived.throw?.lengths?.[PLAYS.indexOf(play)] ?? null;
}
