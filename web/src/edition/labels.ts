/** What the figures of an edition are called, and which words some of them may be. */

import type { Text } from "../wire/table.ts";
import { later } from "../words/index.svelte.ts";

/** What is said of figures, by their kind: `horses.name`, or `name` wherever it stands. */
export interface Labels {
  readonly names: Readonly<Record<string, Text>>;
  /** The words to choose from, where not anything may be typed. */
  readonly choices: Readonly<Record<string, readonly string[]>>;
  /** What those words are called. */
  readonly words: Readonly<Record<string, Text>>;
  /** The last parts of kinds that are words even where they look like numbers. */
  readonly texts: readonly string[];
  /** Lists of as many figures as one likes: typed in one field, between commas. */
  readonly free: readonly string[];
  /** Lists of tables that may be longer or shorter. */
  readonly growing: readonly string[];
  /** The columns of lists within lists. */
  readonly columns: Readonly<Record<string, readonly string[]>>;
  /** Whether the file is short enough to be shown whole at once. */
  readonly short: boolean;
}

/** What a game says of its own in its `labels.ts`. */
export type OwnLabels = Partial<Labels>;

const files = import.meta.glob<OwnLabels>("../games/*/labels.ts", { eager: true, import: "labels" });

/** What every edition has. */
const COMMON: Labels = {
  names: {
    edition: later("The edition"),
    "edition.id": later("Short name without spaces"),
    "edition.name": later("Name that people see"),
    provenance: later("Where it comes from"),
    source: later("In your own words"),
  },
  choices: { provenance: ["own box", "rulebook", "public source", "reconstruction"] },
  words: {
    "own box": later("my own box"),
    rulebook: later("the rulebook"),
    "public source": later("a public source"),
    reconstruction: later("a reconstruction"),
  },
  texts: ["name", "id", "source"],
  free: [],
  growing: [],
  columns: {},
  short: false,
};

/** What makes the file an edition of its game, and is nobody's to change. */
export const FIXED: readonly string[] = ["edition.game", "edition.schema"];

export function isNamed(game: string): boolean {
  return fileOf(game) in files;
}

export function labelsOf(game: string): Labels {
  const own = files[fileOf(game)] ?? {};
  return {
    ...COMMON,
    ...own,
    names: { ...COMMON.names, ...own.names },
    choices: { ...COMMON.choices, ...own.choices },
    words: { ...COMMON.words, ...own.words },
    texts: [...COMMON.texts, ...(own.texts ?? [])],
  };
}

/** By its whole kind, or by its last part, or else as it is spelled in the file. */
export function labelOf({ names }: Labels, kind: string): Text {
  return names[kind] ?? names[last(kind)] ?? { key: last(kind) };
}

export function wordOf({ words }: Labels, choice: string): Text {
  return words[choice] ?? { key: choice };
}

/** The last part of a kind. */
export function last(kind: string): string {
  return kind.slice(kind.lastIndexOf(".") + 1);
}

function fileOf(game: string): string {
  return `../games/${game}/labels.ts`;
}
