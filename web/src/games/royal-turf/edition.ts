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
  /** Pounds a bet for first, second and third place, by the number of bets (RT5.2). */
  readonly payout: readonly (readonly number[])[];
  readonly pacePays: number;
  readonly lastCosts: number;
}

/** What the server has checked before it opened a table with it. */
interface Box {
  readonly track: { readonly spaces: number; readonly pace: number };
  readonly payout: Readonly<Record<"first" | "second" | "third", readonly number[]>> &
    Readonly<Record<"pace" | "last", number>>;
  readonly horses: readonly (Horse & { readonly cards: readonly (readonly number[])[] })[];
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
      payout: [box.payout.first, box.payout.second, box.payout.third],
      pacePays: box.payout.pace,
      lastCosts: box.payout.last,
    };
    read.set(figures, edition);
  }
  return edition;
}

/** The number printed on the space at this progress (RT4.6). */
export function spaceAt(edition: Edition, progress: number): number {
  return ((((progress - 1) % edition.spaces) + edition.spaces) % edition.spaces) + 1;
}

export function nameOf(edition: Edition, horse: number): string {
  const found = edition.horses[horse];
  if (found === undefined) throw new Error(`there is no horse ${horse}`);
  return found.name;
}
