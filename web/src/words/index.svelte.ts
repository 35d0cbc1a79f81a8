/**
 * All text for people goes through here, in the current language.
 *
 * `say`, `count` and `later` take literal sentences, so that `make words` finds them. The first two read the language
 * when they are called, so components that call them follow a change of language.
 */

import { keep, kept } from "../lib/kept.ts";
import type { Text } from "../wire/table.ts";
import { Language, type Arguments, type Catalogue, type Span } from "./sentence.ts";

/** The languages by code, each under its own name. */
export const LANGUAGES = { en: "English", de: "Deutsch", fr: "Français", it: "Italiano" } as const;
export type Code = keyof typeof LANGUAGES;

const catalogues = import.meta.glob<Catalogue>("./*.json", { import: "default" });
let spoken = $state.raw(new Language("en", {}));
let asked: Code = "en";

/** Changes the language. */
export async function speak(code: Code): Promise<void> {
  asked = code;
  const load = catalogues[`./${code}.json`];
  const catalogue = load === undefined ? {} : await load();
  if (asked !== code) return; // another language was chosen meanwhile
  spoken = new Language(code, catalogue);
  document.documentElement.lang = code;
}

/** The current language. */
export function language(): Code {
  return spoken.code as Code;
}

/** The language chosen before, otherwise the browser's preference, otherwise English. */
export function preferred(): Code {
  const asked = [kept("language") ?? "", ...navigator.languages];
  return asked.map((tag) => tag.split("-")[0] ?? "").find(isCode) ?? "en";
}

/** Changes the language, and remembers it for the next visit. */
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

/** A sentence that is translated later, when it is shown. */
export function later(key: string, args: Arguments = {}): Text {
  return { key, args };
}

/** A sentence whose form depends on `n`, which it may contain as {n}. */
export function count(one: string, many: string, n: number, args: Arguments = {}): string {
  return spoken.put({ key: one, many, count: n, args: { n, ...args } });
}

/** Translates a text from the server: refusals, options, the race call. */
export function put(text: Text): string {
  return spoken.put(text);
}

/** The same in parts, for components that draw badges beside names. */
export function spans(text: Text): readonly Span[] {
  return spoken.spans(text);
}

/**
 * The calls of a record for the speaking voice. It cannot show a badge, so it says each horse's number once.
 *
 * Only for the voice: readers, including with screen readers, find the numbers in the field and prefer shorter lines.
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

/** A number with thousands separators and a real minus sign. */
export function number(value: number): string {
  const shown = new Intl.NumberFormat(spoken.code, { useGrouping: "always" }).format(value + 0); // no -0
  return shown.replace("-", "−");
}
