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
