/** Whose turn it is: the one thing that every game's view tells in the same way. */

import type { Stage } from "./stage.ts";

export function toAct(stage: Stage): readonly number[] {
  const view = stage.view as { readonly to_act: readonly number[] } | null;
  return view?.to_act ?? [];
}

/**
 * The seat that the device is handed to next: another of its own that the match waits for, once the
 * one who looks has nothing left to choose and has seen what came of it. Null while there is none.
 */
export function nextHand(
  stage: Stage,
  own: readonly number[],
  asked: boolean,
): number | null {
  if (asked || stage.moment !== null) return null;
  const waiting = own.filter((seat) => seat !== stage.viewer && toAct(stage).includes(seat));
  return waiting.find((seat) => seat > (stage.viewer ?? -1)) ?? waiting[0] ?? null;
}
