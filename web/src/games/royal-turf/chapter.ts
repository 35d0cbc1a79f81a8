import type { Event } from "../../wire/royal-turf.ts";
import type { Text } from "../../wire/table.ts";
import { later } from "../../words/index.svelte.ts";

/** A replay has a chapter for each race, and one for the end. */
export function chapter(event: Event): Text | null {
  if (event.type === "race_opened") return later("Race {race}", { race: event.race });
  return event.type === "meeting_ended" ? later("The end") : null;
}
