import { later, say } from "../../words/index.svelte.ts";
import type { Declaration } from "../declaration.ts";

export const declaration: Declaration = {
  title: "Rennfieber",
  rank: 2,
  about: later("Buy horses at auction, train them, enter them and bet on them. After three races the richest player wins."),
  size: later("2 to 6 players; a long game that fills an evening."),
  keys: () => [
    ["1 … 9", say("choose a horse, a lane or an amount")],
    ["+ −", say("raise or lower the bid")],
    ["← →", say("go from one slip or target space to the next")],
    ["H", say("choose the finish")],
    ["N K D E G", say("no card, Karriere, Durchbruch, Durchbruch as Karriere, the kept gallop card")],
    ["⌫", say("take all slips back")],
    [say("Enter"), say("roll, or confirm your choice")],
  ],
};
