/** Names and descriptions of the bots, by policy. */

import type { Text } from "../wire/table.ts";
import { later } from "../words/index.svelte.ts";

export interface Character {
  readonly name: Text;
  readonly about: Text;
}

const CHARACTERS: Readonly<Record<string, Character>> = {
  random: {
    name: later("Rookie"),
    about: later("Makes random legal moves: good for a first try."),
  },
  punter: {
    name: later("Punter"),
    about: later("Knows the form book and goes where the money is: a fair opponent."),
  },
  bluffer: {
    name: later("Bluffer"),
    about: later("Talks one horse up and backs another: fun where bets lie face down."),
  },
  plunger: {
    name: later("Plunger"),
    about: later("Falls in love with one horse and puts everything on it: rich or broke."),
  },
  sharp: {
    name: later("Sharp"),
    about: later("Tries out every choice before it makes one: the strongest bot."),
  },
};

const WEAKER: Readonly<Record<string, Text>> = {
  sharp: later("Not fully installed here, so only as strong as a Punter."),
};

/** The description of a bot; another one where it plays below its strength. */
export function aboutOf(policy: string, weaker: readonly string[]): Text {
  return (weaker.includes(policy) ? WEAKER[policy] : undefined) ?? characterOf(policy).about;
}

/** Unknown policies are shown by name. */
export function characterOf(policy: string): Character {
  return CHARACTERS[policy] ?? { name: { key: policy }, about: later("A bot.") };
}
