import type { Event } from "../../wire/rennfieber.ts";
import type { Text } from "../../wire/table.ts";
import { later } from "../../words/index.svelte.ts";

/** The chapters of a replay are the auctions, and the races from the entry of their runners on. */
export function chapter(event: Event): Text | null {
  if (event.type === "auction_opened") return later("Auction {number}", { number: event.number });
  if (event.type === "entry_opened") return later("Race {race}", { race: event.race });
  return event.type === "meeting_ended" ? later("The end") : null;
}
