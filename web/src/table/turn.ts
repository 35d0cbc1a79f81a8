/** Which of the people at one device is next. */

import type { TableInfo } from "../wire/table.ts";
import type { Table } from "./table.svelte.ts";

type Turn = Pick<Table, "viewer" | "moment" | "toAct">;

/** The seats played by people: none after the match, and not those that a bot holds. */
export function played(info: TableInfo, seats: readonly number[]): readonly number[] {
  if (info.status !== "playing") return [];
  return seats.filter((seat) => info.seats[seat]?.stand_in === null);
}

/** The next seat of this device, after the viewer's, that the match is waiting for; null for none. */
export function nextOf(turn: Turn, own: readonly number[]): number | null {
  const waiting = own.filter((seat) => seat !== turn.viewer && turn.toAct.includes(seat));
  return waiting.find((seat) => seat > (turn.viewer ?? -1)) ?? waiting[0] ?? null;
}

/**
 * The seat to hand the device to: another of its seats that the match is waiting for, once the viewer has
 * nothing left to choose and has seen the result. Null if there is none.
 */
export function nextHand(
  turn: Turn,
  own: readonly number[],
  asked: boolean,
): number | null {
  return asked || turn.moment !== null ? null : nextOf(turn, own);
}

/**
 * Whether the cover for a seat is pointless: nobody plays the seat any more, or the match was waiting for it and
 * its turn has passed. A cover that was opened out of turn stays.
 */
export function coverIsPointless(
  turn: Turn,
  own: readonly number[],
  seat: number,
  awaited: boolean,
): boolean {
  return !own.includes(seat) || (awaited && !turn.toAct.includes(seat));
}
