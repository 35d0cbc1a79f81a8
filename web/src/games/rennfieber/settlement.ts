/** A settled race as accounts: the payments of each seat, and its money after each. */

import type { MoneyPaid, PastRace, PrizePaid, Settled, WinningsPaid } from "../../wire/rennfieber.ts";

export type Payment = PrizePaid | MoneyPaid | WinningsPaid;

export interface Entry {
  readonly payment: Payment;
  readonly change: number;
  /** The money of the seat afterwards; null if it is no longer known because something was paid since. */
  readonly money: number | null;
}

export interface Account {
  readonly seat: number;
  readonly gain: number;
  readonly entries: readonly Entry[];
}

const change = (payment: Payment): number =>
  payment.type === "money_paid" ? -payment.amount : payment.amount;

export function accounts(past: PastRace, settled: Settled): Account[] {
  return settled.gains.map((gain, seat) => {
    const entries = past.payments.flatMap((payment, at): Entry[] =>
      payment.seat === seat
        ? [{ payment, change: change(payment), money: settled.totals?.[at] ?? null }]
        : [],
    );
    return { seat, gain, entries };
  });
}

/** Seats by money, the richest first. Places count from 1, and equal money shares a place. */
export function standings(money: readonly number[]): { seat: number; place: number }[] {
  return money
    .map((own, seat) => ({ seat, place: 1 + money.filter((other) => other > own).length }))
    .sort((one, other) => one.place - other.place || one.seat - other.seat);
}
