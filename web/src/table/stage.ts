/** What a face shows: a match in play, a replay or the tutorial. */

import type { Figures } from "../lib/api.ts";
import type { Kind, Text } from "../wire/table.ts";

/** A race that was settled. */
export interface Settled {
  /** From 1. */
  readonly race: number;
  /** Whether it ended the match. */
  readonly last: boolean;
}

/** A record being shown: its events, the calls, and the view before it. */
export interface Moment<K extends Kind = Kind> {
  readonly seq: number;
  readonly seat: number | null;
  readonly events: readonly K["event"][];
  readonly calls: readonly Text[];
  readonly before: K["view"] | null;
  readonly settled: Settled | null;
  /** How long it is shown, in milliseconds; 0 for no animation. */
  readonly millis: number;
}

export interface Stage<K extends Kind = Kind> {
  readonly game: string;
  readonly options: Readonly<Record<string, string>>;
  readonly figures: Figures;
  readonly names: readonly string[];
  /** The seat of the viewer; null for a spectator. */
  readonly viewer: number | null;
  /** The view after the record being shown. Null before the match has started. */
  readonly view: K["view"] | null;
  /** The record being shown; null when all have been shown. */
  readonly moment: Moment<K> | null;
  /** Whether `moment` has settled a race: it stays until the viewer continues. */
  readonly held: boolean;
  /**
   * What the viewer may do now, whatever is still being shown. Null in a replay, and before a settlement has
   * been read.
   */
  readonly offer: K["offer"] | null;
  /** Sends a command and skips what is being shown. Throws a `RefusedError`, which is already being shown. */
  give(command: K["command"]): Promise<void>;
}
