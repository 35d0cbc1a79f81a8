import { later, say } from "../../words/index.svelte.ts";
import type { Declaration } from "../declaration.ts";

export const declaration: Declaration = {
  title: "Royal Turf",
  rank: 1,
  about: later("Back your horses; then anyone can move any horse. After three races the richest player wins."),
  size: later("2 to 6 players; a short game, easy to learn."),
  keys: () => [
    ["1 … 7", say("choose a horse, or who bets first")],
    ["← →", say("go from one horse to the next")],
    ["+ −", say("choose another token")],
    ["R, ␣", say("roll the die")],
    [say("Enter"), say("confirm your choice")],
    [say("Esc"), say("deselect the horse")],
  ],
  // RT6.1: hidden bets work best with few players.
  advice: {
    most: 4,
    choices: { hidden_bets: "on" },
    why: later("Recommended for two to four players."),
  },
  onlyWith: { hidden_rounds: ["hidden_bets", "on"] }, // RT6.2
  first: ["hidden_bets", "hidden_rounds"], // RT6: the recommendation depends on the number of players
};
