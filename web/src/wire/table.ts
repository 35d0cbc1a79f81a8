// Made by `make protocol` from the server's types: change those, not this.

/** What a game puts into the messages: `ToClient<RoyalTurf>` is what its tables tell. */
export interface Kind {
  readonly command: unknown;
  readonly event: unknown;
  readonly offer: unknown;
  readonly view: unknown;
}

/** Agree, or not, to what is asked under that id. */
export interface AnswerAsk {
  readonly type: "answer";
  readonly id: string;
  readonly asked: string;
  readonly agree: boolean;
}

/** Ask the people of the table for something; one thing is asked at a time. */
export interface Ask {
  readonly type: "ask";
  readonly id: string;
  readonly what: Undo | Close | StandIn;
}

/**
 * What `seat` asks of the table, and who has agreed so far.
 *
 * `seq` is the sequence that an undo goes back to, else the one at which it was asked.
 */
export interface Asked {
  readonly id: string;
  readonly seat: number;
  readonly what: Undo | Close | StandIn;
  readonly seq: number;
  readonly agreed: readonly number[];
}

/** The number that goes with a name, and which of the game's patterns is behind it, if any. */
export interface Badge {
  readonly number: number;
  readonly silks?: number | null;
}

/** The server goes, or has had enough; come back after so many seconds. */
export interface Bye {
  readonly type: "bye";
  readonly reason: Rejected;
  readonly after: number;
}

/** Words for the table; they are no part of the match's log. */
export interface Chat {
  readonly type: "chat";
  readonly id: string;
  readonly text: string;
}

/** To end the match where it stands; its seed is revealed. */
export interface Close {
  readonly type: "close";
}

/** What was asked for is carried out and durable; `seq` is its record, if it has one. */
export interface Done {
  readonly type: "done";
  readonly id: string;
  readonly seq: number | null;
}

/**
 * A mistake or, with `advice`, something odd that can still be played.
 *
 * `found` is the text in the file, or a description of it.
 */
export interface Finding {
  readonly key: string;
  readonly found: string | Text;
  readonly expected: Text;
  readonly advice: boolean;
}

/** A command of the game. Sent again under the same id it has no further effect. */
export interface Give<K extends Kind = Kind> {
  readonly type: "give";
  readonly id: string;
  readonly command: K["command"];
}

/**
 * A heartbeat: how far the table has got. Whoever has not got that far, or whose command has
 * had neither an answer nor a `wait` since the last one, has lost a message: connect again, and
 * send it again.
 */
export interface Head {
  readonly type: "head";
  readonly seq: number;
  readonly status: "closed" | "finished" | "playing" | "waiting";
}

/** Somebody's words; None for the words if they were hidden. */
export interface Heard {
  readonly type: "heard";
  readonly number: number;
  readonly seat: number | null;
  readonly name: string;
  readonly text: string | null;
}

/** Nothing has changed. The present view and offer show what may be done instead. */
export interface Refused<K extends Kind = Kind> {
  readonly type: "refused";
  readonly id: string | null;
  readonly reason: Rejected;
  readonly seq: number;
  readonly view: K["view"] | null;
  readonly offer: K["offer"] | null;
}

/** Why a command was refused: a stable code for programs, a sentence for people. */
export interface Rejected {
  readonly code: string;
  readonly text: Text;
}

/** Who sits there: a name, and the policy that plays (None for a person). */
export interface Seat {
  readonly name: string;
  readonly policy: string | null;
}

/** Who sits there. `alike`: the name looks like another's at this table. */
export interface SeatInfo {
  readonly name: string | null;
  readonly policy: string | null;
  readonly stand_in: string | null;
  readonly here: boolean;
  readonly alike: boolean;
}

/** To let a bot hold the seat of somebody absent, until they take it back. */
export interface StandIn {
  readonly type: "stand_in";
  readonly seat: number;
}

/**
 * All that everybody may know of a table besides the match itself.
 *
 * `left` is how many seconds were left of the clock when this was sent; None where none runs.
 */
export interface TableInfo {
  readonly type: "table";
  readonly id: string;
  readonly game: string;
  readonly options: Readonly<Record<string, string>>;
  readonly edition: string;
  readonly status: "closed" | "finished" | "playing" | "waiting";
  readonly listed: boolean;
  readonly seats: readonly SeatInfo[];
  readonly commitment: string;
  readonly seed: string | null;
  readonly clock: number | null;
  readonly left: number | null;
  readonly seq: number;
  readonly asked: Asked | null;
  readonly rematch: string | null;
}

/**
 * A sentence, with `many` and `count` if it has a plural.
 *
 * With `badge` it is the name that the badge belongs to.
 */
export interface Text {
  readonly key: string;
  readonly args?: Readonly<Record<string, number | string | Text>>;
  readonly many?: string;
  readonly count?: number;
  readonly badge?: Badge | null;
}

/**
 * One record of the match as this viewer may read it.
 *
 * `undone` is set where steps after that sequence were taken back. `view` and `offer` come with
 * the newest record only: whoever gets several draws once, at the last. `calls` is what the race
 * caller says of it to this viewer, for whoever asked for it.
 */
export interface Told<K extends Kind = Kind> {
  readonly type: "told";
  readonly seq: number;
  readonly seat?: number | null;
  readonly events?: readonly K["event"][];
  readonly undone?: number | null;
  readonly view?: K["view"] | null;
  readonly offer?: K["offer"] | null;
  readonly calls?: readonly Text[] | null;
}

/** To take back the asker's own last step, and whatever came after it. */
export interface Undo {
  readonly type: "undo";
}

/** `step` is where it went wrong, or 0 if no step is to blame; `reason` has no full stop. */
export interface Verdict {
  readonly holds: "no" | "unknown" | "yes";
  readonly reason: Text;
  readonly step: number;
}

/**
 * What was sent under this id has arrived, and takes longer than usual to store. Its answer
 * follows: there is no need to send it again.
 */
export interface Wait {
  readonly type: "wait";
  readonly id: string;
}

export type FromClient<K extends Kind = Kind> = Give<K> | Chat | Ask | AnswerAsk;

export type ToClient<K extends Kind = Kind> =
  | Told<K>
  | Done
  | Wait
  | Refused<K>
  | Heard
  | TableInfo
  | Head
  | Bye;
