/** A guided first race: a script of records, and the lessons given meanwhile. */

import type { Moment, Stage } from "../table/stage.ts";
import type { Kind } from "../wire/table.ts";

export type Frame<K extends Kind> = Pick<Moment<K>, "seq" | "seat" | "events" | "calls"> &
  Pick<Stage<K>, "offer"> & { readonly view: K["view"] };

export interface Script<K extends Kind> extends Pick<Stage<K>, "names" | "options" | "figures"> {
  readonly frames: readonly Frame<K>[];
}

export interface Lesson {
  /** The frame where it is given. */
  readonly at: number;
  /** The fields of the command that the lesson asks for; null if reading is enough. */
  readonly wants: Readonly<Record<string, unknown>> | null;
  title(): string;
  text(): string;
  /** The hint for a player who does something else. */
  otherwise?(): string;
  /** Whether it shows the payouts. */
  readonly payouts?: boolean;
}

export interface Guide<K extends Kind> {
  readonly script: Script<K>;
  readonly lessons: readonly Lesson[];
}

// The page only passes a guide to the face of the same game, so it need not know the type.
export type AnyGuide = Guide<any>;
