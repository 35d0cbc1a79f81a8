/** What a board shows: a match under way, or one that is told again. */

import type { Figures } from "../lib/api.ts";
import type { Kind, Text } from "../wire/table.ts";

/** A race that is over, with all that was paid for it. */
export interface Settled {
  /** From 1. */
  readonly race: number;
  /** Whether the match has ended with it. */
  readonly last: boolean;
}

/** A record on show: what happened, what the caller says of it, how it stood before. */
export interface Moment<K extends Kind = Kind> {
  readonly seq: number;
  readonly seat: number | null;
  readonly events: readonly K["event"][];
  readonly calls: readonly Text[];
  readonly before: K["view"] | null;
  readonly settled: Settled | null;
  /** For how many milliseconds it is on show; 0 where nobody wants to see it happen. */
  readonly millis: number;
}

export interface Stage<K extends Kind = Kind> {
  readonly game: string;
  readonly options: Readonly<Record<string, string>>;
  readonly figures: Figures;
  readonly names: readonly string[];
  /** The seat that is looked through; null for a spectator. */
  readonly viewer: number | null;
  /** As it stands after the record on show. Null before the match has begun. */
  readonly view: K["view"] | null;
  /** What is being shown now; null when all has been shown. */
  readonly moment: Moment<K> | null;
  /** Whether `moment` has settled a race: it stays, with all that belongs to it, until one goes on. */
  readonly held: boolean;
  /**
   * What may be done, as it stands now, whatever is still being shown. Nothing in a replay, nor
   * before a settled race has been read.
   */
  readonly offer: K["offer"] | null;
  /** Do it. Whatever is being shown is skipped. Throws a `Refusal`, after it was shown. */
  give(command: K["command"]): Promise<void>;
}
