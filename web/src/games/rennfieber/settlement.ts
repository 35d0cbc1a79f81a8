/** A settled race as accounts: the payments of each seat, and its money after each (RF7). */

import type { MoneyPaid, PastRace, PrizePaid, Settled, WinningsPaid } from "../../wire/rennfieber.ts";
import { linesOf, type Line } from "../shared/meeting.ts";

export type Payment = PrizePaid | MoneyPaid | WinningsPaid;

export interface Account {
  readonly seat: number;
  readonly gain: number;
  readonly lines: readonly Line<Payment>[];
}

export function accounts(past: PastRace, settled: Settled): Account[] {
  return settled.gains.map((gain, seat) => ({
    seat,
    gain,
    lines: linesOf<Payment>(past.payments, seat, "money_paid", settled.totals),
  }));
}
