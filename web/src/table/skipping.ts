/** Any click or key press at a table skips what is being shown. */

import { settings } from "../lib/settings.svelte.ts";
import { hush } from "../lib/speech.ts";
import type { Table } from "./table.svelte.ts";

/** The keys that continue after a settlement. Not the space bar, which scrolls. */
const CONTINUE_KEYS = ["Enter", "Escape"];

/** Starts skipping; the returned function stops it. */
export function skipping(table: Table): () => void {
  const skip = (event: Event) => {
    const key = event instanceof KeyboardEvent ? event : null;
    if (key !== null && !skips(key)) return;
    const again = key?.repeat === true && CONTINUE_KEYS.includes(key.key); // a held key counts once
    const reads = table.held && key !== null && continues(key);
    if (again || reads) {
      event.preventDefault();
      event.stopImmediatePropagation(); // it must not also act on what comes next
    }
    if (again) return;
    if (reads) table.proceed();
    else if (!table.held && table.moment !== null) {
      hush();
      table.skip();
    }
  };
  addEventListener("click", skip, true);
  addEventListener("keydown", skip, true);
  return () => {
    removeEventListener("click", skip, true);
    removeEventListener("keydown", skip, true);
  };
}

/** Not modifier keys, nor typing. */
function skips(event: KeyboardEvent): boolean {
  const writes = event.target instanceof HTMLInputElement && event.target.type === "text";
  return !writes && !["Shift", "Control", "Alt", "Meta", "Tab"].includes(event.key);
}

/** Other keys keep the settlement open: they may have been meant to skip the race. */
function continues({ key, target }: KeyboardEvent): boolean {
  if (!settings.keys || !CONTINUE_KEYS.includes(key)) return false;
  const own = "a, button, input, select, textarea, summary, dialog, [role=tablist]";
  return !(target instanceof Element && target.closest(own) !== null);
}
