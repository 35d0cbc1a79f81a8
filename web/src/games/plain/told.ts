/** The messages of games without a folder of their own, and how their values are shown as text. */

import type { Text } from "../../wire/table.ts";
import { number, say } from "../../words/index.svelte.ts";

/** Everything the seat may do: each command as it is sent, with the text of its button. */
export interface Menu {
  readonly id: string;
  readonly question: Text;
  readonly commands: readonly unknown[];
  readonly words: readonly Text[];
}

export interface View {
  readonly viewer: number | null;
  /** The seats the match is waiting for. */
  readonly to_act: readonly number[];
  /** The winners; empty before the end. */
  readonly winners: readonly number[];
  readonly [field: string]: unknown;
}

export interface Plain {
  readonly command: unknown;
  readonly event: unknown;
  readonly offer: Menu;
  readonly view: View;
}

export type Field = readonly [name: string, value: unknown];

/** The fields of an object, with readable names. */
export function fieldsOf(part: object): readonly Field[] {
  return Object.entries(part).map(([name, value]) => [name.replaceAll("_", " "), value]);
}

/** The state to show. The viewer, whose turn it is and the winners are shown elsewhere. */
export function onTable({ viewer: _, to_act, winners, ...rest }: View): readonly Field[] {
  return fieldsOf(rest);
}

/** A value as one line of text; null if it has parts of its own. */
export function inWords(value: unknown): string | null {
  if (value === null) return say("none");
  if (typeof value === "boolean") return value ? say("yes") : say("no");
  if (typeof value === "number") return number(value);
  if (!Array.isArray(value)) return typeof value === "object" ? null : String(value);
  if (value.length === 0) return say("none");
  const parts = value.map(inWords);
  return parts.includes(null) || value.some(Array.isArray) ? null : parts.join(", ");
}
