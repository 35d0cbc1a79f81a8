/** The face of games without a folder of their own: the state as text, and a button for each command. */

import type { Stage } from "../../table/stage.ts";
import { count, say } from "../../words/index.svelte.ts";
import { among } from "../../words/phrases.ts";
import type { Face } from "../face.ts";
import Act from "./Act.svelte";
import Course from "./Course.svelte";
import type { Plain, View } from "./told.ts";

const WATCHED = 800; // milliseconds for each record

function headline({ view, names }: Stage<Plain>): string {
  if (view === null) return "";
  const called = (seats: readonly number[]) => among(seats.map((seat) => names[seat] ?? ""));
  const { winners, to_act } = view;
  return winners.length === 0
    ? say("Next to act: {names}", { names: called(to_act) })
    : count("The winner: {names}.", "The win is shared: {names}.", winners.length, { names: called(winners) });
}

/** Winners share first place; all others come after them. */
function placeOf({ winners }: View, seat: number): number | null {
  if (winners.length === 0) return null;
  return winners.includes(seat) ? 1 : winners.length + 1;
}

export const face: Face<Plain, null> = {
  millis: (events) => (events.length === 0 ? 0 : WATCHED),
  desk: () => null,
  headline,
  asked: (stage) => stage.offer !== null,
  standing: ({ view }, seat) => ({
    money: "",
    place: view === null ? null : placeOf(view, seat),
    note: view?.to_act.includes(seat) === true ? say("makes a choice") : "",
  }),
  toAct: (view) => view.to_act,
  Course,
  Act,
};
