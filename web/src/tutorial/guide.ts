/** A guided first race: a script of what happens, and what a newcomer is told and asked meanwhile. */

import type { Figures } from "../lib/api.ts";
import type { Kind, Text } from "../wire/table.ts";

export interface Frame<K extends Kind> {
  readonly seq: number;
  readonly seat: number | null;
  readonly events: readonly K["event"][];
  readonly view: K["view"];
  readonly offer: K["offer"] | null;
  readonly calls: readonly Text[];
}

export interface Script<K extends Kind> {
  readonly names: readonly string[];
  readonly options: Readonly<Record<string, string>>;
  readonly figures: Figures;
  readonly frames: readonly Frame<K>[];
}

export interface Lesson {
  /** The frame at which it is given. */
  readonly at: number;
  /** What a command has to say that does what the newcomer is asked; null where reading is enough. */
  readonly wants: Readonly<Record<string, unknown>> | null;
  title(): string;
  text(): string;
  /** What is said to whoever does something else. */
  otherwise?(): string;
  /** Whether the payouts are part of it. */
  readonly payouts?: boolean;
}

export interface Guide<K extends Kind> {
  readonly script: Script<K>;
  readonly lessons: readonly Lesson[];
}

// The page passes a guide to the face of the same game, so it need not know of what kind it is.
export type AnyGuide = Guide<any>;
