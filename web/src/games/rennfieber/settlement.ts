/** A settled race as accounts: for each seat, from what it had, payment by payment, to what it has. */

import type { MoneyPaid, PastRace, PrizePaid, WinningsPaid } from "../../wire/rennfieber.ts";

export type Payment = PrizePaid | MoneyPaid | WinningsPaid;

export interface Entry {
  readonly payment: Payment;
  readonly change: number;
  /** What the seat has after it. */
  readonly money: number;
}

export interface Account {
  readonly seat: number;
  readonly before: number;
  readonly entries: readonly Entry[];
  readonly after: number;
}

export const change = (payment: Payment): number =>
  payment.type === "money_paid" ? -payment.amount : payment.amount;

/** `after` is what each seat had when all was paid. */
export function accounts(past: PastRace, after: readonly number[]): Account[] {
  return after.map((money, seat) => {
    const own = past.payments.filter((payment) => payment.seat === seat);
    const before = own.reduce((sum, payment) => sum - change(payment), money);
    let running = before;
    const entries = own.map((payment) => {
      running += change(payment);
      return { payment, change: change(payment), money: running };
    });
    return { seat, before, entries, after: money };
  });
}

/** Seats by money, the richest first; equal money is an equal place, counted from 1. */
export function standings(money: readonly number[]): { seat: number; place: number }[] {
  return money
    .map((own, seat) => ({ seat, place: 1 + money.filter((other) => other > own).length }))
    .sort((one, other) => one.place - other.place || one.seat - other.seat);
}

/** What a seat has gained by a race, all payments together. */
export function gain(past: PastRace, seat: number): number {
  return past.payments
    .filter((payment) => payment.seat === seat)
    .reduce((sum, payment) => sum + change(payment), 0);
}

