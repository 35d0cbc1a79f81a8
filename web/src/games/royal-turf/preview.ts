/** What the chosen horse would do: where it lands comes from the server, the text from here. */

import type { Stage } from "../../table/stage.ts";
import type { Advance, Derived, Offer, RoyalTurf } from "../../wire/royal-turf.ts";
import { say } from "../../words/index.svelte.ts";
import { ordinal } from "../../words/ordinal.ts";
import { nameOf, spaceAt, type Edition } from "./edition.ts";
import { runOf, type Run } from "./run.ts";

export interface Preview {
  readonly horse: number;
  readonly origin: number;
  readonly due: number;
  readonly to: number;
  readonly went: number;
  /** Its finishing place, if it comes home (RT4.9). */
  readonly home: number | null;
  /** The horse in the space where it was due; null if that is free (RT4.5). */
  readonly blocker: number | null;
}

/**
 * The move on offer for a horse. Null while the board still shows an earlier state: the offer belongs to the
 * view in which this seat has rolled the offer's symbol.
 */
export function offered(stage: Stage<RoyalTurf>, offer: Offer | null, horse: number | null): Preview | null {
  const { view, viewer } = stage;
  if (view === null || viewer === null || offer?.type !== "move") return null;
  const run = runOf(view);
  const advance = offer.moves.find(([moved]) => moved === horse);
  if (run === null || advance === undefined) return null;
  if (run.rolled !== offer.symbol || !view.to_act.includes(viewer)) return null;
  return preview(run, view.derived, advance);
}

export function preview(run: Run, derived: Derived, [horse, due, to]: Advance): Preview {
  const blocked = derived.blocked?.find(([held]) => held === horse);
  const home = derived.home?.includes(horse) === true ? (derived.place ?? null) : null;
  const origin = run.progress[horse] ?? 0;
  return { horse, origin, due, to, went: blocked?.[1] ?? due, home, blocker: blocked?.[2] ?? null };
}

/** The progress of the spaces beyond its landing, up to where it was due. */
export function between({ to, went, due }: Preview): readonly number[] {
  return Array.from({ length: due - went }, (_, beyond) => to + 1 + beyond);
}

/** As a full sentence, for the turn panel. */
export function told(edition: Edition, move: Preview): string {
  const horse = nameOf(edition, move.horse);
  const { went, due } = move;
  const space = spaceAt(edition, move.to);
  if (move.home !== null) {
    return say("{horse} moves {went} and is home, {place}.", { horse, went, place: ordinal(move.home) });
  }
  if (move.blocker === null) return say("{horse} moves {went} to {space}.", { horse, went, space });
  const other = nameOf(edition, move.blocker);
  return went === 0
    ? say("Blocked by {other}: {horse} stays on {space}.", { other, horse, space })
    : say("Blocked by {other}: {horse} moves {went}, not {due}.", { other, horse, went, due });
}

/** In a few words, for its card. */
export function landing(edition: Edition, move: Preview): string {
  const { went, due } = move;
  const space = spaceAt(edition, move.to);
  if (move.home !== null) return say("{went}, home {place}", { went, place: ordinal(move.home) });
  if (went === 0) return say("blocked, stays on {space}", { space });
  if (move.blocker !== null) return say("{went} of {due}, lands on {space}", { went, due, space });
  return say("{went}, lands on {space}", { went, space });
}
