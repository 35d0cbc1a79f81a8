/** The clock for turns. */

/** The system time may be adjusted by up to this many milliseconds; only a larger jump counts as sleep. */
const SET = 1_000;

/**
 * Counts milliseconds, including time asleep, which the browser's monotonic clock may leave out. System time
 * includes it, but may be set back; time already counted stays counted.
 */
export class Clock {
  readonly #steady: () => number;
  readonly #wall: () => number;
  #last: { readonly steady: number; readonly wall: number };
  #slept = 0;

  constructor(steady = () => performance.now(), wall = () => Date.now()) {
    this.#steady = steady;
    this.#wall = wall;
    this.#last = { steady: steady(), wall: wall() };
  }

  now(): number {
    const steady = this.#steady();
    const wall = this.#wall();
    const missed = wall - this.#last.wall - (steady - this.#last.steady);
    if (missed > SET) this.#slept += missed;
    this.#last = { steady, wall };
    return steady + this.#slept;
  }
}

export const clock = new Clock();

/** The seconds left of a turn as a clock shows them: 1:05, 2:00:00. */
export function shownAs(left: number): string {
  const seconds = Math.max(0, Math.ceil(left));
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, at) => (at === 0 ? String(part) : String(part).padStart(2, "0"))).join(":");
}
