/** The lines of an account, counted up one by one for whoever looks on. */

import { prefersReducedMotion } from "svelte/motion";

const A_LINE = 600; // milliseconds
const LONGEST = 4_000; // for all of them

/** Any press counts them all at once. To be made in a component, which it lives as long as. */
export class Counted {
  lines = $state(prefersReducedMotion.current ? Infinity : 0);

  constructor(total: () => number) {
    $effect(() => {
      const all = total();
      const timer = setInterval(() => (this.lines += 1), Math.min(A_LINE, LONGEST / all));
      const stop = (): void => clearInterval(timer);
      const finish = (): void => {
        stop();
        this.lines = Infinity;
      };
      const ended = setTimeout(finish, Math.min(A_LINE * all, LONGEST));
      addEventListener("pointerdown", finish);
      addEventListener("keydown", finish);
      return () => {
        stop();
        clearTimeout(ended);
        removeEventListener("pointerdown", finish);
        removeEventListener("keydown", finish);
      };
    });
  }
}
