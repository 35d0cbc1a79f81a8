/** The time of the record on show, for whatever moves with it. */

import { prefersReducedMotion } from "svelte/motion";
import type { Moment, Stage } from "../../table/stage.ts";
import type { Kind } from "../../wire/table.ts";

/** Runs while a record is shown. To be made in a component, which it lives as long as. */
export class Clock<K extends Kind> {
  readonly #stage: () => Stage<K>;
  readonly #worth: (events: readonly K["event"][]) => number;
  #seen = $state.raw<{ moment: Moment<K> | null; elapsed: number }>({ moment: null, elapsed: 0 });

  /** `worth` tells for how many milliseconds events are worth watching. */
  constructor(stage: () => Stage<K>, worth: (events: readonly K["event"][]) => number) {
    this.#stage = stage;
    this.#worth = worth;
    $effect(() => {
      const { moment } = stage();
      if (moment === null || moment.millis === 0 || prefersReducedMotion.current) return;
      const began = performance.now();
      const tick = (now: number): void => {
        this.#seen = { moment, elapsed: Math.max(0, now - began) };
        if (now - began < moment.millis) frame = requestAnimationFrame(tick); // then all is shown
      };
      let frame = requestAnimationFrame(tick);
      return () => cancelAnimationFrame(frame);
    });
  }

  /** Milliseconds into it, as if it had all the time it deserves: what waits is shown faster. */
  readonly now = $derived.by<number>(() => {
    const { moment, held } = this.#stage();
    if (moment === null || moment.millis === 0 || held || prefersReducedMotion.current) return Infinity;
    if (this.#seen.moment !== moment) return 0;
    return (this.#seen.elapsed * this.#worth(moment.events)) / moment.millis;
  });
}
