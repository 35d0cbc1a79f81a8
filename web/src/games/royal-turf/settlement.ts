/** A settled race, told seat by seat and line by line why its money changed (RT5). */

import type { LossPaid, PacePaid, PastRace, PlacePaid } from "../../wire/royal-turf.ts";
import { count, say } from "../../words/index.svelte.ts";
import { pounds } from "../../words/money.ts";
import { forPlace } from "./words.ts";

export type Payment = PlacePaid | PacePaid | LossPaid;

export interface Line {
  readonly payment: Payment;
  /** What it changes: below 0 for what is lost. */
  readonly change: number;
  /** What the seat has afterwards. */
  readonly total: number;
}

export interface Account {
  readonly seat: number;
  readonly before: number;
  readonly lines: readonly Line[];
  readonly after: number;
}

/** What each seat had before each race, and after the last: the standings through the meeting. */
export function purses(past: readonly PastRace[], seats: number): readonly (readonly number[])[] {
  const rows = [Array<number>(seats).fill(0)]; // RT1.8: nobody starts with money
  for (const race of past) {
    const row = [...(rows.at(-1) ?? [])];
    for (const payment of race.payments) {
      row[payment.seat] = (row[payment.seat] ?? 0) + changeOf(payment);
    }
    rows.push(row);
  }
  return rows;
}

/** The accounts of all seats for the race of this number, from 1. */
export function accounts(
  past: readonly PastRace[],
  race: number,
  seats: number,
): readonly Account[] {
  const before = purses(past.slice(0, race - 1), seats).at(-1) ?? [];
  const payments = past[race - 1]?.payments ?? [];
  return before.map((money, seat) => {
    let total = money;
    const lines = payments
      .filter((payment) => payment.seat === seat)
      .map((payment) => {
        const change = changeOf(payment);
        total += change;
        return { payment, change, total };
      });
    return { seat, before: money, lines, after: total };
  });
}

export function changeOf(payment: Payment): number {
  return payment.type === "loss_paid" ? -payment.amount : payment.amount;
}

/** Why, without the horse, which is shown beside it: "2 bets × £350 for first place". */
export function why(payment: Payment): string {
  const { value: n, factor } = payment;
  const figure = pounds(payment.figure);
  if (payment.type === "loss_paid" && payment.amount < payment.due) {
    return say("{due} for last place; only {amount} is there, the rest is forgiven", {
      due: pounds(payment.due),
      amount: pounds(payment.amount),
    });
  }
  const reason =
    payment.type === "place_paid"
      ? forPlace(payment.place)
      : payment.type === "pace_paid"
        ? say("for the pace")
        : say("for last place");
  return factor === 1
    ? count("{n} bet × {figure} {reason}", "{n} bets × {figure} {reason}", n, { figure, reason })
    : count(
        "{n} bet × {figure} {reason}, times {factor}",
        "{n} bets × {figure} {reason}, times {factor}",
        n,
        { figure, reason, factor },
      );
}
