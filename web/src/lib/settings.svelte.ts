/** What the person has switched on or off in this browser. */

import { keep, kept } from "./kept.ts";

export interface Settings {
  /** Hooves, dice, bell, crowd. */
  sound: boolean;
  /** The race caller, read aloud by the browser. */
  speech: boolean;
  /** Single keys: digits choose, Enter confirms. */
  keys: boolean;
  /** A notice when it is one's turn while the page is out of sight. */
  notify: boolean;
}

export const DEFAULTS: Readonly<Settings> = {
  sound: false,
  speech: false,
  keys: true,
  notify: false,
};

/** What was kept, where it can be read; for the rest the defaults. */
export function read(text: string | null): Settings {
  const found = { ...DEFAULTS };
  const values = parsed(text);
  for (const name of NAMES) {
    const value = values[name];
    if (typeof value === "boolean") found[name] = value;
  }
  return found;
}

const NAMES = Object.keys(DEFAULTS) as (keyof Settings)[];

function parsed(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {}; // not ours, or of another version
  }
}

const state = $state<Settings>(read(kept("settings")));

/** Read it anywhere; what is assigned to it is kept. */
export const settings: Settings = new Proxy(state, {
  set(target, name, value) {
    const done = Reflect.set(target, name, value);
    keep("settings", JSON.stringify(target));
    return done;
  },
});
