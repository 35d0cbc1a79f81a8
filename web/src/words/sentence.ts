/** Builds sentences of one language from keys and arguments, exactly as gettext does in Python. */

import type { Badge, Text } from "../wire/table.ts";

export type Argument = number | string | Text;
export type Arguments = Readonly<Record<string, Argument>>;
/** Translations; those with a plural have two forms. English has no catalogue. */
export type Catalogue = Readonly<Record<string, string | readonly [string, string]>>;

/** A part of a sentence; a name with a badge is a part of its own. */
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

  /** Translates a sentence of the server or the client. */
  put(text: Text): string {
    return this.spans(text)
      .map(({ words }) => words)
      .join("");
  }

  /** The same in parts, for components that draw badges beside names. */
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

/** The parts of Python's str.format that the catalogues use: {name}, {name:03}, {{ and }}. */
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
