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

/** The place of a seat by money, 1 for the richest; equal money shares a place. */
const rank = (money: readonly number[], seat: number): number =>
  1 + money.filter((other) => other > (money[seat] ?? 0)).length;

/** The place of a seat by money; null while all have the same. */
export function placeOf(money: readonly number[], seat: number): number | null {
  return money.every((other) => other === money[seat]) ? null : rank(money, seat);
}

/** Seats by money, the richest first. */
export function standings(money: readonly number[]): { seat: number; place: number }[] {
  return money
    .map((_, seat) => ({ seat, place: rank(money, seat) }))
    .sort((one, other) => one.place - other.place || one.seat - other.seat);
}

/** A payment as a line of its seat's account. */
export interface Line<Payment> {
  readonly payment: Payment;
  /** Negative if the seat paid. */
  readonly change: number;
  /** The money of the seat afterwards; null if it is no longer known because something was paid since. */
  readonly total: number | null;
}

/** The lines of a seat. `paid` names the payments that cost it money; `totals` are the server's. */
export function linesOf<Payment extends { readonly type: string; readonly seat: number; readonly amount: number }>(
  payments: readonly Payment[],
  seat: number,
  paid: Payment["type"],
  totals: readonly number[] | null | undefined,
): Line<Payment>[] {
  return payments.flatMap((payment, at) =>
    payment.seat === seat
      ? [{ payment, change: payment.type === paid ? -payment.amount : payment.amount, total: totals?.[at] ?? null }]
      : [],
  );
}
