/** Lists of names and past times, as each language writes them. */

import { language } from "./index.svelte.ts";

export function among(names: readonly string[]): string {
  return new Intl.ListFormat(language()).format(names);
}

const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** "5 minutes ago", for a time in seconds since 1970. */
export function ago(then: number, now: number = Date.now() / 1000): string {
  const past = Math.max(0, now - then);
  const [unit, length] = STEPS.find(([, length]) => past >= length) ?? (["minute", 60] as const);
  const style = { numeric: "auto", style: "short" } as const;
  return new Intl.RelativeTimeFormat(language(), style).format(-Math.floor(past / length), unit);
}
