import type { Call } from "./table.svelte.ts";

/** The calls to list, oldest first: those already shown and not taken back since. */
export function valid(calls: readonly Call[], shown: number): readonly Call[] {
  const kept: Call[] = [];
  for (const call of calls) {
    if (call.seq > shown) break;
    if (call.undone !== null) {
      while ((kept.at(-1)?.seq ?? 0) > call.undone) kept.pop();
    }
    kept.push(call);
  }
  return kept;
}
