/** Which record of a match is on show, at the pace of somebody who reads: plain data and what becomes of it. */

import type { Kind } from "../wire/table.ts";
import type { Moment } from "./stage.ts";

/** A record that is still to be shown, with how it stands after it. */
export interface Step<K extends Kind> extends Omit<Moment<K>, "before"> {
  readonly view: K["view"];
  /** The last record that is still valid, where this one takes others back. */
  readonly undone: number | null;
}

export interface Playback<K extends Kind> {
  /** As it stands after the record on show. Null before the match has begun. */
  readonly view: K["view"] | null;
  /** The record on show; null when all has been shown. */
  readonly moment: Moment<K> | null;
  /** Whether the record on show has settled a race: it stays until somebody goes on. */
  readonly held: boolean;
  readonly waiting: readonly Step<K>[];
}

/** What waits is shown faster, and of more than so many records only the last. */
const MOST_WAITING = 12;

export const NOTHING_SHOWN: Playback<any> = { view: null, moment: null, held: false, waiting: [] };

/** Whether the record on show settles a race. */
export function settling<K extends Kind>({ moment }: Playback<K>): boolean {
  return moment?.settled != null;
}

/** Whether a settled race is on show, or is still to be. */
export function unread<K extends Kind>(playback: Playback<K>): boolean {
  return settling(playback) || playback.waiting.some((step) => step.settled !== null);
}

/** A record has come. */
export function come<K extends Kind>(playback: Playback<K>, step: Step<K>): Playback<K> {
  const { undone, millis } = step;
  const now = { ...playback, waiting: [...playback.waiting, step] };
  const full = now.waiting.length > MOST_WAITING;
  const kept = now.held && (undone === null || undone >= (now.moment?.seq ?? 0));
  if (undone !== null && !kept) return jump(now);
  if (kept && (full || undone !== null)) return thin(now);
  if (full || millis === 0) return skip(now);
  return now.moment === null ? show(now) : now;
}

/** The record on show has had its time. */
export function pass<K extends Kind>(playback: Playback<K>): Playback<K> {
  return settling(playback) ? { ...playback, held: true } : show(playback);
}

/** Show at once how it stands; of a settled race that nobody has read yet, its settlement. */
export function skip<K extends Kind>(playback: Playback<K>): Playback<K> {
  if (!unread(playback)) return jump(playback);
  let now = playback;
  while (!settling(now)) now = show(now);
  return { ...now, held: true };
}

/** The settlement has been read: on to how it stands now. */
export function goOn<K extends Kind>(playback: Playback<K>): Playback<K> {
  return playback.held ? skip({ ...playback, held: false, moment: null }) : playback;
}

/** Show nothing more of what happened, only how it stands. */
export function jump<K extends Kind>(playback: Playback<K>): Playback<K> {
  const view = playback.waiting.at(-1)?.view ?? playback.view;
  return { view, moment: null, held: false, waiting: [] };
}

/** Put the next of what waits on show; none when all has been. */
function show<K extends Kind>({ view: before, waiting }: Playback<K>): Playback<K> {
  const [next, ...rest] = waiting;
  if (next === undefined) return { view: before, moment: null, held: false, waiting: [] };
  const { view, undone: _, ...record } = next;
  const moment = { ...record, before, millis: next.millis / (1 + rest.length / 4) };
  return { view, moment, held: false, waiting: rest };
}

/** While somebody reads, of what waits only how it stands, and what settles, will be wanted. */
function thin<K extends Kind>(playback: Playback<K>): Playback<K> {
  // The record before a settlement is how the race stood.
  const wants = (step?: Step<K>) => step === undefined || step.settled !== null;
  const waiting = playback.waiting.filter((step, at, all) => wants(step) || wants(all[at + 1]));
  return { ...playback, waiting };
}
