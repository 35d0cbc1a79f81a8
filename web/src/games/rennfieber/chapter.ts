import type { Event } from "../../wire/rennfieber.ts";
import type { Text } from "../../wire/table.ts";
import { later } from "../../words/index.svelte.ts";

/** A replay has a chapter for each auction and for each race, which starts with the entry of the runners. */
export function chapter(event: Event): Text | null {
  if (event.type === "auction_opened") return later("Auction {number}", { number: event.number });
  if (event.type === "entry_opened") return later("Race {race}", { race: event.race });
  return event.type === "meeting_ended" ? later("The end") : null;
}
