import { count } from "./index.svelte.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A duration in its largest whole unit: 90 seconds, two hours. */
export function duration(seconds: number): string {
  if (seconds % DAY === 0) return count("one day", "{n} days", seconds / DAY);
  if (seconds % HOUR === 0) return count("one hour", "{n} hours", seconds / HOUR);
  if (seconds % MINUTE === 0) return count("one minute", "{n} minutes", seconds / MINUTE);
  return count("one second", "{n} seconds", seconds);
}
