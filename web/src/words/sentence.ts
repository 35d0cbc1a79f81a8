/** Sentences of one language, made from a key and its arguments exactly as gettext in Python does. */

import type { Text } from "../wire/table.ts";

export type Argument = number | string | Text;
export type Arguments = Readonly<Record<string, Argument>>;
/** A translation, or the two forms of one that has a plural. English has no catalogue. */
export type Catalogue = Readonly<Record<string, string | readonly [string, string]>>;

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
    return fill(this.#template(text), text.args ?? {}, (inner) => this.put(inner));
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
function fill(template: string, args: Arguments, put: (text: Text) => string): string {
  return template.replace(FIELD, (field, name: string | undefined, width: string | undefined) => {
    if (name === undefined) return field.charAt(0);
    const value = args[name];
    if (value === undefined) throw new Error(`"${template}" was not given ${field}`);
    const words = typeof value === "object" ? put(value) : String(value);
    return width === undefined ? words : words.padStart(Number(width), "0");
  });
}
