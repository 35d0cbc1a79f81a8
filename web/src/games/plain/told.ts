/** What any game tells that has no folder of its own, and how it is put into words. */

import type { Text } from "../../wire/table.ts";
import { number, say } from "../../words/index.svelte.ts";

/** All that may be done: each command as it is to be given, with what its button says. */
export interface Menu {
  readonly id: string;
  readonly question: Text;
  readonly commands: readonly unknown[];
  readonly words: readonly Text[];
}

export interface View {
  readonly viewer: number | null;
  /** The seats that the match waits for. */
  readonly to_act: readonly number[];
  /** The seats that have won; none before the end. */
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

/** The fields of a part of a view, as they are called. */
export function fieldsOf(part: object): readonly Field[] {
  return Object.entries(part).map(([name, value]) => [name.replaceAll("_", " "), value]);
}

/** What lies on the table. Who looks, who is to act and who has won is said elsewhere. */
export function onTable({ viewer: _, to_act, winners, ...rest }: View): readonly Field[] {
  return fieldsOf(rest);
}

/** A value that fits into a line; null for one that has parts of its own. */
export function inWords(value: unknown): string | null {
  if (value === null) return say("none");
  if (typeof value === "boolean") return value ? say("yes") : say("no");
  if (typeof value === "number") return number(value);
  if (!Array.isArray(value)) return typeof value === "object" ? null : String(value);
  if (value.length === 0) return say("none");
  const parts = value.map(inWords);
  return parts.includes(null) || value.some(Array.isArray) ? null : parts.join(", ");
}
