/** Single keys: only where they are switched on, and not while somebody types. */

import { settings } from "../../lib/settings.svelte.ts";

const TYPING = "input, textarea, select, dialog, [contenteditable], [role=dialog]";
const PRESSED = "button, a, summary, [role=tab]";

/** The key that was meant for the board, or null. */
export function boardKey(event: KeyboardEvent): string | null {
  if (!settings.keys || event.defaultPrevented) return null;
  if (event.ctrlKey || event.altKey || event.metaKey) return null;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest(TYPING)) return null;
  // Enter and space press what has the focus; arrows move along a row of tabs.
  const own = event.key === "Enter" || event.key === " ";
  if (own && target?.closest(PRESSED)) return null;
  if (event.key.startsWith("Arrow") && target?.closest("[role=tab], details")) return null;
  return event.key;
}
