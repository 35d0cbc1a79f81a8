/** What the chosen horse would do: the server has told where it lands, this puts it into words. */

import type { Stage } from "../../table/stage.ts";
import type { Advance, Offer, RoyalTurf } from "../../wire/royal-turf.ts";
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
  /** Past the line: then it is never blocked (RT4.9). */
  readonly home: boolean;
  /** Progress of the spaces beyond its landing that it was due and that are taken (RT4.5). */
  readonly taken: readonly number[];
  /** Who stands where it was due; null if nobody does. */
  readonly blocker: number | null;
}

/** A preview with the run that it is seen in. */
export interface Seen {
  readonly run: Run;
  readonly move: Preview;
}

/**
 * What is offered for a horse. Nothing while the board still shows how it stood before: an offer is
 * made for the view in which this seat has rolled the offer's symbol.
 */
export function offered(
  stage: Stage<RoyalTurf>,
  edition: Edition,
  offer: Offer | null,
  horse: number | null,
): Seen | null {
  const { view, viewer } = stage;
  if (view === null || viewer === null || offer?.type !== "move") return null;
  const run = runOf(view);
  const advance = offer.moves.find(([moved]) => moved === horse);
  if (run === null || advance === undefined) return null;
  if (run.rolled !== offer.symbol || !view.to_act.includes(viewer)) return null;
  return { run, move: preview(edition, run, advance) };
}

export function preview(edition: Edition, run: Run, [horse, due, to]: Advance): Preview {
  const origin = run.progress[horse] ?? 0;
  const home = to > edition.spaces;
  const taken: number[] = [];
  for (let at = to + 1; !home && at <= origin + due; at++) taken.push(at);
  const last = taken.at(-1);
  return {
    horse,
    origin,
    due,
    to,
    went: to - origin,
    home,
    taken,
    blocker: last === undefined ? null : standing(edition, run, spaceAt(edition, last), horse),
  };
}

/** Who stands on a space, whatever their lap (RT4.7). */
function standing(edition: Edition, run: Run, space: number, not: number): number | null {
  const found = run.progress.findIndex(
    (at, horse) =>
      horse !== not && !run.podium.includes(horse) && spaceAt(edition, at) === space,
  );
  return found < 0 ? null : found;
}

/** In full, for the one place that says what is to be done. */
export function told(edition: Edition, run: Run, move: Preview): string {
  const horse = nameOf(edition, move.horse);
  const { went, due } = move;
  const space = spaceAt(edition, move.to);
  if (move.home) {
    const place = ordinal(run.podium.length + 1);
    return say("{horse} moves {went} and is home, {place}.", { horse, went, place });
  }
  if (move.blocker === null) return say("{horse} moves {went} to {space}.", { horse, went, space });
  const other = nameOf(edition, move.blocker);
  return went === 0
    ? say("Blocked by {other}: {horse} stays on {space}.", { other, horse, space })
    : say("Blocked by {other}: {horse} moves {went}, not {due}.", { other, horse, went, due });
}

/** On its card, in a few words. */
export function landing(edition: Edition, run: Run, move: Preview): string {
  const { went, due } = move;
  const space = spaceAt(edition, move.to);
  const place = ordinal(run.podium.length + 1);
  if (move.home) return say("{went}, home {place}", { went, place });
  if (went === 0) return say("blocked, stays on {space}", { space });
  if (went < due) return say("{went} of {due}, lands on {space}", { went, due, space });
  return say("{went}, lands on {space}", { went, space });
}
