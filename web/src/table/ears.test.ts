import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Heard } from "../wire/table.ts";
import { Ears } from "./ears.svelte.ts";

const words = (number: number, seat: number, text: string | null = "Hm."): Heard => ({
  type: "heard",
  number,
  seat,
  name: `Seat ${seat}`,
  text,
});
const numbers = (heard: readonly Heard[]) => heard.map((one) => one.number);

function listening(...talk: Heard[]): [Ears, Heard[]] {
  return [new Ears(() => ({ id: "t1", talk, viewer: 0 })), talk];
}

const storage = new Map<string, string>();

beforeEach(() => {
  storage.clear();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => storage.get(name) ?? null,
    setItem: (name: string, value: string) => storage.set(name, value),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("what was said before one came is no news", () => {
  const [ears, talk] = listening(words(7, 1), words(8, 2));
  expect(ears.news()).toEqual([]);
  talk.push(words(9, 1));
  expect(numbers(ears.news())).toEqual([9]);
  expect(ears.news()).toEqual([]);
});

test("one's own words and hidden ones are no news, and not counted", () => {
  const [ears, talk] = listening();
  ears.news();
  talk.push(words(1, 0), words(2, 1, null), words(3, 1));
  expect(numbers(ears.news())).toEqual([3]);
  expect(ears.fresh).toBe(1);
});

test("of the muted nothing is heard until they are heard again", () => {
  const [ears, talk] = listening();
  ears.news();
  ears.toggle(1);
  talk.push(words(1, 1), words(2, 2));
  expect(numbers(ears.heard)).toEqual([2]);
  expect(numbers(ears.news())).toEqual([2]);
  expect(ears.fresh).toBe(1);
  ears.toggle(1);
  expect(numbers(ears.heard)).toEqual([1, 2]);
});

test("what has been on show is not fresh", () => {
  const [ears, talk] = listening(words(1, 1));
  expect(ears.fresh).toBe(1);
  ears.seen();
  expect(ears.fresh).toBe(0);
  talk.push(words(2, 1));
  expect(ears.fresh).toBe(1);
});

test("who is muted stays so at the next visit to the table, and at no other", () => {
  const [ears] = listening();
  ears.toggle(1);
  ears.toggle(4);
  ears.toggle(1);
  const [again] = listening();
  expect([0, 1, 4].map((seat) => again.isMuted(seat))).toEqual([false, false, true]);
  const elsewhere = new Ears(() => ({ id: "t2", talk: [], viewer: 0 }));
  expect(elsewhere.isMuted(4)).toBe(false);
});

test("what somebody else has kept there mutes nobody", () => {
  storage.set("paddock.muted.t1", "all of them 12 2x");
  const [ears] = listening();
  expect([0, 1, 2].map((seat) => ears.isMuted(seat))).toEqual([false, false, false]);
});
