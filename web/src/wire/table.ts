// Made by `make protocol` from the server's types: change those, not this.

/** A game's types in messages: `ToClient<RoyalTurf>` is what its tables send. */
export interface Kind {
  readonly command: unknown;
  readonly event: unknown;
  readonly offer: unknown;
  readonly view: unknown;
}

/** Agree or disagree in the vote of that id. */
export interface AnswerVote {
  readonly type: "answer";
  readonly id: string;
  readonly vote: string;
  readonly agree: boolean;
}

/** Ask the people of the table to agree to something; there is one vote at a time. */
export interface Ask {
  readonly type: "ask";
  readonly id: string;
  readonly what: Undo | Close | StandIn;
}

/** The number that goes with a name, and which of the game's patterns is behind it, if any. */
export interface Badge {
  readonly number: number;
  readonly silks?: number | null;
}

/** The server closes the connection; come back after `after` seconds. */
export interface Bye {
  readonly type: "bye";
  readonly reason: Refusal;
  readonly after: number;
}

/** A chat message to the table; it is not part of the match's log. */
export interface Chat {
  readonly type: "chat";
  readonly id: string;
  readonly text: string;
}

/** End the match as it is, and reveal its seed. */
export interface Close {
  readonly type: "close";
}

/** The message was carried out and stored; `seq` is its record, if it has one. */
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

/** A command of the game. Sending it again under the same id has no further effect. */
export interface Give<K extends Kind = Kind> {
  readonly type: "give";
  readonly id: string;
  readonly command: K["command"];
}

/**
 * A heartbeat with the table's newest sequence. If yours is lower at two heartbeats in a row,
 * or if a command of yours has had neither an answer nor a `wait` by the second, a message was
 * lost: reconnect, and send the command again.
 */
export interface Head {
  readonly type: "head";
  readonly seq: number;
  readonly status: "closed" | "finished" | "playing" | "waiting";
}

/** A chat message; `text` is null if it was hidden. */
export interface Heard {
  readonly type: "heard";
  readonly number: number;
  readonly seat: number | null;
  readonly name: string;
  readonly text: string | null;
}

/** Why a command was refused: a stable code for programs, a sentence for people. */
export interface Refusal {
  readonly code: string;
  readonly text: Text;
}

/** Nothing has changed. The current view and offer show what is possible instead. */
export interface Refused<K extends Kind = Kind> {
  readonly type: "refused";
  readonly id: string | null;
  readonly reason: Refusal;
  readonly seq: number;
  readonly view: K["view"] | null;
  readonly offer: K["offer"] | null;
}

/** Who sits there: a name, and the policy that plays (None for a person). */
export interface Seat {
  readonly name: string;
  readonly policy: string | null;
}

/**
 * Who has a seat. `here`: someone is connected for it. `alike`: the name looks like another
 * name at this table.
 */
export interface SeatInfo {
  readonly name: string | null;
  readonly policy: string | null;
  readonly stand_in: string | null;
  readonly here: boolean;
  readonly alike: boolean;
}

/** Let a bot hold an absent person's seat until they take it back. */
export interface StandIn {
  readonly type: "stand_in";
  readonly seat: number;
}

/**
 * Everything about a table that everyone may know, except the match itself.
 *
 * `left` is the number of seconds left on the clock when this was sent; null if no clock runs.
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
  readonly vote: Vote | null;
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
 * One record of the match as this viewer may see it.
 *
 * With `undone`, all steps after that sequence are taken back. Only the newest record has `view`
 * and `offer`, so a client that receives several records draws only after the last. `calls` has
 * what the race caller says about the record, if the client asked for it.
 *
 * A client that asked for deltas may get `delta` instead of `view`: what has changed since the
 * view that it got with record `since`. Some have a `checksum` of the view that results.
 */
export interface Told<K extends Kind = Kind> {
  readonly type: "told";
  readonly seq: number;
  readonly seat?: number | null;
  readonly events?: readonly K["event"][];
  readonly undone?: number | null;
  readonly view?: K["view"] | null;
  readonly delta?: unknown;
  readonly since?: number | null;
  readonly checksum?: number | null;
  readonly offer?: K["offer"] | null;
  readonly calls?: readonly Text[] | null;
}

/** Undo the asker's own last step, and everything after it. */
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
 * The vote under way: what `seat` asks for, and which seats have agreed so far.
 *
 * `seq` is the sequence that an undo goes back to; otherwise, the sequence when it was asked.
 */
export interface Vote {
  readonly id: string;
  readonly seat: number;
  readonly what: Undo | Close | StandIn;
  readonly seq: number;
  readonly agreed: readonly number[];
}

/**
 * The message of this id has arrived, but takes longer than usual to store. Its answer
 * follows, so there is no need to send it again.
 */
export interface Wait {
  readonly type: "wait";
  readonly id: string;
}

export type FromClient<K extends Kind = Kind> = Give<K> | Chat | Ask | AnswerVote;

export type ToClient<K extends Kind = Kind> =
  | Told<K>
  | Done
  | Wait
  | Refused<K>
  | Heard
  | TableInfo
  | Head
  | Bye;
