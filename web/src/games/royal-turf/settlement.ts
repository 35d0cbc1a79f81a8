/** A settled race as accounts: for each seat, line by line, why its money changed (RT5). */

import type { LossPaid, PacePaid, PlacePaid, View } from "../../wire/royal-turf.ts";
import { count, say } from "../../words/index.svelte.ts";
import { pounds } from "../../words/money.ts";
import { linesOf, type Line } from "../shared/meeting.ts";
import { forPlace } from "./words.ts";

export type Payment = PlacePaid | PacePaid | LossPaid;

export interface Account {
  readonly seat: number;
  readonly before: number;
  readonly lines: readonly Line<Payment>[];
}

/** The accounts of all seats for a race, counted from 1. */
export function accounts(view: View, race: number): readonly Account[] {
  const payments = view.past[race - 1]?.payments ?? [];
  const [, had = [], , totals] = view.derived.settled?.[race - 1] ?? [];
  return had.map((before, seat) => ({
    seat,
    before,
    lines: linesOf<Payment>(payments, seat, "loss_paid", totals),
  }));
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
