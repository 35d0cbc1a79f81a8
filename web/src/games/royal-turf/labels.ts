import type { OwnLabels } from "../../edition/labels.ts";
import { later } from "../../words/index.svelte.ts";
import { SYMBOLS } from "./edition.ts";
import { SYMBOL_NAMES } from "./words.ts";

export const labels: OwnLabels = {
  names: {
    track: later("The track"),
    "track.spaces": later("Number of spaces on the loop"),
    "track.pace": later("Space with the pace token"),
    die: later("The die"),
    "die.faces": later("Six faces"),
    tokens: later("The betting tokens"),
    "tokens.open": later("In the basic game"),
    "tokens.hidden": later("With hidden bets"),
    payout: later("The payout table: 1, 2, 3, 4, 5 and more bets"),
    "payout.first": later("First place"),
    "payout.second": later("Second place"),
    "payout.third": later("Third place"),
    "payout.pace": later("The pace earns"),
    "payout.last": later("The last horse costs"),
    horses: later("The horses"),
    "horses.name": later("Name"),
    "horses.letters": later("Two-letter code"),
    "horses.coat": later("Coat"),
    "horses.cards": later("Cards"),
  },
  choices: {
    "horses.coat": ["grey", "white", "beige", "caramel", "russet", "brown", "black"],
    "die.faces": SYMBOLS,
  },
  words: {
    grey: later("grey"),
    white: later("white"),
    beige: later("beige"),
    caramel: later("caramel"),
    russet: later("russet"),
    brown: later("brown"),
    black: later("black"),
    ...SYMBOL_NAMES,
  },
  texts: ["letters"],
  columns: { "horses.cards": SYMBOLS },
  short: true,
};
