/** What a game's `declaration.ts` exports. It is loaded with the first page, so keep it short. */

import type { Text } from "../wire/table.ts";

export interface Declaration {
  /** The game's name, the same in every language. */
  readonly title: string;
  /** Its position in the lobby, from 1. */
  readonly rank: number;
  /** One sentence about the game, and one about the number of players and the duration. */
  readonly about: Text;
  readonly size: Text;
  /** The keyboard shortcuts at its table, and what each does. */
  keys(): readonly (readonly [key: string, does: string])[];
  /** Choices recommended for tables of at most `most` seats, and the hint shown beside them. */
  readonly advice?: {
    readonly most: number;
    readonly choices: Readonly<Record<string, string>>;
    readonly why: Text;
  };
  /** Options that only apply when another option has this choice. */
  readonly onlyWith?: Readonly<Record<string, readonly [option: string, choice: string]>>;
  /** Options listed before all others. */
  readonly first?: readonly string[];
}
