/** The figures of an edition as plain data: finding a place in them, changing one, writing them down. */

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

/** As the server's findings name it: horses[1].cards[2][3], counted from 1. */
export function keyOf(path: Path): string {
  return path.reduce<string>((key, part) => {
    if (typeof part === "number") return `${key}[${part + 1}]`;
    return key === "" ? part : `${key}.${part}`;
  }, "");
}

/** What kind of place it is, whichever one of many: horses.cards. */
export function kindOf(path: Path): string {
  return path.filter((part) => typeof part === "string").join(".");
}

/** What one of several tables is called: by its number, with its name where it has one. */
export function titleOf({ name }: Table, number: number): string {
  return typeof name === "string" && name !== "" ? `${number}. ${name}` : `${number}.`;
}

/** The figures with another one at this place; nothing else is touched. */
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

/** What somebody has typed: a whole number where it is one. */
export function typed(text: string): number | string {
  const bare = text.trim();
  return /^-?\d{1,9}$/.test(bare) ? Number(bare) : bare;
}

/** A list typed as words between commas. */
export function typedList(text: string): readonly (number | string)[] {
  return text.split(",").map((part) => part.trim()).filter((part) => part !== "").map(typed);
}

/** The findings of a place and of whatever is within it. */
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
  return JSON.stringify(figure).replaceAll("\x7f", "\\u007f"); // a text of TOML is one of JSON but for this
}

/** A file as figures, if it is JSON of that form; whether they are right is for the server to say. */
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
