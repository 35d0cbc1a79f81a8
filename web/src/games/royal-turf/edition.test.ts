import { expect, test } from "vitest";
import { cardOf, editionOf, nameOf, spaceAt } from "./edition.ts";
import { BOX } from "./testing.ts";

test("cards are numbered horse by horse, in board order", () => {
  const edition = editionOf(BOX);
  expect(cardOf(edition, 3)).toEqual([1, 3, 12, 12]); // Albino's first
  expect(cardOf(edition, 20)).toEqual([5, 5, 5, 5]);
  expect(nameOf(edition, 1)).toBe("Albino");
  expect(() => nameOf(edition, 7)).toThrow();
});

test("a space has the number that the server sends; past the finish there is none", () => {
  const edition = editionOf(BOX);
  expect([0, -1, 14, 34].map((at) => spaceAt(edition, at))).toEqual([33, 32, 14, -1]);
});
