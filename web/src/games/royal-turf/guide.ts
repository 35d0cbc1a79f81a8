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
      say("Seven horses stand before the line. First everybody bets. Then, in turn, everybody throws the die and moves any horse they like. The first three home pay, the last one costs."),
  },
  {
    at: 1,
    wants: bet(2, OTHELLO),
    title: () => say("Your first bet"),
    text: () =>
      say("With a bet you say: this one will be among the first three. Your tokens are 1, 1 and 2, and a 2 counts as two bets. Othello is steady: put your 2 on Othello."),
    otherwise: () => say("A bet one could make. In this race, put your 2 on Othello: take the 2, then choose number 7."),
  },
  {
    at: 4,
    wants: null,
    title: () => say("More bets, smaller payouts"),
    text: () =>
      say("Ascot has put a 1 on Othello as well. With two bets on it a first place paid {before} for each, with three it pays {after}. What each horse pays now stands beside its name.", {
        before: pounds(350),
        after: pounds(250),
      }),
  },
  {
    at: 4,
    wants: bet(1, EARL_GREY),
    title: () => say("All alone"),
    text: () =>
      say("Nobody has backed Earl Grey, the outsider. Whoever is alone on the winner gets {amount} for a 1. Put a 1 on Earl Grey.", { amount: pounds(500) }),
    otherwise: () => say("Not this time: put a 1 on Earl Grey, number 1."),
  },
  {
    at: 7,
    wants: bet(1, SAHARA_WIND),
    title: () => say("Three different horses"),
    text: () =>
      say("You never have two tokens on the same horse. Your last one is a 1: put it on Sahara Wind."),
    otherwise: () => say("Not this time: put your 1 on Sahara Wind, number 3."),
  },
  {
    at: 11,
    wants: move(EARL_GREY),
    title: () => say("The die and the cards"),
    text: () =>
      say("They're off, and you have thrown the cap. Each horse's card says how far it runs on a head, a cap, a saddle and a shoe. On a cap Earl Grey runs 15, further than any other. Move Earl Grey."),
    otherwise: () => say("You may move any horse. But on a cap Earl Grey runs 15: move number 1."),
  },
  {
    at: 17,
    wants: move(OTHELLO),
    title: () => say("Once a round"),
    text: () =>
      say("A horse that has moved is marked, and waits until all have. Earl Grey, Nougat and Red Fox are done for this round. You have thrown a head, half of all throws are heads: on one Othello runs 7. Move Othello."),
    otherwise: () => say("Your 2 is on Othello, and a head is its best: move number 7."),
  },
  {
    at: 24,
    wants: null,
    title: () => say("A new round"),
    text: () =>
      say("Nobody may pass: whoever is left with the last horse must move it. Now all seven have moved, the marks are off, and every horse is free again."),
  },
  {
    at: 29,
    wants: move(NOUGAT),
    title: () => say("Blocked"),
    text: () =>
      say("Bowler's 2 is on Nougat. On a cap it is due 1, and that space is taken: a horse stops on the nearest free space behind, at worst where it stands. Move Nougat: it does not gain a space, and its move is gone."),
    otherwise: () => say("That helps others more than you. Waste Nougat's move: choose number 6."),
  },
  {
    at: 35,
    wants: move(SAHARA_WIND),
    title: () => say("Running past costs nothing"),
    text: () =>
      say("A cap again: Sahara Wind is due 11. It runs past all the others, and only the space where it would end counts. Earl Grey stands there, so it stops one short. Move Sahara Wind."),
    otherwise: () => say("Your 1 is on Sahara Wind: move number 3."),
  },
  {
    at: 41,
    wants: move(EARL_GREY),
    title: () => say("The pace"),
    text: () =>
      say("The first horse to get to space 18 takes the pace, which pays {amount} for each bet on it, wherever it finishes. Earl Grey stands on 10, and on a saddle it runs 8. Take the pace.", {
        amount: pounds(100),
      }),
    otherwise: () => say("Others would get to 18 before you: move Earl Grey, number 1."),
  },
  {
    at: 71,
    wants: move(EARL_GREY),
    title: () => say("Home"),
    text: () =>
      say("You know enough, so two rounds went by of themselves. Earl Grey stands on 26 and is due 8: that is over the line, where nothing blocks. Bring Earl Grey home."),
    otherwise: () => say("Earl Grey can win now: move number 1."),
  },
  {
    at: 82,
    wants: null,
    title: () => say("The last one costs"),
    text: () =>
      say("Sahara Wind came second. With Othello the third horse was home, and the race ended at once. Nougat was hindmost, which costs {amount} for each bet on it: Bowler's 2 counts twice.", {
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
      say("A meeting has three races, with other cards each time, and the third is for double money. Whoever is richest at the end wins. The other seats can be bots, as Bowler and Ascot were."),
  },
];

// The tool writes the file from the game's own types.
export const guide: Guide<RoyalTurf> = { script: script as unknown as Script<RoyalTurf>, lessons };
