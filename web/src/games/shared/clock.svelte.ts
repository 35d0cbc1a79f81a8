/** The time within the record being shown, for animations. */

import { prefersReducedMotion } from "svelte/motion";
import type { Moment, Stage } from "../../table/stage.ts";
import type { Kind } from "../../wire/table.ts";

/** Runs while a record is shown. Create it in a component; it stops with that. */
export class Clock<K extends Kind> {
  readonly #stage: () => Stage<K>;
  readonly #worth: (events: readonly K["event"][]) => number;
  #seen = $state.raw<{ moment: Moment<K> | null; elapsed: number }>({ moment: null, elapsed: 0 });

  /** `worth` is how long events are shown at normal speed, in milliseconds. */
  constructor(stage: () => Stage<K>, worth: (events: readonly K["event"][]) => number) {
    this.#stage = stage;
    this.#worth = worth;
    $effect(() => {
      const { moment } = stage();
      if (moment === null || moment.millis === 0 || prefersReducedMotion.current) return;
      const began = performance.now();
      const tick = (now: number): void => {
        this.#seen = { moment, elapsed: Math.max(0, now - began) };
        if (now - began < moment.millis) frame = requestAnimationFrame(tick); // after that, everything has been shown
      };
      let frame = requestAnimationFrame(tick);
      return () => cancelAnimationFrame(frame);
    });
  }

  /** Milliseconds into the record at normal speed; it runs faster while more records wait. */
  readonly now = $derived.by<number>(() => {
    const { moment, held } = this.#stage();
    if (moment === null || moment.millis === 0 || held || prefersReducedMotion.current) return Infinity;
    if (this.#seen.moment !== moment) return 0;
    return (this.#seen.elapsed * this.#worth(moment.events)) / moment.millis;
  });
}
