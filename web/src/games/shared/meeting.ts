/** What games with several races have in common. */

import type { Settled } from "../../table/stage.ts";

/** The race that these events settled. `past` lists all settled races; the last one ends the match. */
export function settled(
  events: readonly { readonly type: string }[],
  view: { readonly past: readonly unknown[] },
): Settled | null {
  const has = (type: string) => events.some((event) => event.type === type);
  return has("race_settled") ? { race: view.past.length, last: has("meeting_ended") } : null;
}

/** Puts the viewer's own entry first and keeps the order of the others. */
export function ownFirst<T extends { readonly seat: number }>(all: readonly T[], viewer: number | null): readonly T[] {
  return all.toSorted((one, other) => Number(other.seat === viewer) - Number(one.seat === viewer));
}

/** The place of a seat by money, 1 for the richest; null while all have the same. */
export function placeOf(money: readonly number[], seat: number): number | null {
  const own = money[seat] ?? 0;
  return money.every((other) => other === own) ? null : 1 + money.filter((other) => other > own).length;
}
