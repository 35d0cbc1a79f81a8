/** The figures of the edition in play. */

import type { Figures } from "../../lib/api.ts";

export const SYMBOLS = ["head", "cap", "saddle", "shoe"] as const;
export type Symbol = (typeof SYMBOLS)[number];

/** The server has checked it before it opened the table. */
export interface Edition {
  readonly track: { readonly spaces: number; readonly pace: number };
  readonly horses: readonly Horse[];
  readonly constants: Constants;
}

interface Horse {
  readonly name: string;
  readonly coat: string;
  /** By card: how far the horse moves for each of `SYMBOLS` (RT1.4). */
  readonly cards: readonly (readonly number[])[];
}

/** What the server derives from the figures for the whole match. */
interface Constants {
  /** By race, place and column: pounds per bet (RT5.2, RT5.7). */
  readonly payouts: readonly (readonly (readonly number[])[])[];
  /** By race: the factor of every gain. */
  readonly factors: readonly number[];
  /** By number of bets: the column, from 0; null for no bets. */
  readonly columns: readonly (number | null)[];
  /** By progress: the number printed on the space (RT4.6). */
  readonly spaces: Readonly<Record<number, number>>;
}

export function editionOf(figures: Figures): Edition {
  return figures as unknown as Edition;
}

/** The figures of a card. Cards are numbered horse by horse, in board order. */
export function cardOf(edition: Edition, card: number): readonly number[] {
  return edition.horses.flatMap(({ cards }) => cards)[card] ?? [];
}

/** How many races there are (RT2). */
export function racesOf(edition: Edition): number {
  return edition.constants.factors.length;
}

/** The number printed on the space at this progress; -1 past the finish. */
export function spaceAt(edition: Edition, progress: number): number {
  return edition.constants.spaces[progress] ?? -1;
}

export function nameOf(edition: Edition, horse: number): string {
  const found = edition.horses[horse];
  if (found === undefined) throw new Error(`there is no horse ${horse}`);
  return found.name;
}
