import { expect, test } from "vitest";
import { valid } from "./calls.ts";
import type { Call } from "./table.svelte.ts";

const said = (seq: number, undone: number | null = null): Call => ({
  seq,
  seat: 0,
  undone,
  texts: [],
});
const numbers = (calls: readonly Call[]) => calls.map((call) => call.seq);

test("what is still to be shown is not told before", () => {
  const calls = [said(1), said(2), said(3)];
  expect(numbers(valid(calls, 2))).toEqual([1, 2]);
  expect(numbers(valid(calls, Infinity))).toEqual([1, 2, 3]);
});

test("what was taken back is forgotten, also across another undo", () => {
  const calls = [said(1), said(2), said(3), said(4, 2), said(5), said(6, 1), said(7)];
  expect(numbers(valid(calls, 4))).toEqual([1, 2, 4]);
  expect(numbers(valid(calls, 5))).toEqual([1, 2, 4, 5]);
  expect(numbers(valid(calls, Infinity))).toEqual([1, 6, 7]);
});
