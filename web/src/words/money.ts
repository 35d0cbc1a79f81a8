import { number, say } from "./index.svelte.ts";

/** An amount in pounds, for Royal Turf. Rennfieber's money has no currency sign: use `number`. */
export function pounds(amount: number): string {
  return say("£{amount}", { amount: number(amount) });
}

/** A change of money with its sign. */
export function signed(amount: number): string {
  return amount > 0 ? `+${number(amount)}` : number(amount);
}
