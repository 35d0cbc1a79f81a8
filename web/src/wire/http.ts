// Made by `make protocol` from the server's types: change those, not this.

import type { Seat, TableInfo, Text, Verdict } from "./table.ts";

/** A log from a file. Its frames end before the first step that breaks the rules. */
export interface CheckedReplay {
  readonly replay: Replay;
  readonly verdicts: Verdicts;
}

export interface ChoiceInfo {
  readonly name: string;
  readonly text: Text;
}

/** Whether a match is closed; if not, the seats that must still agree. */
export interface Closing {
  readonly closed: boolean;
  readonly waits_for: readonly number[];
}

/**
 * Record `seq` and the view after it; frame 0 is the start of the match.
 *
 * If nothing is hidden, `views` has every seat's own view.
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

/** A game that can be played; `weaker` are policies that play below full strength here. */
export interface GameInfo {
  readonly name: string;
  readonly options: readonly OptionInfo[];
  readonly policies: readonly string[];
  readonly weaker: readonly string[];
  readonly edition: string;
}

/** The secret of a personal link, which goes after the # of the table's address. */
export interface Link {
  readonly secret: string;
}

/** A table in a list; `people` has the name of each seat, null if it is free. */
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

/** A table as one device sees it: the seats it owns, and whether it opened the table. */
export interface Mine {
  readonly table: TableInfo;
  readonly seats: readonly number[];
  readonly host: boolean;
}

export interface MySeat {
  readonly table: string;
  readonly seat: number;
}

/** The token for a program; null for a browser, which gets it as a cookie. */
export interface NewDevice {
  readonly token: string | null;
}

/** A table to open. Each seat is the name of a bot's policy, or null for a person. */
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

/** A table in a device's own list: `host` if the device opened it. */
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

/** Some of the `total` frames of a match; `edition` also has the game's constants. */
export interface Replay {
  readonly game: string;
  readonly options: Readonly<Record<string, string>>;
  readonly seats: readonly Seat[];
  readonly edition: Readonly<Record<string, unknown>>;
  readonly total: number;
  readonly frames: readonly Frame[];
}

/** Who sits down; `entropy` is 64 random hexadecimal digits from the client, for the dice. */
export interface Sitting {
  readonly name: string;
  readonly entropy?: string | null;
}

export interface Verdicts {
  readonly dice: Verdict;
  readonly rules: Verdict;
}
