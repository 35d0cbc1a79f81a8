import { number, say } from "./index.svelte.ts";

/** An amount of Royal Turf's pounds. Rennfieber's money has no sign: `number`. */
export function pounds(amount: number): string {
  return say("£{amount}", { amount: number(amount) });
}

/** A change of money, with its sign. */
export function signed(amount: number): string {
  return amount > 0 ? `+${number(amount)}` : number(amount);
}
