/** Parts of sentences: odds, spaces, and the effects of cards. */

import type { MoveRunner } from "../../wire/rennfieber.ts";
import { count, later, number, say } from "../../words/index.svelte.ts";
import type { Text } from "../../wire/table.ts";
import { SECTIONS, type GallopCard, type Level, type Section, type TrainingCard } from "./edition.ts";
import type { Space } from "./geometry.ts";

export type Play = MoveRunner["play"];
/** In the order of the server. */
export const PLAYS: readonly Play[] = [
  "none",
  "karriere",
  "durchbruch",
  "durchbruch_as_karriere",
  "kept_gallop",
];

export const STRETCHES: Readonly<Record<Section, Text>> = {
  home_straight: later("home straight"),
  first_bend: later("first bend"),
  back_straight: later("back straight"),
  last_bend: later("last bend"),
};

/** A space of the track. */
export function lane({ lane, section, number }: Space): string {
  const stretch = STRETCHES[SECTIONS[section] ?? "home_straight"];
  return say("lane {lane}, {spot}", { lane, spot: say("{stretch} {number}", { stretch, number }) });
}

/** Odds as text: 15 tenths are 1.5, 20 are 2. */
export function odds(tenths: number): string {
  const whole = Math.floor(tenths / 10);
  const tenth = tenths % 10;
  return tenth === 0 ? String(whole) : say("{whole}.{tenth}", { whole, tenth });
}

/** Hundredths as a decimal: 125 is 1.25. */
export function ratio(hundredths: number): string {
  const whole = Math.floor(hundredths / 100);
  return say("{whole}.{rest:02}", { whole, rest: hundredths % 100 });
}

/** A level with a real minus sign. */
export const shownLevel = (level: Level): string => level.replace("-", "−");

export const further = (spaces: number): string =>
  count("one space further", "{n} spaces further", spaces);

export function trainingEffect(card: TrainingCard): string {
  switch (card.effect) {
    case "condition":
      return card.amount > 0
        ? count("condition up one level", "condition up {n} levels", card.amount)
        : count("condition down one level", "condition down {n} levels", -card.amount);
    case "pay":
      return say("pay {amount}", { amount: number(card.amount) });
    case "receive":
      return say("receive {amount}", { amount: number(card.amount) });
    case "karriere":
      return say("Karriere");
    case "durchbruch":
      return say("Durchbruch");
  }
}

export function gallopEffect(card: GallopCard): string {
  switch (card.effect) {
    case "move":
      return further(card.amount);
    case "keep":
      return say("keep it: {further}, once in this race", { further: further(card.amount) });
    case "slow":
      return say("{less} on the next move", {
        less: count("one space less", "{n} spaces fewer", card.amount),
      });
    case "fine":
      return say("a fine of {amount}", { amount: number(card.amount) });
    case "again":
      return say("roll the race die again");
    case "inward":
      return say("one lane inward if there is room");
    case "outward":
      return say("one lane outward if there is room");
    case "nothing":
      return say("no effect");
    case "miss":
      return say("miss the next turn");
    case "no_bonus":
      return say("no condition bonus on the next turn");
  }
}

/** A gallop card in force, as a short sign. */
export function forceSign(card: GallopCard): string {
  const signs: Partial<Record<GallopCard["effect"], string>> = {
    keep: `+${card.amount}`,
    slow: `−${card.amount}`,
    miss: "×",
    no_bonus: "=",
  };
  return signs[card.effect] ?? "";
}

export function playName(play: Play): string {
  return {
    none: () => say("no card"),
    karriere: () => say("Karriere"),
    durchbruch: () => say("Durchbruch"),
    durchbruch_as_karriere: () => say("Durchbruch as Karriere"),
    kept_gallop: () => say("gallop card"),
  }[play]();
}

/** What a level means for the moves. */
export function levelMeans(level: Level): string {
  if (level === "5-") return say("one space lost on every move");
  if (level === "0") return say("no bonus and no loss");
  if (level === "5+") return say("one space gained on every move");
  return say("one space gained if the race die shows {most} or less", { most: Number(level[0]) });
}
