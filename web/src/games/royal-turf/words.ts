/** Words that several parts of the face use. */

import { later, put } from "../../words/index.svelte.ts";
import type { Text } from "../../wire/table.ts";
import type { Symbol } from "./edition.ts";

const ORDINALS: readonly Text[] = [
  later("1st"),
  later("2nd"),
  later("3rd"),
  later("4th"),
  later("5th"),
  later("6th"),
  later("7th"),
];

const SYMBOLS: Readonly<Record<Symbol, Text>> = {
  head: later("head"),
  cap: later("cap"),
  saddle: later("saddle"),
  shoe: later("shoe"),
};

const FOR_PLACE: readonly Text[] = [
  later("for first place"),
  later("for second place"),
  later("for third place"),
];

/** A place from 1. */
export function ordinal(place: number): string {
  const text = ORDINALS[place - 1];
  return text === undefined ? String(place) : put(text);
}

export function symbolName(symbol: Symbol): string {
  return put(SYMBOLS[symbol]);
}

export function forPlace(place: number): string {
  const text = FOR_PLACE[place - 1];
  return text === undefined ? ordinal(place) : put(text);
}
