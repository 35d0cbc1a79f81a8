/** The bots by their policies, in words. */

import type { Text } from "../wire/table.ts";
import { later } from "../words/index.svelte.ts";

export interface Character {
  readonly name: Text;
  readonly about: Text;
}

const CHARACTERS: Readonly<Record<string, Character>> = {
  random: {
    name: later("Rookie"),
    about: later("Does whatever is allowed, just as it comes: good for a first try."),
  },
  punter: {
    name: later("Punter"),
    about: later("Knows the form book and goes where the money is: a fair opponent."),
  },
};

/** A policy that this page knows nothing of goes by its own name. */
export function characterOf(policy: string): Character {
  return CHARACTERS[policy] ?? { name: { key: policy }, about: later("A bot.") };
}
