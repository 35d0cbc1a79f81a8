/** A settled race as accounts: for each seat, payment by payment, to what it has. */

import type { MoneyPaid, PastRace, PrizePaid, Settled, WinningsPaid } from "../../wire/rennfieber.ts";

export type Payment = PrizePaid | MoneyPaid | WinningsPaid;

export interface Entry {
  readonly payment: Payment;
  readonly change: number;
  /** What the seat has after it. */
  readonly money: number | null;
}

export interface Account {
  readonly seat: number;
  readonly gain: number;
  readonly entries: readonly Entry[];
}

const change = (payment: Payment): number =>
  payment.type === "money_paid" ? -payment.amount : payment.amount;

/** Null for a seat's money where that is no longer known: something was paid since. */
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

/** Seats by money, the richest first; equal money is an equal place, counted from 1. */
export function standings(money: readonly number[]): { seat: number; place: number }[] {
  return money
    .map((own, seat) => ({ seat, place: 1 + money.filter((other) => other > own).length }))
    .sort((one, other) => one.place - other.place || one.seat - other.seat);
}
