/** What a horse would pay now, as far as the viewer can know (RT5.1, RT5.2). */

import type { Book, Pays } from "../../wire/royal-turf.ts";
import type { Edition } from "./edition.ts";

/** How often every gain counts in this race (RT5.7). */
export function factorOf(edition: Edition, book: Book): number {
  return edition.pacePays === 0 ? 1 : book.pace_pays / edition.pacePays;
}

/** The least and the most column of the table that its bets stand in; 0 for none. */
export function column([least, most]: Pays, columns: number): readonly [number, number] {
  return [Math.min(least, columns), Math.min(most, columns)];
}

/** What each bet on a horse would pay for its places with another token on it; null if unknown. */
export function paysWith(
  edition: Edition,
  book: Book,
  horse: number,
  value: number,
): readonly [number, number, number] | null {
  const [least, most] = book.pays[horse] ?? [0, 0];
  const bets = least + value;
  if (least !== most || bets === 0) return null;
  const factor = factorOf(edition, book);
  const [first = 0, second = 0, third = 0] = edition.payout.map(
    (row) => (row[Math.min(bets, row.length) - 1] ?? 0) * factor,
  );
  return [first, second, third];
}
