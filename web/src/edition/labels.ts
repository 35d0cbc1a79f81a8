/** Labels for the figures of an edition, and the choices for those that are not typed freely. */

import type { Text } from "../wire/table.ts";
import { later } from "../words/index.svelte.ts";

/** Labels by kind: `horses.name`, or `name` for a figure of that name anywhere. */
export interface Labels {
  readonly names: Readonly<Record<string, Text>>;
  /** The allowed values of figures that are chosen from a list. */
  readonly choices: Readonly<Record<string, readonly string[]>>;
  /** The labels of those values. */
  readonly words: Readonly<Record<string, Text>>;
  /** Names of figures that are text even if they look like numbers. */
  readonly texts: readonly string[];
  /** Lists of any length, typed in one field with commas. */
  readonly free: readonly string[];
  /** Lists of tables to which lines can be added. */
  readonly growing: readonly string[];
  /** Column labels for lists of lists. */
  readonly columns: Readonly<Record<string, readonly string[]>>;
  /** Whether all sections start open because the file is short. */
  readonly short: boolean;
}

/** The labels that a game adds in its `labels.ts`. */
export type OwnLabels = Partial<Labels>;

const files = import.meta.glob<OwnLabels>("../games/*/labels.ts", { eager: true, import: "labels" });

/** Labels of every edition. */
const COMMON: Labels = {
  names: {
    edition: later("The edition"),
    "edition.id": later("Short name without spaces"),
    "edition.name": later("Display name"),
    provenance: later("Where it comes from"),
    source: later("Source, in your own words"),
  },
  choices: { provenance: ["own box", "rulebook", "public source", "reconstruction"] },
  words: {
    "own box": later("my own copy"),
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

/** Figures that identify the game and its file format: the editor does not show them. */
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

/** Looks up the whole kind, then its last part; otherwise returns the name used in the file. */
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
