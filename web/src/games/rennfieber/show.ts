import type { Stage } from "../../table/stage.ts";
import type { Event, Rennfieber, View } from "../../wire/rennfieber.ts";

/** Events that end a scene: it stays visible while they are shown. */
const ENDS: readonly Event["type"][] = [
  "race_stopped",
  "horse_sold",
  "horse_unsold",
  "sealed_bids_opened",
];

/** The view to show now. */
export function onShow(stage: Stage<Rennfieber>): View | null {
  const { moment, view } = stage;
  const ends = moment?.events.some((event) => ENDS.includes(event.type)) ?? false;
  return (ends ? moment?.before : null) ?? view;
}
