/** What a game's folder declares in its `declaration.ts`. It comes with the first page, so it is short. */

import type { Text } from "../wire/table.ts";

export interface Declaration {
  /** The game's name: the same in every language. */
  readonly title: string;
  /** Its place among the games in the lobby, from 1. */
  readonly rank: number;
  /** What it is about, and for how many and how long, in a sentence each. */
  readonly about: Text;
  readonly size: Text;
  /** The single keys at its table, and what each does. */
  keys(): readonly (readonly [key: string, does: string])[];
  /** The choices that are advised for a table of few seats, and what is said beside them. */
  readonly advice?: {
    readonly most: number;
    readonly choices: Readonly<Record<string, string>>;
    readonly why: Text;
  };
  /** Options that mean something only where another one is chosen so. */
  readonly onlyWith?: Readonly<Record<string, readonly [option: string, choice: string]>>;
  /** Options that are asked for before all others. */
  readonly first?: readonly string[];
}
