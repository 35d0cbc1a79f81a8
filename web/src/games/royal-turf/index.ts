/** Royal Turf's face for the table screen. */

import type { Cue } from "../../lib/sound.ts";
import type { Stage } from "../../table/stage.ts";
import type { Event, RoyalTurf } from "../../wire/royal-turf.ts";
import { count, say } from "../../words/index.svelte.ts";
import { pounds } from "../../words/money.ts";
import type { Face, Standing } from "../face.ts";
import { placeOf, settled } from "../shared/meeting.ts";
import Act from "./Act.svelte";
import { chapter } from "./chapter.ts";
import Course from "./Course.svelte";
import { Desk } from "./desk.svelte.ts";
import { editionOf, racesOf } from "./edition.ts";
import Field from "./Field.svelte";
import Mark from "./Mark.svelte";
import { millis } from "./motion.ts";
import Payouts from "./Payouts.svelte";
import { shown } from "./run.ts";

function headline(stage: Stage<RoyalTurf>): string {
  const run = shown(stage);
  if (run !== null) {
    const { race, round } = run;
    const races = racesOf(editionOf(stage.figures));
    return round === 0
      ? say("Race {race} of {races}, the bets", { race, races })
      : say("Race {race} of {races}, round {round}", { race, races, round });
  }
  const scene = stage.view?.scene;
  if (scene?.type !== "over") return say("Before the first race");
  const names = scene.winners.map((seat) => stage.names[seat] ?? "").join(", ");
  const n = scene.winners.length;
  return count("The winner: {names}.", "The win is shared: {names}.", n, { names });
}

function standing(stage: Stage<RoyalTurf>, seat: number): Standing {
  const { view } = stage;
  if (view === null) return { money: pounds(0), place: null, note: "" };
  const note = view.to_act.includes(seat) ? doing(stage) : "";
  return { money: pounds(view.money[seat] ?? 0), place: placeOf(view.money, seat), note };
}

/** What a player is doing when it is their turn. */
function doing(stage: Stage<RoyalTurf>): string {
  const scene = stage.view?.scene;
  switch (scene?.type) {
    case "betting":
      return say("places a bet");
    case "naming":
      return say("chooses who bets first");
    case "racing":
      return scene.rolled === null ? say("rolls the die") : say("chooses a horse");
    default:
      return "";
  }
}

function cue(events: readonly Event[]): Cue | null {
  if (events.some((event) => event.type === "horse_finished")) return "crowd";
  if (events.some((event) => event.type === "race_started")) return "bell";
  if (events.some((event) => event.type === "horse_moved")) return "hooves";
  return events.some((event) => event.type === "die_rolled") ? "dice" : null;
}

export const face: Face<RoyalTurf, Desk> = {
  millis,
  desk: (stage) => new Desk(stage),
  headline,
  asked: (stage) => stage.offer !== null, // a roll too: players may press the button themselves
  standing,
  toAct: (view) => view.to_act,
  settled,
  chapter,
  open: (options) => options["hidden_bets"] !== "on", // RT6.3
  cue,
  Mark,
  Course,
  Act,
  Field,
  Payouts,
};
