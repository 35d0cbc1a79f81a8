/** Rennfieber at the table: auction, training, bets, three races on six lanes. */

import type { Cue } from "../../lib/sound.ts";
import type { Stage } from "../../table/stage.ts";
import type { Event, Rennfieber, View } from "../../wire/rennfieber.ts";
import { number, say } from "../../words/index.svelte.ts";
import type { Face, Standing } from "../face.ts";
import { placeOf, settled } from "../shared/meeting.ts";
import Act from "./Act.svelte";
import { chapter } from "./chapter.ts";
import Course from "./Course.svelte";
import { Desk } from "./desk.svelte.ts";
import { edition } from "./edition.ts";
import Field from "./Field.svelte";
import Mark from "./Mark.svelte";
import { millis } from "./pace.ts";
import Payouts from "./Payouts.svelte";
import { onShow } from "./show.ts";

export const face: Face<Rennfieber, Desk> = {
  millis,
  desk: (stage) => new Desk(stage),
  headline: (stage) => headline(onShow(stage), edition(stage.figures).programme.length),
  asked: (stage) => stage.offer !== null,
  standing,
  toAct: (view) => view.to_act,
  settled,
  chapter,
  cue,
  Mark,
  Course,
  Act,
  Field,
  Payouts,
};

function headline(view: View | null, races: number): string {
  if (view === null) return "";
  switch (view.scene.type) {
    case "waiting":
      return say("three races");
    case "auction":
      return view.scene.number === 1 ? say("Auction before race 1") : say("Auction before race 3");
    case "training":
      return view.scene.number === 1
        ? say("Training before race 1")
        : say("Training before race 3");
    case "selling":
      return say("Sale to the bank before race 3");
    case "over":
      return say("The match is over: all three races have been run.");
    default:
      return say("Race {race} of {races}", { race: view.race, races });
  }
}

function standing(stage: Stage<Rennfieber>, seat: number): Standing {
  const { view } = stage;
  if (view === null) return { money: "", place: null, note: "" };
  return {
    money: number(view.money[seat] ?? 0),
    place: placeOf(view.money, seat),
    note: view.to_act.includes(seat) ? doing(view) : confirmed(view, seat),
  };
}

/** What a player is doing when it is their turn. */
function doing(view: View): string {
  switch (view.scene.type) {
    case "waiting":
      return say("starts the match");
    case "auction":
      return say("makes an offer");
    case "training":
      return view.scene.started ? say("rolls the die") : say("chooses a horse to train");
    case "entering":
      return say("chooses who runs");
    case "betting":
      return say("places slips");
    case "racing":
      return view.scene.dice === null ? say("rolls the dice") : say("moves a horse");
    case "selling":
      return say("chooses what to sell");
    case "over":
      return "";
  }
}

function cue(events: readonly Event[]): Cue | null {
  const has = (type: Event["type"]) => events.some((event) => event.type === type);
  if (has("race_stopped") || has("runner_home") || has("meeting_ended")) return "crowd";
  if (has("race_started") || has("horse_sold")) return "bell";
  if (has("runner_moved")) return "hooves";
  return has("dice_rolled") || has("training_rolled") ? "dice" : null;
}

function confirmed(view: View, seat: number): string {
  const { scene } = view;
  const choosing = scene.type === "entering" || scene.type === "betting" || scene.type === "selling";
  return choosing && scene.confirmed[seat] === true ? say("confirmed") : "";
}
