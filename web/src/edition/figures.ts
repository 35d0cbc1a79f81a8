/** The figures of an edition as plain data: find a figure, change it, write the file. */

import type { Finding } from "../wire/table.ts";

export type Figure = number | string | readonly Figure[] | Table;
export interface Table {
  readonly [name: string]: Figure;
}
export type Path = readonly (string | number)[];

export function isTable(figure: Figure | undefined): figure is Table {
  return typeof figure === "object" && !Array.isArray(figure);
}

export function isList(figure: Figure | undefined): figure is readonly Figure[] {
  return Array.isArray(figure);
}

/** The path as the server's findings write it, counted from 1: horses[1].cards[2][3]. */
export function keyOf(path: Path): string {
  return path.reduce<string>((key, part) => {
    if (typeof part === "number") return `${key}[${part + 1}]`;
    return key === "" ? part : `${key}.${part}`;
  }, "");
}

/** The path without its indexes: horses.cards. */
export function kindOf(path: Path): string {
  return path.filter((part) => typeof part === "string").join(".");
}

/** The title of one table in a list: its number, and its name if it has one. */
export function titleOf({ name }: Table, number: number): string {
  return typeof name === "string" && name !== "" ? `${number}. ${name}` : `${number}.`;
}

/** A copy of the figures with one of them replaced. */
export function changed(figures: Table, path: Path, to: Figure): Table {
  return put(figures, path, to) as Table;
}

function put(figure: Figure | undefined, path: Path, to: Figure): Figure {
  const [first, ...rest] = path;
  if (first === undefined) return to;
  if (typeof first === "number") {
    const list = isList(figure) ? figure : [];
    return list.map((item, i) => (i === first ? put(item, rest, to) : item));
  }
  const table = isTable(figure) ? figure : {};
  return { ...table, [first]: put(table[first], rest, to) };
}

/** Reads an input: as a whole number if it is one, otherwise as text. */
export function typed(text: string): number | string {
  const bare = text.trim();
  return /^-?\d{1,9}$/.test(bare) ? Number(bare) : bare;
}

/** Reads a list of values separated by commas. */
export function typedList(text: string): readonly (number | string)[] {
  return text.split(",").map((part) => part.trim()).filter((part) => part !== "").map(typed);
}

/** The findings about a figure and about everything inside it. */
export function within(findings: readonly Finding[], key: string): readonly Finding[] {
  return findings.filter(
    (finding) => finding.key === key || finding.key.startsWith(`${key}.`) || finding.key.startsWith(`${key}[`),
  );
}

/** The edition as a file for `paddock edition check`. */
export function toToml(figures: Table): string {
  return Object.entries(figures)
    .map(([name, figure]) => {
      if (isList(figure) && figure.every((item) => isTable(item))) {
        return figure.map((item) => `[[${name}]]\n${lines(item)}`).join("\n");
      }
      return isTable(figure) ? `[${name}]\n${lines(figure)}` : `${name} = ${inline(figure)}\n`;
    })
    .join("\n");
}

function lines(table: Table): string {
  return Object.entries(table)
    .map(([name, figure]) => `${name} = ${inline(figure)}\n`)
    .join("");
}

function inline(figure: Figure): string {
  if (isList(figure)) {
    const items = figure.map(inline);
    return figure.some((item) => isTable(item)) ? `[\n  ${items.join(",\n  ")},\n]` : `[${items.join(", ")}]`;
  }
  if (isTable(figure)) {
    const fields = Object.entries(figure).map(([name, value]) => `${name} = ${inline(value)}`);
    return `{ ${fields.join(", ")} }`;
  }
  return JSON.stringify(figure).replaceAll("\x7f", "\\u007f"); // the one character that TOML escapes and JSON does not
}

/** Parses a file; null if it is not JSON of the right form. The server checks the figures themselves. */
export function fromJson(text: string): Table | null {
  try {
    const data: unknown = JSON.parse(text);
    return isFigure(data) && isTable(data) ? data : null;
  } catch {
    return null;
  }
}

function isFigure(data: unknown): data is Figure {
  if (typeof data === "number" || typeof data === "string") return true;
  return typeof data === "object" && data !== null && Object.values(data).every(isFigure);
}
