/** Whose turn it is, and which of the people at one device has it next. */

import type { TableInfo } from "../wire/table.ts";
import type { Table } from "./table.svelte.ts";

type Turn = Pick<Table, "viewer" | "moment" | "toAct">;

/** Those seats that people play: none once the match is over, and none that a bot sits in for. */
export function played(info: TableInfo, seats: readonly number[]): readonly number[] {
  if (info.status !== "playing") return [];
  return seats.filter((seat) => info.seats[seat]?.stand_in === null);
}

/** The device's own seat that the match waits for next, after whoever looks; null for none. */
export function nextOf(turn: Turn, own: readonly number[]): number | null {
  const waiting = own.filter((seat) => seat !== turn.viewer && turn.toAct.includes(seat));
  return waiting.find((seat) => seat > (turn.viewer ?? -1)) ?? waiting[0] ?? null;
}

/**
 * The seat that the device is handed to next: another of its own that the match waits for, once the
 * one who looks has nothing left to choose and has seen what came of it. Null while there is none.
 */
export function nextHand(
  turn: Turn,
  own: readonly number[],
  asked: boolean,
): number | null {
  return asked || turn.moment !== null ? null : nextOf(turn, own);
}

/**
 * Whether the cover for a seat is up in vain: nobody plays it any more, or it was waited for and its
 * turn has passed. Whoever only wants to look, out of turn, is waited for by nobody, and stays asked.
 */
export function inVain(
  turn: Turn,
  own: readonly number[],
  seat: number,
  awaited: boolean,
): boolean {
  return !own.includes(seat) || (awaited && !turn.toAct.includes(seat));
}
