/** A settled race as accounts: for each seat, line by line, why its money changed (RT5). */

import type { LossPaid, PacePaid, PlacePaid, View } from "../../wire/royal-turf.ts";
import { count, say } from "../../words/index.svelte.ts";
import { pounds } from "../../words/money.ts";
import { forPlace } from "./words.ts";

export type Payment = PlacePaid | PacePaid | LossPaid;

export interface Line {
  readonly payment: Payment;
  /** The change of money, negative for a loss. */
  readonly change: number;
  /** The money of the seat afterwards. */
  readonly total: number;
}

export interface Account {
  readonly seat: number;
  readonly before: number;
  readonly lines: readonly Line[];
}

/** The accounts of all seats for a race, counted from 1. */
export function accounts(view: View, race: number): readonly Account[] {
  const payments = view.past[race - 1]?.payments ?? [];
  const [, had = [], , totals = []] = view.derived.settled?.[race - 1] ?? [];
  return had.map((before, seat) => {
    const lines = payments.flatMap((payment, at): Line[] =>
      payment.seat === seat ? [{ payment, change: changeOf(payment), total: totals[at] ?? 0 }] : [],
    );
    return { seat, before, lines };
  });
}

function changeOf(payment: Payment): number {
  return payment.type === "loss_paid" ? -payment.amount : payment.amount;
}

/** The reason, without the horse, which is shown beside it: "2 bets × £350 for first place". */
export function why(payment: Payment): string {
  const { value: n, factor } = payment;
  const figure = pounds(payment.figure);
  if (payment.type === "loss_paid" && payment.amount < payment.due) {
    return say("{due} for last place; only {amount} was left, the rest is waived", {
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
