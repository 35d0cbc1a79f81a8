// Made by `make protocol` from the server's types: change those, not this.

import type { Seat, TableInfo, Text, Verdict } from "./table.ts";

/** A log from a file: its frames end before the first step that does not follow the rules. */
export interface CheckedReplay {
  readonly replay: Replay;
  readonly verdicts: Verdicts;
}

export interface ChoiceInfo {
  readonly name: string;
  readonly text: Text;
}

/** Whether a match is closed, or else the seats whose people have still to agree to it. */
export interface Closing {
  readonly closed: boolean;
  readonly waits_for: readonly number[];
}

/**
 * How it stood after record `seq`, and what that was; 0 is the beginning.
 *
 * `views` has every seat's own view, where all was asked for.
 */
export interface Frame {
  readonly seq: number;
  readonly seat: number | null;
  readonly events: readonly unknown[];
  readonly undone: number | null;
  readonly view: unknown;
  readonly calls: readonly Text[];
  readonly views: readonly unknown[] | null;
}

/** A game that can be played; `weaker` are policies that are not at their strength here. */
export interface GameInfo {
  readonly name: string;
  readonly options: readonly OptionInfo[];
  readonly policies: readonly string[];
  readonly weaker: readonly string[];
  readonly edition: string;
}

/** The secret of a personal link; it belongs behind the # of the table's address. */
export interface Link {
  readonly secret: string;
}

/** A table in a list; `people` has a name for each seat that is not free. */
export interface Listed {
  readonly id: string;
  readonly game: string;
  readonly options: Readonly<Record<string, string>>;
  readonly status: "closed" | "finished" | "playing" | "waiting";
  readonly created: number;
  readonly people: readonly (string | null)[];
  readonly free: number;
  readonly winners: readonly string[];
}

/** A table as one device sees it: `host` if it was opened there. */
export interface Mine {
  readonly table: TableInfo;
  readonly seats: readonly number[];
  readonly host: boolean;
}

export interface MySeat {
  readonly table: string;
  readonly seat: number;
}

/** The token, for a program; none for a page, which has it as a cookie. */
export interface NewDevice {
  readonly token: string | null;
}

/** A table to open: each seat is a policy's name for a bot, or None for a person. */
export interface NewTable {
  readonly game: string;
  readonly seats: readonly (string | null)[];
  readonly options?: Readonly<Record<string, string>>;
  readonly edition?: Readonly<Record<string, unknown>> | null;
  readonly listed?: boolean;
  readonly clock?: number | null;
}

export interface OptionInfo {
  readonly name: string;
  readonly rule: string;
  readonly text: Text;
  readonly choices: readonly ChoiceInfo[];
}

/** A table in the list of a device: `host` if it was opened there. */
export interface OwnListed {
  readonly id: string;
  readonly game: string;
  readonly options: Readonly<Record<string, string>>;
  readonly status: "closed" | "finished" | "playing" | "waiting";
  readonly created: number;
  readonly people: readonly (string | null)[];
  readonly free: number;
  readonly winners: readonly string[];
  readonly host: boolean;
}

/** A page of a match's frames, of which there are `total`; the edition with its tables. */
export interface Replay {
  readonly game: string;
  readonly options: Readonly<Record<string, string>>;
  readonly seats: readonly Seat[];
  readonly edition: Readonly<Record<string, unknown>>;
  readonly total: number;
  readonly frames: readonly Frame[];
}

/** Who sits down; `entropy` stirs the dice: 64 hexadecimal digits of the client's own making. */
export interface Sitting {
  readonly name: string;
  readonly entropy?: string | null;
}

export interface Verdicts {
  readonly dice: Verdict;
  readonly rules: Verdict;
}
