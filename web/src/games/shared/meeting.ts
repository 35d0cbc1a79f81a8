/** What games of several races tell in the same way. */

import type { Settled } from "../../table/stage.ts";

/** Races are settled one by one, each listed in `past`; the last one ends the meeting. */
export function settled(
  events: readonly { readonly type: string }[],
  view: { readonly past: readonly unknown[] },
): Settled | null {
  const has = (type: string) => events.some((event) => event.type === type);
  return has("race_settled") ? { race: view.past.length, last: has("meeting_ended") } : null;
}

/** What belongs to the viewer's seat comes first, the rest as it is. */
export function ownFirst<T extends { readonly seat: number }>(all: readonly T[], viewer: number | null): readonly T[] {
  return all.toSorted((one, other) => Number(other.seat === viewer) - Number(one.seat === viewer));
}

/** Where somebody stands with their money, 1 for the richest; null while all have the same. */
export function placeOf(money: readonly number[], seat: number): number | null {
  const own = money[seat] ?? 0;
  return money.every((other) => other === own) ? null : 1 + money.filter((other) => other > own).length;
}
