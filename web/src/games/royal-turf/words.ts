/** Words used in several parts of the face. */

import { later, put } from "../../words/index.svelte.ts";
import { ordinal } from "../../words/ordinal.ts";
import type { Text } from "../../wire/table.ts";
import type { Symbol } from "./edition.ts";

export const SYMBOL_NAMES: Readonly<Record<Symbol, Text>> = {
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

export function symbolName(symbol: Symbol): string {
  return put(SYMBOL_NAMES[symbol]);
}

export function forPlace(place: number): string {
  const text = FOR_PLACE[place - 1];
  return text === undefined ? ordinal(place) : put(text);
}
