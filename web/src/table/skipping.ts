/** Whatever somebody does at a table, they have seen enough of what is being shown. */

import { settings } from "../lib/settings.svelte.ts";
import { hush } from "../lib/speech.ts";
import type { Table } from "./table.svelte.ts";

/** The keys that lead on from a settlement. Not the space bar: it turns the page. */
const LEADS_ON = ["Enter", "Escape"];

/** Skips until it is stopped by what it gives back. */
export function skipping(table: Table): () => void {
  const skip = (event: Event) => {
    const key = event instanceof KeyboardEvent ? event : null;
    if (key !== null && !skips(key)) return;
    const again = key?.repeat === true && LEADS_ON.includes(key.key); // held down it is one press
    const reads = table.held && key !== null && goesOn(key);
    if (again || reads) {
      event.preventDefault();
      event.stopImmediatePropagation(); // it does nothing of what is then to be done
    }
    if (again) return;
    if (reads) table.goOn();
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

/** Not keys that do nothing alone, nor those that write. */
function skips(event: KeyboardEvent): boolean {
  const writes = event.target instanceof HTMLInputElement && event.target.type === "text";
  return !writes && !["Shift", "Control", "Alt", "Meta", "Tab"].includes(event.key);
}

/** A settlement stays for other keys: whoever wanted to skip the race has not read it yet. */
function goesOn({ key, target }: KeyboardEvent): boolean {
  if (!settings.keys || !LEADS_ON.includes(key)) return false;
  const own = "a, button, input, select, textarea, summary, dialog, [role=tablist]";
  return !(target instanceof Element && target.closest(own) !== null);
}
