import { later, say } from "../../words/index.svelte.ts";
import type { Declaration } from "../declaration.ts";

export const declaration: Declaration = {
  title: "Rennfieber",
  rank: 2,
  about: later("Buy your horses at auction, train them, enter them and bet. Three races; the richest wins."),
  size: later("2 to 6 players; a long game, for an evening."),
  keys: () => [
    ["1 … 9", say("choose a horse, a lane, or one of the amounts")],
    ["+ −", say("a higher or a lower bid")],
    ["← →", say("go from one slip, or one end of the move, to the next")],
    ["H", say("choose to go home")],
    ["N K D E G", say("no card, Karriere, Durchbruch, Durchbruch as Karriere, the kept gallop card")],
    ["⌫", say("take all slips back")],
    [say("Enter"), say("roll, or do what you have chosen")],
  ],
};
