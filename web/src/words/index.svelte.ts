/**
 * Everything that is said to a person goes through here, in the language of the moment.
 *
 * `say`, `count` and `later` take their sentences as literals, so that `make words` finds them; the first two read
 * the language as they are called, so a component that calls them changes with it.
 */

import { keep, kept } from "../lib/kept.ts";
import type { Text } from "../wire/table.ts";
import { Language, type Arguments, type Catalogue, type Span } from "./sentence.ts";

/** The languages by their code, each in its own words. */
export const LANGUAGES = { en: "English", de: "Deutsch", fr: "Français", it: "Italiano" } as const;
export type Code = keyof typeof LANGUAGES;

const catalogues = import.meta.glob<Catalogue>("./*.json", { import: "default" });
let spoken = $state.raw(new Language("en", {}));
let asked: Code = "en";

/** Speak another language from now on. */
export async function speak(code: Code): Promise<void> {
  asked = code;
  const load = catalogues[`./${code}.json`];
  const catalogue = load === undefined ? {} : await load();
  if (asked !== code) return; // somebody has changed their mind meanwhile
  spoken = new Language(code, catalogue);
  document.documentElement.lang = code;
}

/** Which language is spoken. */
export function language(): Code {
  return spoken.code as Code;
}

/** Whatever the person chose here before; else what the browser prefers; else English. */
export function preferred(): Code {
  const asked = [kept("language") ?? "", ...navigator.languages];
  return asked.map((tag) => tag.split("-")[0] ?? "").find(isCode) ?? "en";
}

/** Speak it, and do so again at the next visit. */
export async function choose(code: Code): Promise<void> {
  keep("language", code);
  await speak(code);
}

export function isCode(code: string): code is Code {
  return Object.hasOwn(LANGUAGES, code);
}

export function say(key: string, args: Arguments = {}): string {
  return spoken.put({ key, args });
}

/** A sentence that is put into words later, when it is shown. */
export function later(key: string, args: Arguments = {}): Text {
  return { key, args };
}

/** A sentence whose wording depends on `n`, which it may name as {n}. */
export function count(one: string, many: string, n: number, args: Arguments = {}): string {
  return spoken.put({ key: one, many, count: n, args: { n, ...args } });
}

/** What the server says: refusals, options, the race call. */
export function put(text: Text): string {
  return spoken.put(text);
}

/** The same in parts, for those who draw badges beside names. */
export function spans(text: Text): readonly Span[] {
  return spoken.spans(text);
}

/**
 * What the caller said of a record, for a voice: it has no badge to show, so it says the number with the name, once.
 *
 * Only here: whoever reads, with eyes or fingers, finds the name in the field, and the shorter line sooner.
 */
export function aloud(texts: readonly Text[]): readonly string[] {
  const said = new Set<string>();
  return texts.map((text) =>
    spans(text)
      .map(({ words, badge }) => {
        if (badge === null || said.has(words)) return words;
        said.add(words);
        return say("number {number}, {name}", { number: badge.number, name: words });
      })
      .join(""),
  );
}

/** A number with its thousands set apart, and a true minus sign. */
export function number(value: number): string {
  const shown = new Intl.NumberFormat(spoken.code, { useGrouping: "always" }).format(value + 0); // no -0
  return shown.replace("-", "−");
}
