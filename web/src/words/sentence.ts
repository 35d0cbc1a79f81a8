/** Sentences of one language, made from a key and its arguments exactly as gettext in Python does. */

import type { Badge, Text } from "../wire/table.ts";

export type Argument = number | string | Text;
export type Arguments = Readonly<Record<string, Argument>>;
/** A translation, or the two forms of one that has a plural. English has no catalogue. */
export type Catalogue = Readonly<Record<string, string | readonly [string, string]>>;

/** Words of a sentence; a name that has a badge stands alone, with it. */
export interface Span {
  readonly words: string;
  readonly badge: Badge | null;
}

export class Language {
  readonly code: string;
  readonly #catalogue: Catalogue;
  readonly #plural: Intl.PluralRules;

  constructor(code: string, catalogue: Catalogue) {
    this.code = code;
    this.#catalogue = catalogue;
    this.#plural = new Intl.PluralRules(code);
  }

  /** A sentence as the server or the client has it, in words of this language. */
  put(text: Text): string {
    return this.spans(text)
      .map(({ words }) => words)
      .join("");
  }

  /** The same for those who draw badges beside names. */
  spans(text: Text): readonly Span[] {
    const spans = fill(this.#template(text), text.args ?? {}, (inner) => this.spans(inner));
    const badge = text.badge ?? null;
    return badge === null ? spans : [{ words: spans.map(({ words }) => words).join(""), badge }];
  }

  #template(text: Text): string {
    const known = this.#catalogue[text.key];
    if (!text.many) return typeof known === "string" ? known : text.key;
    const [one, many] = typeof known === "object" ? known : [text.key, text.many];
    return this.#plural.select(text.count ?? 0) === "one" ? one : many;
  }
}

const FIELD = /\{\{|\}\}|\{(\w+)(?::0(\d+))?\}/g;

/** Python's str.format, as far as the catalogues use it: {name}, {name:03}, {{ and }}. */
function fill(template: string, args: Arguments, spansOf: (text: Text) => readonly Span[]): Span[] {
  const spans: Span[] = [];
  let at = 0;
  for (const found of template.matchAll(FIELD)) {
    const [field, name, width = "0"] = found;
    spans.push(plain(template.slice(at, found.index)));
    at = found.index + field.length;
    const value = name === undefined ? field.charAt(0) : args[name];
    if (value === undefined) throw new Error(`"${template}" was not given ${field}`);
    if (typeof value === "object") spans.push(...spansOf(value));
    else spans.push(plain(String(value).padStart(Number(width), "0")));
  }
  return [...spans, plain(template.slice(at))];
}

function plain(words: string): Span {
  return { words, badge: null };
}
