/** A race that is settled: every game tells it by the same event, and lists it in its view. */

import type { Stage } from "./stage.ts";

/** Whether a record settles a race: then it stays on show until whoever looks has read it. */
export function settles(events: readonly unknown[]): boolean {
  return has(events, "race_settled");
}

/** Whether that was the last one. */
export function ends(events: readonly unknown[]): boolean {
  return has(events, "meeting_ended");
}

/** How many races are settled, and so the number of the last of them. */
export function races(stage: Stage): number {
  const view = stage.view as { readonly past: readonly unknown[] } | null;
  return view?.past.length ?? 0;
}

function has(events: readonly unknown[], type: string): boolean {
  return (events as readonly { readonly type: string }[]).some((event) => event.type === type);
}
