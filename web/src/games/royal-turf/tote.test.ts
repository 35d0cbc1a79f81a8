import { expect, test } from "vitest";
import type { Book, Pays } from "../../wire/royal-turf.ts";
import { editionOf } from "./edition.ts";
import { BOX } from "./testing.ts";
import { column, factorOf, paysWith } from "./tote.ts";

const edition = editionOf(BOX);
const book = (pays: readonly Pays[], pace = 100): Book => ({
  bets: [],
  hand: [],
  pays,
  pace_pays: pace,
  last_costs: 100,
});

test("five and more bets share the last column (RT5.2)", () => {
  expect(column([3, 7, []], 5)).toEqual([3, 5]);
  expect(paysWith(edition, book([[4, 4, []]]), 0, 2)).toEqual([150, 100, 100]);
});

test("a further bet makes each pay less (RT5.1)", () => {
  expect(paysWith(edition, book([[0, 0, []]]), 0, 1)).toEqual([500, 350, 250]);
  expect(paysWith(edition, book([[0, 0, []]]), 0, 2)).toEqual([350, 250, 200]);
});

test("in a race that counts double it pays double (RT5.7)", () => {
  const last = book([[1, 1, []]], 200);
  expect(factorOf(edition, last)).toBe(2);
  expect(paysWith(edition, last, 0, 1)).toEqual([700, 500, 400]);
});

test("where tokens lie face down, or nothing counts, it says nothing (RT6.4)", () => {
  expect(paysWith(edition, book([[0, 2, []]]), 0, 1)).toBeNull();
  expect(paysWith(edition, book([[0, 0, []]]), 0, 0)).toBeNull();
});
