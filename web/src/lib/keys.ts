/** Keyboard shortcuts: ignored when switched off, while typing, and while a dialog is open. */

import { settings } from "./settings.svelte.ts";

const TYPING = "input, textarea, select, [contenteditable]";
const PRESSED = "button, a, summary, [role=tab]";

/** The key, if it is meant for the board; otherwise null. Elements matching `shared` do not capture keys. */
export function boardKey(event: KeyboardEvent, shared?: string): string | null {
  if (!settings.keys || event.defaultPrevented) return null;
  if (event.ctrlKey || event.altKey || event.metaKey) return null;
  if (document.querySelector("dialog[open]") !== null) return null;
  const target = event.target instanceof Element ? event.target : null;
  // Enter and space press the focused element; arrows move between tabs.
  const own = event.key === "Enter" || event.key === " ";
  if (own && target?.closest(PRESSED)) return null;
  if (shared !== undefined && target?.closest(shared)) return event.key;
  if (target?.closest(TYPING)) return null;
  if (event.key.startsWith("Arrow") && target?.closest("[role=tab], details")) return null;
  return event.key;
}
