/** The time of the record on show, for whatever moves with it. */

import { prefersReducedMotion } from "svelte/motion";
import type { Stage } from "../../table/stage.ts";
import type { RoyalTurf } from "../../wire/royal-turf.ts";
import { beats, millis, type Beat } from "./motion.ts";

/** Runs while a record is shown. To be made in a component, which it lives as long as. */
export class Clock {
  readonly #stage: Stage<RoyalTurf>;
  #seen = $state.raw<{ seq: number; elapsed: number }>({ seq: -1, elapsed: 0 });

  constructor(stage: () => Stage<RoyalTurf>) {
    this.#stage = stage();
    $effect(() => {
      const moment = stage().moment;
      if (moment === null || moment.millis === 0 || prefersReducedMotion.current) return;
      const began = performance.now();
      let frame = requestAnimationFrame(tick);
      function stop(): void {
        cancelAnimationFrame(frame);
      }
      const see = (elapsed: number): void => {
        this.#seen = { seq: moment.seq, elapsed };
      };
      function tick(now: number): void {
        see(Math.max(0, now - began));
        if (now - began < moment!.millis) frame = requestAnimationFrame(tick); // then all is shown
      }
      return stop;
    });
  }

  /** The beats of the record on show; none when all has been shown, or nothing is to move. */
  readonly beats = $derived.by<readonly Beat[]>(() => {
    const moment = this.#stage.moment;
    return moment === null || prefersReducedMotion.current ? [] : beats(moment.events);
  });

  /** Milliseconds into it, as if it had all the time it deserves: what waits is shown faster. */
  readonly now = $derived.by<number>(() => {
    const moment = this.#stage.moment;
    if (moment === null || moment.millis === 0 || this.#stage.held) return Infinity;
    if (this.#seen.seq !== moment.seq) return 0;
    return (this.#seen.elapsed * millis(moment.events)) / moment.millis;
  });

  /** Whether a beat is over, or about to be shown still. */
  past(beat: Beat): boolean {
    return this.now >= beat.to;
  }
}
