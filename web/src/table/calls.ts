/** What the race caller has said, as it is listed. */

import type { Call } from "./table.svelte.ts";

/** What is shown by now and was not taken back since, oldest first. */
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
