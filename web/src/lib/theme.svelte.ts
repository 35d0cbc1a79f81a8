/** Day or night: the system setting, unless the person chose one. */

import { keep, kept } from "./kept.ts";

const THEMES = ["system", "day", "night"] as const;
type Theme = (typeof THEMES)[number];

let chosen = $state<Theme>("system");

export function theme(): Theme {
  return chosen;
}

export function isTheme(name: string | null): name is Theme {
  return THEMES.some((theme) => theme === name);
}

/** Applies the choice of the last visit. */
export function recall(): void {
  const last = kept("theme");
  if (isTheme(last)) wear(last);
}

export function choose(name: Theme): void {
  keep("theme", name);
  wear(name);
}

function wear(name: Theme): void {
  chosen = name;
  if (name === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = name;
}
