/** Counts up the lines of an account one by one. */

import { prefersReducedMotion } from "svelte/motion";

const A_LINE = 600; // milliseconds
const LONGEST = 4_000; // for all of them

/** Any press shows all of them. Create it in a component; it stops with that. */
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
