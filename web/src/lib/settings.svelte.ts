/** The person's settings in this browser. */

import { keep, kept } from "./kept.ts";

export interface Settings {
  /** Sound effects. */
  sound: boolean;
  /** The browser reads the race caller aloud. */
  speech: boolean;
  /** Keyboard shortcuts. */
  keys: boolean;
  /** Notifications when it is your turn and the page is not visible. */
  notify: boolean;
}

export const DEFAULTS: Readonly<Settings> = {
  sound: false,
  speech: false,
  keys: true,
  notify: false,
};

/** The kept settings; defaults for what is missing or unreadable. */
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
    return {}; // not written by us, or by another version
  }
}

const state = $state<Settings>(read(kept("settings")));

/** Assigning a setting also keeps it in this browser. */
export const settings: Settings = new Proxy(state, {
  set(target, name, value) {
    const done = Reflect.set(target, name, value);
    keep("settings", JSON.stringify(target));
    return done;
  },
});
