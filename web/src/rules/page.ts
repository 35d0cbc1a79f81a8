/**
 * Parses the Markdown of the rule pages into a tree for components, so that no markup is ever inserted.
 *
 * It knows what our pages use: headings, paragraphs, nested lists, tables, code blocks; within a line bold, italics,
 * code and rule numbers. Links to other files of the project show only their text, because those files are not
 * served here. Everything else stays plain text.
 */

export type Span =
  | { readonly kind: "text" | "code" | "rule"; readonly text: string }
  | { readonly kind: "strong"; readonly spans: readonly Span[] }
  | { readonly kind: "em"; readonly spans: readonly Span[] };

export type Align = "start" | "center" | "end";

export type Block =
  | { readonly kind: "heading"; readonly level: number; readonly id: string; readonly spans: readonly Span[] }
  | { readonly kind: "paragraph"; readonly spans: readonly Span[] }
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "list"; readonly items: readonly Item[] }
  | {
      readonly kind: "table";
      readonly head: readonly (readonly Span[])[];
      readonly aligns: readonly Align[];
      readonly rows: readonly (readonly (readonly Span[])[])[];
    };

/** A list item. One that starts with a rule number is that rule, and its anchor. */
export interface Item {
  readonly rule: string | null;
  readonly blocks: readonly Block[];
}

const RULE = /^[A-Z]{2}\d+(?:\.\d+)?$/;
const ITEM = /^- /;
const HEADING = /^(#{1,6}) (.*)$/;
const FENCE = /^```/;
const ROW = /^\|/;

export function parsePage(markdown: string): readonly Block[] {
  return blocksOf(markdown.split("\n"));
}

function blocksOf(lines: readonly string[]): Block[] {
  const blocks: Block[] = [];
  let at = 0;
  /** Takes lines from here while they are wanted. */
  const take = (wanted: (line: string, next: string) => boolean): string[] => {
    const from = at;
    while (at < lines.length && wanted(lines[at]!, lines[at + 1] ?? "")) at++;
    return lines.slice(from, at);
  };
  while (at < lines.length) {
    const line = lines[at]!;
    const heading = HEADING.exec(line);
    if (line.trim() === "") at++;
    else if (heading !== null) {
      const [, marks = "", title = ""] = heading;
      blocks.push({ kind: "heading", level: marks.length, id: anchor(title), spans: spansOf(title) });
      at++;
    } else if (FENCE.test(line)) {
      at++;
      blocks.push({ kind: "code", text: take((each) => !FENCE.test(each)).join("\n") });
      at++;
    } else if (ROW.test(line)) blocks.push(tableOf(take((each) => ROW.test(each))));
    else if (ITEM.test(line)) {
      const inside = (each: string, next: string): boolean =>
        ITEM.test(each) || each.startsWith("  ") || (each.trim() === "" && /^(- |  )/.test(next));
      blocks.push({ kind: "list", items: itemsOf(take(inside)) });
    } else {
      const plain = (each: string): boolean =>
        each.trim() !== "" && !ITEM.test(each) && !ROW.test(each) && !FENCE.test(each) && !HEADING.test(each);
      blocks.push({ kind: "paragraph", spans: spansOf(take(plain).map((each) => each.trim()).join(" ")) });
    }
  }
  return blocks;
}

function itemsOf(lines: readonly string[]): Item[] {
  const items: string[][] = [];
  for (const line of lines) {
    if (ITEM.test(line)) items.push([line.slice(2)]);
    else items.at(-1)?.push(line.replace(/^ {1,2}/, ""));
  }
  return items.map(itemOf);
}

function itemOf(lines: readonly string[]): Item {
  const [first = "", ...rest] = lines;
  const marked = /^\*\*([^*]+)\*\* ?(.*)$/.exec(first);
  const rule = marked !== null && RULE.test(marked[1]!) ? marked[1]! : null;
  return { rule, blocks: blocksOf([rule === null ? first : marked![2]!, ...rest]) };
}

function tableOf(lines: readonly string[]): Block {
  const [head = [], marks = [], ...rows] = lines.map(cellsOf);
  const aligns = marks.map((mark): Align => {
    if (!mark.endsWith(":")) return "start";
    return mark.startsWith(":") ? "center" : "end";
  });
  return { kind: "table", head: head.map(spansOf), aligns, rows: rows.map((row) => row.map(spansOf)) };
}

function cellsOf(line: string): string[] {
  return line.replace(/^\|/, "").replace(/\|\s*$/, "").split("|").map((cell) => cell.trim());
}

const SPAN = /`([^`]+)`|\*\*(.+?)\*\*|\*(\S(?:[^*]*\S)?)\*|\b([A-Z]{2}\d+(?:\.\d+)?)\b|\[([^\]]+)\]\([^)]+\)/g;

export function spansOf(text: string): readonly Span[] {
  const spans: Span[] = [];
  let end = 0;
  for (const found of text.matchAll(SPAN)) {
    if (found.index > end) spans.push({ kind: "text", text: text.slice(end, found.index) });
    const [whole, code, strong, em, rule, link] = found;
    if (code !== undefined) spans.push({ kind: "code", text: code });
    else if (strong !== undefined) spans.push({ kind: "strong", spans: spansOf(strong) });
    else if (em !== undefined) spans.push({ kind: "em", spans: spansOf(em) });
    else if (rule !== undefined) spans.push({ kind: "rule", text: rule });
    else if (link !== undefined) spans.push({ kind: "text", text: link });
    end = found.index + whole.length;
  }
  if (end < text.length) spans.push({ kind: "text", text: text.slice(end) });
  return spans;
}

/** The anchor of a heading: its chapter number, or its title in a form that fits an address. */
function anchor(title: string): string {
  const [first = ""] = title.split(" ");
  if (RULE.test(first)) return first;
  return title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
}

export interface Section {
  readonly id: string;
  readonly title: string;
}

/** The chapters, for the list of contents. */
export function sections(blocks: readonly Block[]): readonly Section[] {
  return blocks.flatMap((block) =>
    block.kind === "heading" && block.level === 2 ? [{ id: block.id, title: wordsOf(block.spans) }] : [],
  );
}

/** A text that search can find, with its anchor: a rule, or other text of a chapter. */
export interface Passage {
  readonly id: string;
  readonly text: string;
}

export function passages(blocks: readonly Block[]): readonly Passage[] {
  const found: Passage[] = [];
  let chapter = "";
  for (const block of blocks) {
    if (block.kind === "heading") chapter = block.id;
    if (block.kind === "list") {
      for (const item of block.items) {
        found.push({ id: item.rule ?? chapter, text: item.blocks.map(textOf).join(" ") });
      }
    } else {
      found.push({ id: chapter, text: textOf(block) });
    }
  }
  return found;
}

function textOf(block: Block): string {
  switch (block.kind) {
    case "heading":
    case "paragraph":
      return wordsOf(block.spans);
    case "code":
      return ""; // drawings
    case "list":
      return block.items.flatMap((item) => item.blocks.map(textOf)).join(" ");
    case "table":
      return [block.head, ...block.rows].flatMap((row) => row.map(wordsOf)).join(" ");
  }
}

function wordsOf(spans: readonly Span[]): string {
  return spans.map((span) => ("spans" in span ? wordsOf(span.spans) : span.text)).join("");
}

export interface Hit {
  readonly id: string;
  /** The text before the hit, the hit, and the text after it. */
  readonly around: readonly [string, string, string];
}

const AROUND = 60;

/** Finds text, ignoring accents and case. */
export function search(all: readonly Passage[], words: string): readonly Hit[] {
  const wanted = plain(words.trim());
  if (wanted.length < 2) return [];
  return all.flatMap(({ id, text }) => {
    const at = plain(text).indexOf(wanted);
    if (at < 0) return id.toLowerCase() === wanted ? [{ id, around: ["", "", text.slice(0, 2 * AROUND)] }] : [];
    const from = Math.max(0, at - AROUND);
    const end = at + wanted.length;
    const before = (from > 0 ? "…" : "") + text.slice(from, at);
    const after = text.slice(end, end + AROUND) + (end + AROUND < text.length ? "…" : "");
    return [{ id, around: [before, text.slice(at, end), after] }];
  });
}

/** Lower case without accents. Each character stays one character, so that positions stay valid. */
function plain(text: string): string {
  return Array.from(text.toLowerCase(), (letter) =>
    letter.length === 1 ? letter.normalize("NFD").charAt(0) : letter,
  ).join("");
}
