/** The lessons of the guided first race, which tools/tutorial.py scripts. */

import type { Guide, Lesson, Script } from "../../tutorial/guide.ts";
import type { Command, RoyalTurf } from "../../wire/royal-turf.ts";
import { say } from "../../words/index.svelte.ts";
import { pounds } from "../../words/money.ts";
import script from "./first-race.json";

/** Horses by board order. */
const EARL_GREY = 0;
const SAHARA_WIND = 2;
const NOUGAT = 5;
const OTHELLO = 6;

const bet = (value: number, horse: number) => ({ type: "place_bet", value, horse }) satisfies Partial<Command>;
const move = (horse: number) => ({ type: "move_horse", horse }) satisfies Partial<Command>;

const lessons: readonly Lesson[] = [
  {
    at: 1,
    wants: null,
    title: () => say("A day at the races"),
    text: () =>
      say("Seven horses are waiting before the line. First everybody bets. Then the players take turns rolling the die and moving any horse they like. The first three horses home pay money, the last one costs money."),
  },
  {
    at: 1,
    wants: bet(2, OTHELLO),
    title: () => say("Your first bet"),
    text: () =>
      say("A bet means: this horse will be among the first three. Your tokens are 1, 1 and 2, and a 2 counts as two bets. Othello is steady: put your 2 on Othello."),
    otherwise: () => say("You could bet that way. But in this race, put your 2 on Othello: take the 2, then choose number 7."),
  },
  {
    at: 4,
    wants: null,
    title: () => say("More bets, smaller payouts"),
    text: () =>
      say("Ascot has put a 1 on Othello as well. With two bets on Othello, first place paid {before} for each bet; with three, it pays {after}. What each horse pays now is shown beside its name.", {
        before: pounds(350),
        after: pounds(250),
      }),
  },
  {
    at: 4,
    wants: bet(1, EARL_GREY),
    title: () => say("All alone"),
    text: () =>
      say("Nobody has backed Earl Grey, the outsider. If you are the only one to back the winner, a 1 pays {amount}. Put a 1 on Earl Grey.", { amount: pounds(500) }),
    otherwise: () => say("Not this time: put a 1 on Earl Grey, number 1."),
  },
  {
    at: 7,
    wants: bet(1, SAHARA_WIND),
    title: () => say("Three different horses"),
    text: () =>
      say("You may not put two tokens on the same horse. Your last one is a 1: put it on Sahara Wind."),
    otherwise: () => say("Not this time: put your 1 on Sahara Wind, number 3."),
  },
  {
    at: 11,
    wants: move(EARL_GREY),
    title: () => say("The die and the cards"),
    text: () =>
      say("They're off, and you have rolled a cap. Each horse's card says how far it runs on a head, a cap, a saddle and a shoe. On a cap Earl Grey runs 15, further than any other horse. Move Earl Grey."),
    otherwise: () => say("You may move any horse. But on a cap Earl Grey runs 15: move number 1."),
  },
  {
    at: 17,
    wants: move(OTHELLO),
    title: () => say("Once a round"),
    text: () =>
      say("A horse that has moved is marked, and waits until all the others have moved too. Earl Grey, Nougat and Red Fox are done for this round. You have rolled a head, which comes up half the time. On a head Othello runs 7. Move Othello."),
    otherwise: () => say("Your 2 is on Othello, and the head is its best symbol: move number 7."),
  },
  {
    at: 24,
    wants: null,
    title: () => say("A new round"),
    text: () =>
      say("Nobody may pass: a player who is left with only one horse must move it. Now all seven have moved, the marks are removed, and every horse is free again."),
  },
  {
    at: 29,
    wants: move(NOUGAT),
    title: () => say("Blocked"),
    text: () =>
      say("Bowler's 2 is on Nougat. On a cap Nougat should move 1, but that space is taken: a blocked horse stops on the nearest free space behind, in the worst case where it already stands. Move Nougat: it gains nothing, and its move is used up."),
    otherwise: () => say("That helps others more than you. Waste Nougat's move: choose number 6."),
  },
  {
    at: 35,
    wants: move(SAHARA_WIND),
    title: () => say("Running past costs nothing"),
    text: () =>
      say("A cap again: Sahara Wind should move 11. It may run past all the others; only the space where it would land matters. Earl Grey is there, so it stops one space short. Move Sahara Wind."),
    otherwise: () => say("Your 1 is on Sahara Wind: move number 3."),
  },
  {
    at: 41,
    wants: move(EARL_GREY),
    title: () => say("The pace"),
    text: () =>
      say("The first horse to reach space 18 takes the pace, which pays {amount} for each bet on it, wherever it finishes. Earl Grey is on 10, and on a saddle it runs 8. Take the pace.", {
        amount: pounds(100),
      }),
    otherwise: () => say("Others would get to 18 before you: move Earl Grey, number 1."),
  },
  {
    at: 71,
    wants: move(EARL_GREY),
    title: () => say("Home"),
    text: () =>
      say("You know enough by now, so two rounds went by without you. Earl Grey is on 26 and should move 8: that is over the line, where nothing can block it. Bring Earl Grey home."),
    otherwise: () => say("Earl Grey can win now: move number 1."),
  },
  {
    at: 82,
    wants: null,
    title: () => say("The last one costs"),
    text: () =>
      say("Sahara Wind came second. Othello was the third horse home, so the race ended at once. Nougat was last, which costs {amount} for each bet on it: Bowler's 2 counts twice.", {
        amount: pounds(100),
      }),
    payouts: true,
  },
  {
    at: 82,
    wants: null,
    title: () => say("What you have won"),
    text: () =>
      say("Earl Grey first, alone: {first}. The pace: {pace}. Sahara Wind second, with two bets on it: {second}. Othello third, with three: {third} for each, and your 2 counts twice. That makes {all}.", {
        first: pounds(500),
        pace: pounds(100),
        second: pounds(250),
        third: pounds(150),
        all: pounds(1150),
      }),
    payouts: true,
  },
  {
    at: 82,
    wants: null,
    title: () => say("Two more races"),
    text: () =>
      say("A match has three races, with different cards each time, and the third pays double. The richest player at the end wins. The other players can be bots, as Bowler and Ascot were."),
  },
];

// The tool writes the file from the game's own types.
export const guide: Guide<RoyalTurf> = { script: script as unknown as Script<RoyalTurf>, lessons };
