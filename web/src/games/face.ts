/** What a game provides for the table screen. The frame around it is the same for every game. */

import type { Component } from "svelte";
import type { Cue } from "../lib/sound.ts";
import type { Settled, Stage } from "../table/stage.ts";
import type { Badge, Kind, Text } from "../wire/table.ts";

/** The state of a seat, as text. */
export interface Standing {
  readonly money: string;
  /** 1 for the richest; null while a ranking would mean nothing. */
  readonly place: number | null;
  /** What the player is doing, such as "chooses a horse"; may be empty. */
  readonly note: string;
}

/** `Desk` holds the choices of this person that are not sent yet: a horse, slips, a bid. */
export interface Face<K extends Kind, Desk> {
  /** How long a record is shown, in milliseconds. */
  millis(events: readonly K["event"][]): number;
  /** A new desk for this stage. */
  desk(stage: Stage<K>): Desk;
  /** "Race 2 of 3, round 5" */
  headline(stage: Stage<K>): string;
  /** Whether this viewer has something to choose. */
  asked(stage: Stage<K>): boolean;
  standing(stage: Stage<K>, seat: number): Standing;
  /** The seats the match is waiting for. */
  toAct(view: K["view"]): readonly number[];
  /** The race that these events settled, shown until it has been read; `view` is the state after them. */
  settled?(events: readonly K["event"][], view: K["view"]): Settled | null;
  /** The title of the replay chapter that starts with this event, if one does. */
  chapter?(event: K["event"]): Text | null;
  /** Whether no seat has secrets, so that people may share one screen. */
  open?(options: Stage<K>["options"]): boolean;
  /** The sound for a record, if there is one. */
  cue?(events: readonly K["event"][]): Cue | null;
  /** A horse's badge, shown beside its name in a line of text. */
  readonly Mark?: Component<{ badge: Badge }>;
  /** The main picture: the course, the auction room, the training track. */
  readonly Course: Component<{ stage: Stage<K>; desk: Desk }>;
  /** The panel that says what to do, with its controls. */
  readonly Act: Component<{ stage: Stage<K>; desk: Desk }>;
  /** The horses, one row or card each; used for betting and for racing. */
  readonly Field?: Component<{ stage: Stage<K>; desk: Desk }>;
  /** The payouts, and the accounts of past races. */
  readonly Payouts?: Component<{ stage: Stage<K>; desk: Desk }>;
}

// The frame only hands a face objects that this face made, so it need not know their types.
export type AnyFace = Face<any, any>;
