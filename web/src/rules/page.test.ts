import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parsePage, passages, search, sections, spansOf, type Block } from "./page.ts";

const FOLDER = new URL("../../../docs/rules/", import.meta.url);
const PAGES = ["", "de/", "fr/", "it/"].flatMap((folder) =>
  ["royal-turf.md", "rennfieber.md"].map((file) => folder + file),
);
const load = (name: string): string => readFileSync(new URL(name, FOLDER), "utf-8");

describe("a rule page", () => {
  test.each(PAGES)("%s has an anchor for every numbered rule", (name) => {
    const text = load(name);
    const rules = parsePage(text).flatMap((block) =>
      block.kind === "list" ? block.items.flatMap((item) => item.rule ?? []) : [],
    );
    const written = [...text.matchAll(/^- \*\*([A-Z]{2}\d+\.\d+)\*\*/gm)].map((found) => found[1]);
    expect(written.length).toBeGreaterThan(40);
    expect(rules).toEqual(written);
    expect(new Set(rules).size).toBe(rules.length);
  });

  test.each(PAGES)("%s leaves no Markdown in the text", (name) => {
    const words = passages(parsePage(load(name))).map((passage) => passage.text).join("\n");
    expect(words).not.toMatch(/\*\*|`|^- |\||\]\(/m);
  });

  test("has its chapters in the list of contents", () => {
    const found = sections(parsePage(load("royal-turf.md")));
    expect(found).toContainEqual({ id: "RT4", title: "RT4 The race" });
    expect(found).toContainEqual({ id: "all-options", title: "All options" });
  });
});

test("an item contains what is indented below it", () => {
  const [list] = parsePage("- **RT2.4** One\n  line.\n  - `a`: x\n    y\n  - `b`: z\n\n   *Example* of it.\n- two\n");
  expect(list).toMatchObject({
    kind: "list",
    items: [
      {
        rule: "RT2.4",
        blocks: [
          { kind: "paragraph", spans: [{ text: "One line." }] },
          { kind: "list", items: [{ rule: null }, { rule: null }] },
          { kind: "paragraph", spans: [{ kind: "em" }, { text: " of it." }] },
        ],
      },
      { rule: null, blocks: [{ kind: "paragraph" }] },
    ],
  });
});

test("a table keeps the alignment of its columns", () => {
  const [table] = parsePage("| a | b |\n|:--|--:|\n| 1 | `x` * |\n") as [Block & { kind: "table" }];
  expect(table.aligns).toEqual(["start", "end"]);
  expect(table.rows).toEqual([
    [[{ kind: "text", text: "1" }], [{ kind: "code", text: "x" }, { kind: "text", text: " *" }]],
  ]);
});

test("markup stays text", () => {
  expect(spansOf("<img src=x onerror=alert(1)> & **<b>**")).toEqual([
    { kind: "text", text: "<img src=x onerror=alert(1)> & " },
    { kind: "strong", spans: [{ kind: "text", text: "<b>" }] },
  ]);
});

test("a link to another file shows its text", () => {
  expect(spansOf("See [all of it](all.md), in [ ] too.").map((span) => "text" in span && span.text)).toEqual([
    "See ", "all of it", ", in [ ] too.",
  ]);
});

describe("a search", () => {
  const all = passages(parsePage("## RT4 The race\n\n- **RT4.5** Two horses **never** share a Spâce.\n"));

  test.each(["never share", "NEVER SHARE", "space", "spâce"])("finds %s", (words) => {
    expect(search(all, words).map((hit) => hit.id)).toEqual(["RT4.5"]);
  });

  test("finds a rule by its number", () => {
    expect(search(all, "rt4.5")[0]?.id).toBe("RT4.5");
  });

  test("shows the text around a hit", () => {
    expect(search(all, "never")[0]?.around).toEqual(["Two horses ", "never", " share a Spâce."]);
  });

  test.each(["", "x", "zebra"])("finds nothing for %j", (words) => {
    expect(search(all, words)).toEqual([]);
  });
});
