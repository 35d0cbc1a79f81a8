/** How long each event is shown, in milliseconds. */

import type { Event } from "../../wire/rennfieber.ts";

const HOP = 90;
const LONGEST_RUN = 1_000;

const WORTH: Readonly<Partial<Record<Event["type"], number>>> = {
  auction_opened: 900,
  horse_offered: 500,
  bid_made: 450,
  sealed_bid_made: 150,
  sealed_bids_opened: 1_600,
  horse_sold: 1_500,
  horse_unsold: 900,
  training_opened: 700,
  trainee_chosen: 300,
  training_started: 900,
  training_rolled: 700,
  training_card_drawn: 900,
  condition_changed: 250,
  horse_trained: 400,
  entry_opened: 400,
  lanes_taken: 1_500,
  slips_counted: 1_200,
  race_started: 600,
  dice_rolled: 800,
  turn_missed: 1_000,
  runner_home: 500,
  gallop_drawn: 1_500,
  gallop_deck_reformed: 300,
  extra_move: 300,
  race_stopped: 700,
  sale_opened: 500,
  horse_sold_back: 500,
  meeting_ended: 1_000,
};

/** How long a horse runs for this many steps. */
export function running(steps: number): number {
  return steps === 0 ? 500 : Math.min(steps * HOP, LONGEST_RUN) + 150;
}

/** Events after the settlement of a race take no time: they are hidden until the settlement is closed. */
export function millis(events: readonly Event[]): number {
  const settled = events.findIndex((event) => event.type === "race_settled");
  return events
    .slice(0, settled < 0 ? events.length : settled)
    .reduce(
      (sum, event) =>
        sum + (event.type === "runner_moved" ? running(event.path.length) : (WORTH[event.type] ?? 0)),
      0,
    );
}
