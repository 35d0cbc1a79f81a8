import type { Event } from "../../wire/royal-turf.ts";
import type { Text } from "../../wire/table.ts";
import { later } from "../../words/index.svelte.ts";

/** The chapters of a replay are the races. */
export function chapter(event: Event): Text | null {
  if (event.type === "race_opened") return later("Race {race}", { race: event.race });
  return event.type === "meeting_ended" ? later("The end") : null;
}
