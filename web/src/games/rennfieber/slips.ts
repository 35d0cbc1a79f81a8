/** A draft of a bet: which slip is on which colour. Nothing is sent before it is final. */

import type { SlipsOffer, Stake } from "../../wire/rennfieber.ts";

/** For each slip of the seat, in the offer's order: the colour it is on, or null. */
export type Draft = readonly (number | null)[];

export const empty = (offer: SlipsOffer): Draft => offer.slips.map(() => null);

/** Puts a slip on a colour, or back into the hand. */
export function put(draft: Draft, slip: number, colour: number | null): Draft {
  return draft.map((on, index) => (index === slip ? colour : on));
}

export const staked = (offer: SlipsOffer, draft: Draft): number =>
  draft.reduce<number>((sum, on, slip) => sum + (on === null ? 0 : (offer.slips[slip] ?? 0)), 0);

export const backed = (draft: Draft): ReadonlySet<number> =>
  new Set(draft.filter((on) => on !== null));

/** RF5.2, RF5.4: whether a slip may not go on this colour. */
export function barred(offer: SlipsOffer, draft: Draft, slip: number, colour: number): boolean {
  const after = put(draft, slip, colour);
  return backed(after).size > offer.colours || staked(offer, after) > offer.most;
}

/** The smallest slip in hand that may go on this colour. */
export function nextFor(offer: SlipsOffer, draft: Draft, colour: number): number | null {
  const free = offer.slips
    .map((value, slip) => ({ value, slip }))
    .filter(({ slip }) => draft[slip] === null && !barred(offer, draft, slip, colour))
    .sort((one, other) => one.value - other.value);
  return free[0]?.slip ?? null;
}

export function stakes(offer: SlipsOffer, draft: Draft): Stake[] {
  return draft.flatMap((colour, slip): Stake[] =>
    colour === null ? [] : [[colour, offer.slips[slip] ?? 0]],
  );
}
