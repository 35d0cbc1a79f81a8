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

test("calls are not listed before their records are shown", () => {
  const calls = [said(1), said(2), said(3)];
  expect(numbers(valid(calls, 2))).toEqual([1, 2]);
  expect(numbers(valid(calls, Infinity))).toEqual([1, 2, 3]);
});

test("calls that were taken back are dropped, even across another undo", () => {
  const calls = [said(1), said(2), said(3), said(4, 2), said(5), said(6, 1), said(7)];
  expect(numbers(valid(calls, 4))).toEqual([1, 2, 4]);
  expect(numbers(valid(calls, 5))).toEqual([1, 2, 4, 5]);
  expect(numbers(valid(calls, Infinity))).toEqual([1, 6, 7]);
});
