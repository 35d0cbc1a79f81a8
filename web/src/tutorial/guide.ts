/** A guided first race: a script of what happens, and what a newcomer is told and asked meanwhile. */

import type { Moment, Stage } from "../table/stage.ts";
import type { Kind } from "../wire/table.ts";

export type Frame<K extends Kind> = Pick<Moment<K>, "seq" | "seat" | "events" | "calls"> &
  Pick<Stage<K>, "offer"> & { readonly view: K["view"] };

export interface Script<K extends Kind> extends Pick<Stage<K>, "names" | "options" | "figures"> {
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
