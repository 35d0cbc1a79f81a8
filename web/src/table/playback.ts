/** Which record of a match is shown, at a pace for readers: a reducer over plain data. */

import type { Kind } from "../wire/table.ts";
import type { Moment } from "./stage.ts";

/** A record still to be shown, with the view after it. */
export interface Step<K extends Kind> extends Omit<Moment<K>, "before"> {
  readonly view: K["view"];
  /** If this record takes others back: the last one that is still valid. */
  readonly undone: number | null;
}

export interface Playback<K extends Kind> {
  /** The view after the record being shown. Null before the match has started. */
  readonly view: K["view"] | null;
  /** The record being shown; null when all have been shown. */
  readonly moment: Moment<K> | null;
  /** Whether the record being shown has settled a race: it stays until the viewer continues. */
  readonly held: boolean;
  readonly waiting: readonly Step<K>[];
}

/** The most records that wait; with more, all but the last are skipped. */
const MOST_WAITING = 12;

export const NOTHING_SHOWN: Playback<any> = { view: null, moment: null, held: false, waiting: [] };

/** Whether the record being shown settles a race. */
export function settling<K extends Kind>({ moment }: Playback<K>): boolean {
  return moment?.settled != null;
}

/** Whether a settlement is being shown or still waits. */
export function unread<K extends Kind>(playback: Playback<K>): boolean {
  return settling(playback) || playback.waiting.some((step) => step.settled !== null);
}

/** A record has arrived: it waits until it is shown. */
export function enqueue<K extends Kind>(playback: Playback<K>, step: Step<K>): Playback<K> {
  const { undone, millis } = step;
  const now = { ...playback, waiting: [...playback.waiting, step] };
  const full = now.waiting.length > MOST_WAITING;
  const kept = now.held && (undone === null || undone >= (now.moment?.seq ?? 0));
  if (undone !== null && !kept) return jump(now);
  if (kept && (full || undone !== null)) return thin(now);
  if (full || millis === 0) return skip(now);
  return now.moment === null ? show(now) : now;
}

/** The record has been shown long enough: holds a settlement, otherwise shows the next record. */
export function advance<K extends Kind>(playback: Playback<K>): Playback<K> {
  return settling(playback) ? { ...playback, held: true } : show(playback);
}

/** Skips to the current state, or to the first unread settlement. */
export function skip<K extends Kind>(playback: Playback<K>): Playback<K> {
  if (!unread(playback)) return jump(playback);
  let now = playback;
  while (!settling(now)) now = show(now);
  return { ...now, held: true };
}

/** The settlement has been read: continues to the current state. */
export function proceed<K extends Kind>(playback: Playback<K>): Playback<K> {
  return playback.held ? skip({ ...playback, held: false, moment: null }) : playback;
}

/** Skips everything, including settlements. */
export function jump<K extends Kind>(playback: Playback<K>): Playback<K> {
  const view = playback.waiting.at(-1)?.view ?? playback.view;
  return { view, moment: null, held: false, waiting: [] };
}

/** Shows the next waiting record, or none. */
function show<K extends Kind>({ view: before, waiting }: Playback<K>): Playback<K> {
  const [next, ...rest] = waiting;
  if (next === undefined) return { view: before, moment: null, held: false, waiting: [] };
  const { view, undone: _, ...record } = next;
  const moment = { ...record, before, millis: next.millis / (1 + rest.length / 4) };
  return { view, moment, held: false, waiting: rest };
}

/** While a settlement is read, keeps only the latest record, further settlements, and the records before those. */
function thin<K extends Kind>(playback: Playback<K>): Playback<K> {
  // The record before a settlement shows the race as it stood.
  const wants = (step?: Step<K>) => step === undefined || step.settled !== null;
  const waiting = playback.waiting.filter((step, at, all) => wants(step) || wants(all[at + 1]));
  return { ...playback, waiting };
}
