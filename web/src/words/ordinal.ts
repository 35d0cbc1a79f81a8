import type { Text } from "../wire/table.ts";
import { later, put } from "./index.svelte.ts";

const PLACES: readonly Text[] = [
  later("1st"),
  later("2nd"),
  later("3rd"),
  later("4th"),
  later("5th"),
  later("6th"),
  later("7th"),
];

/** A place in short form, from 1: "1st". */
export function ordinal(number: number): string {
  const known = PLACES[number - 1];
  return known === undefined ? String(number) : put(known);
}
