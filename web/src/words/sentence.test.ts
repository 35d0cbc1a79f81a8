import { describe, expect, test } from "vitest";
import type { Text } from "../wire/table.ts";
import { Language } from "./sentence.ts";

const english = new Language("en", {});
const french = new Language("fr", {
  cap: "toque",
  "{name} rolls the {symbol}.": "{symbol} pour {name}.",
  "{thousands},{rest:03}": "{thousands} {rest:03}",
  "one bet": ["{n} pari", "{n} paris"],
});

describe("a sentence", () => {
  test("is its own English translation", () => {
    expect(english.put({ key: "cap" })).toBe("cap");
  });

  test("is translated together with the texts inside it", () => {
    const text = { key: "{name} rolls the {symbol}.", args: { name: "Anna", symbol: { key: "cap" } } };
    expect(english.put(text)).toBe("Anna rolls the cap.");
    expect(french.put(text)).toBe("toque pour Anna.");
  });

  test("stays English if it has no translation", () => {
    expect(french.put({ key: "saddle" })).toBe("saddle");
  });

  test("pads a number with zeros, as thousands need", () => {
    const text = { key: "{thousands},{rest:03}", args: { thousands: 12, rest: 40 } };
    expect(english.put(text)).toBe("12,040");
    expect(french.put(text)).toBe("12 040");
  });

  test("turns doubled braces into single ones, and leaves braces in names alone", () => {
    expect(english.put({ key: "{{{name}}}", args: { name: "{n}" } })).toBe("{{n}}");
  });

  test("without one of its arguments throws an error", () => {
    expect(() => english.put({ key: "{name} wins." })).toThrow("{name}");
  });
});

describe("a name with a badge", () => {
  const fox = { key: "{name}", args: { name: "Red {n}" }, badge: { number: 5, silks: 4 } };
  const text = { key: "{name} rolls the {symbol}.", args: { name: fox, symbol: { key: "cap" } } };
  const seen = (language: Language, shown: Text) =>
    language.spans(shown).flatMap(({ words, badge }) => (words === "" ? [] : [[words, badge?.number]]));

  test("is a part of its own, wherever the language puts it", () => {
    expect(seen(english, text)).toEqual([["Red {n}", 5], [" rolls the ", undefined], ["cap", undefined], [".", undefined]]);
    expect(seen(french, text)).toEqual([["toque", undefined], [" pour ", undefined], ["Red {n}", 5], [".", undefined]]);
  });

  test("is only the name in a plain sentence", () => {
    expect(english.put(text)).toBe("Red {n} rolls the cap.");
  });

  test("is found in a list within a sentence", () => {
    const list = { key: "{part0}, {part1}", args: { part0: fox, part1: "Anna" } };
    expect(seen(english, { key: "{horses}!", args: { horses: list } })).toEqual([
      ["Red {n}", 5],
      [", ", undefined],
      ["Anna", undefined],
      ["!", undefined],
    ]);
  });
});

describe("a plural", () => {
  const bets = (n: number) => ({ key: "one bet", many: "{n} bets", count: n, args: { n } });

  test.each([
    [0, "0 bets", "0 pari"],
    [1, "one bet", "1 pari"],
    [2, "2 bets", "2 paris"],
    [1_000_000, "1000000 bets", "1000000 paris"],
  ])("of %i follows each language's own rule", (n, inEnglish, inFrench) => {
    expect(english.put(bets(n))).toBe(inEnglish);
    expect(french.put(bets(n))).toBe(inFrench);
  });
});
