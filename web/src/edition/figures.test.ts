import { expect, test } from "vitest";
import { changed, fromJson, keyOf, kindOf, toToml, typed, typedList, within } from "./figures.ts";

const figures = {
  edition: { game: "royal-turf", schema: 1, name: 'The "old" box' },
  track: { spaces: 33, cards: [{ effect: "pay", amount: -1 }] },
  horses: [{ name: "Albino", cards: [[1, 2], [3, 4]] }, { name: "Nougat", cards: [] }],
};

test("a path is written as in the server's findings", () => {
  expect(keyOf(["horses", 0, "cards", 1, 2])).toBe("horses[1].cards[2][3]");
  expect(keyOf(["track", "pace"])).toBe("track.pace");
  expect(kindOf(["horses", 0, "cards", 1, 2])).toBe("horses.cards");
});

test("a change affects only its own figure", () => {
  const after = changed(figures, ["horses", 0, "cards", 1, 0], 9);
  expect(after["horses"]).toEqual([{ name: "Albino", cards: [[1, 2], [9, 4]] }, { name: "Nougat", cards: [] }]);
  expect(after["track"]).toBe(figures.track);
  expect(figures.horses[0]!.cards[1]).toEqual([3, 4]);
});

test.each([["15", 15], [" -3 ", -3], ["15a", "15a"], ["", ""], ["1.5", "1.5"], ["99999999999", "99999999999"]])(
  "%j is read as a number or as text",
  (text, figure) => {
    expect(typed(text)).toBe(figure);
  },
);

test("a list is typed with commas", () => {
  expect(typedList("5-, 0,2+, ")).toEqual(["5-", 0, "2+"]);
});

test("findings belong to a figure and to everything around it", () => {
  const finding = (key: string) => ({ key, found: "", expected: { key: "" }, advice: false });
  const all = ["horses[1].cards[2]", "horses[1].cards[2][3]", "horses[10].name", "track"].map(finding);
  expect(within(all, "horses[1]").length).toBe(2);
  expect(within(all, "horses[1].cards[2]").length).toBe(2);
  expect(within(all, "track.pace")).toEqual([]);
});

test("it is written as TOML", () => {
  expect(toToml(figures)).toBe(`[edition]
game = "royal-turf"
schema = 1
name = "The \\"old\\" box"

[track]
spaces = 33
cards = [
  { effect = "pay", amount = -1 },
]

[[horses]]
name = "Albino"
cards = [[1, 2], [3, 4]]

[[horses]]
name = "Nougat"
cards = []
`);
});

test("a file is read back, and other text is rejected", () => {
  expect(fromJson(JSON.stringify(figures))).toEqual(figures);
  for (const text of ["", "[1]", "3", '{"a": null}', '{"a": [true]}']) expect(fromJson(text)).toBeNull();
});
