/** What a game brings to the table's screen. The frame around it is the same for every game. */

import type { Component } from "svelte";
import type { Cue } from "../lib/sound.ts";
import type { Settled, Stage } from "../table/stage.ts";
import type { Badge, Kind, Text } from "../wire/table.ts";

/** How a seat stands, in words. */
export interface Standing {
  readonly money: string;
  /** 1 for the richest; null where it says nothing yet. */
  readonly place: number | null;
  /** What they are about, such as "chooses a horse"; empty for nothing. */
  readonly note: string;
}

/** Desk: what this person has picked up and not given yet (a chosen horse, slips, a bid). */
export interface Face<K extends Kind, Desk> {
  /** For how many milliseconds a record is worth watching. */
  millis(events: readonly K["event"][]): number;
  /** A new desk, for a stage as long as it is looked at. */
  desk(stage: Stage<K>): Desk;
  /** "Race 2 of 3, round 5" */
  headline(stage: Stage<K>): string;
  /** Whether it is this viewer who must act, and there is something to choose. */
  asked(stage: Stage<K>): boolean;
  standing(stage: Stage<K>, seat: number): Standing;
  /** The seats that the match waits for. */
  toAct(view: K["view"]): readonly number[];
  /** What these events have settled, which stays on show until it is read; `view` is after them. */
  settled?(events: readonly K["event"][], view: K["view"]): Settled | null;
  /** The title of the chapter of a replay that begins with this event. */
  chapter?(event: K["event"]): Text | null;
  /** Whether nothing is hidden between seats, so that people may share one screen. */
  open?(options: Stage<K>["options"]): boolean;
  /** What is to be heard of a record, for those who want sound. */
  cue?(events: readonly K["event"][]): Cue | null;
  /** A horse's badge as it stands beside its name in a line of words; the name says who it is. */
  readonly Mark?: Component<{ badge: Badge }>;
  /** The large picture: the course, the auction room, the training track. */
  readonly Course: Component<{ stage: Stage<K>; desk: Desk }>;
  /** The one place that says what is to be done, with whatever it takes to do it. */
  readonly Act: Component<{ stage: Stage<K>; desk: Desk }>;
  /** The horses, one row or card each: the control for betting and racing alike. */
  readonly Field?: Component<{ stage: Stage<K>; desk: Desk }>;
  /** What is paid for what, and how the past races were settled, line by line. */
  readonly Payouts?: Component<{ stage: Stage<K>; desk: Desk }>;
}

// The frame passes a face what it made itself, so it need not know of what kind it is.
export type AnyFace = Face<any, any>;
