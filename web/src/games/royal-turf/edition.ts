/** The figures of the box that is played, read once and by name. */

import type { Figures } from "../../lib/api.ts";

export const SYMBOLS = ["head", "cap", "saddle", "shoe"] as const;
export type Symbol = (typeof SYMBOLS)[number];

export interface Horse {
  readonly name: string;
  readonly coat: string;
}

export interface Edition {
  readonly spaces: number;
  readonly pace: number;
  readonly horses: readonly Horse[];
  /** By card, three a horse in board order: how far it goes for each of `SYMBOLS` (RT1.4). */
  readonly cards: readonly (readonly number[])[];
  readonly tables: Tables;
}

/** What the rules make of the figures for the whole match. */
interface Tables {
  /** By race and place: pounds a bet, by column (RT5.2, RT5.7). */
  readonly payouts: readonly (readonly (readonly number[])[])[];
  /** By race: how often every gain counts. */
  readonly factors: readonly number[];
  /** By number of bets: the column, from 0; null for none. */
  readonly columns: readonly (number | null)[];
  /** By progress: the number printed on the space (RT4.6). */
  readonly spaces: Readonly<Record<number, number>>;
}

/** What the server has checked before it opened a table with it. */
interface Box {
  readonly track: { readonly spaces: number; readonly pace: number };
  readonly horses: readonly (Horse & { readonly cards: readonly (readonly number[])[] })[];
  readonly tables: Tables;
}

const read = new WeakMap<Figures, Edition>();

export function editionOf(figures: Figures): Edition {
  let edition = read.get(figures);
  if (edition === undefined) {
    const box = figures as unknown as Box;
    edition = {
      spaces: box.track.spaces,
      pace: box.track.pace,
      horses: box.horses.map(({ name, coat }) => ({ name, coat })),
      cards: box.horses.flatMap((horse) => horse.cards),
      tables: box.tables,
    };
    read.set(figures, edition);
  }
  return edition;
}

/** How many races there are (RT2). */
export function racesOf(edition: Edition): number {
  return edition.tables.factors.length;
}

/** The number printed on the space at this progress; -1 past the finish. */
export function spaceAt(edition: Edition, progress: number): number {
  return edition.tables.spaces[progress] ?? -1;
}

export function nameOf(edition: Edition, horse: number): string {
  const found = edition.horses[horse];
  if (found === undefined) throw new Error(`there is no horse ${horse}`);
  return found.name;
}
