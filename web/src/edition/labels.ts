/** What the figures of an edition are called, and which words some of them may be. */

import type { Text } from "../wire/table.ts";
import { later } from "../words/index.svelte.ts";

const LABELS: Readonly<Record<string, Text>> = {
  edition: later("The edition"),
  "edition.id": later("Short name without spaces"),
  "edition.name": later("Name that people see"),
  provenance: later("Where it comes from"),
  source: later("In your own words"),
  track: later("The track"),
  "track.spaces": later("Spaces of the loop"),
  "track.pace": later("Space of the pace token"),
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
  "payout.last": later("The hindmost costs"),
  horses: later("The horses"),
  "horses.name": later("Name"),
  "horses.letters": later("Two letters"),
  "horses.coat": later("Coat"),
  "horses.cards": later("Cards"),
  "horses.cards.name": later("Name"),
  "horses.cards.price": later("Least price"),
  "horses.cards.levels": later("Levels of condition, worst first"),
  race_die: later("The race die"),
  "race_die.faces": later("Six faces"),
  training: later("The training cards, 45 in all"),
  "training.karriere": later("Spaces that a Karriere adds"),
  gallop: later("The gallop cards, 25 in all"),
  effect: later("Effect"),
  amount: later("Amount"),
  count: later("How many"),
  slips: later("The betting slips of a colour, 2,200 in all"),
  "slips.values": later("Values"),
  "track.home_straight": later("Home straight, lanes 1 to 6"),
  "track.first_bend": later("First bend, lanes 1 to 6"),
  "track.back_straight": later("Back straight, lanes 1 to 6"),
  "track.last_bend": later("Last bend, lanes 1 to 6"),
  "track.finish": later("The finish is at the end of"),
  "track.short": later("A short race starts at the beginning of"),
  "track.long": later("A long race starts at the beginning of"),
  training_track: later("The training track"),
  "training_track.spaces": later("Spaces from the stable to the turf"),
  "training_track.cards": later("Spaces where a card is drawn"),
  odds: later("The odds"),
  "odds.bounds": later("Ratios in hundredths, rising"),
  "odds.tenths": later("Odds in tenths, one more than ratios"),
  programme: later("The programme"),
  "programme.races": later("Races"),
  "programme.races.fee": later("Entry fee"),
  "programme.races.length": later("Length"),
  "programme.races.prizes": later("Prizes by place"),
};

/** By its whole kind, or by its last part, or else as it is spelled in the file. */
export function labelOf(kind: string): Text {
  const last = kind.slice(kind.lastIndexOf(".") + 1);
  return LABELS[kind] ?? LABELS[last] ?? { key: last };
}

const SECTIONS = ["home_straight", "first_bend", "back_straight", "last_bend"];
const CHOICES: Readonly<Record<string, readonly string[]>> = {
  provenance: ["own box", "rulebook", "public source", "reconstruction"],
  "horses.coat": ["grey", "white", "beige", "caramel", "russet", "brown", "black"],
  "die.faces": ["head", "cap", "saddle", "shoe"],
  "training.cards.effect": ["condition", "pay", "receive", "karriere", "durchbruch"],
  "gallop.cards.effect": ["move", "again", "keep", "inward", "outward", "nothing", "slow", "miss", "no_bonus", "fine"],
  "track.finish": SECTIONS,
  "track.short": SECTIONS,
  "track.long": SECTIONS,
  "programme.races.length": ["short", "long"],
};

/** The words to choose from; none where anything may be typed. */
export function choicesOf(kind: string): readonly string[] {
  return CHOICES[kind] ?? CHOICES[kind.slice(kind.lastIndexOf(".") + 1)] ?? [];
}

const WORDS: Readonly<Record<string, Text>> = {
  "own box": later("my own box"),
  rulebook: later("the rulebook"),
  "public source": later("a public source"),
  reconstruction: later("a reconstruction"),
  grey: later("grey"),
  white: later("white"),
  beige: later("beige"),
  caramel: later("caramel"),
  russet: later("russet"),
  brown: later("brown"),
  black: later("black"),
  head: later("head"),
  cap: later("cap"),
  saddle: later("saddle"),
  shoe: later("shoe"),
  condition: later("condition up or down"),
  pay: later("pay money"),
  receive: later("receive money"),
  karriere: later("Karriere"),
  durchbruch: later("Durchbruch"),
  move: later("further at once"),
  again: later("throw again"),
  keep: later("kept: further, once"),
  inward: later("one lane inward"),
  outward: later("one lane outward"),
  nothing: later("nothing"),
  slow: later("next move shorter"),
  miss: later("miss a turn"),
  no_bonus: later("no bonus next turn"),
  fine: later("a fine"),
  home_straight: later("home straight"),
  first_bend: later("first bend"),
  back_straight: later("back straight"),
  last_bend: later("last bend"),
  short: later("short"),
  long: later("long"),
};

export function wordOf(choice: string): Text {
  return WORDS[choice] ?? { key: choice };
}

/** What makes the file an edition of this game, and is nobody's to change. */
export const FIXED: ReadonlySet<string> = new Set(["edition.game", "edition.schema"]);
/** Lists of as many figures as one likes: typed in one field, between commas. */
export const FREE: ReadonlySet<string> = new Set([
  "horses.cards.levels",
  "training_track.cards",
  "odds.bounds",
  "odds.tenths",
  "programme.races.prizes",
]);
/** Lists of tables that may be longer or shorter. */
export const GROWING: ReadonlySet<string> = new Set(["training.cards", "gallop.cards"]);
/** The columns of lists within lists. */
export const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  "horses.cards": ["head", "cap", "saddle", "shoe"],
};
