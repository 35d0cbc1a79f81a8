import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Announcer } from "./announcer.svelte.ts";

let announcer: Announcer;

beforeEach(() => {
  announcer = new Announcer();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("sentences that arrive close together are announced together", () => {
  announcer.announce("One.");
  announcer.announce("Two.");
  expect(announcer.lines).toEqual([]);
  vi.advanceTimersByTime(150);
  expect(announcer.lines).toEqual(["One.", "Two."]);
});

test("a sentence waits until the one before has been read out", () => {
  announcer.announce("x".repeat(40));
  vi.advanceTimersByTime(150);
  announcer.announce("Next.");
  vi.advanceTimersByTime(40 * 55 - 1);
  expect(announcer.lines).toEqual(["x".repeat(40)]);
  vi.advanceTimersByTime(1);
  expect(announcer.lines).toEqual(["Next."]);
});

test("of many sentences, the last few are kept", () => {
  for (let n = 1; n <= 20; n += 1) announcer.announce(`Sentence ${n}.`);
  vi.advanceTimersByTime(150);
  expect(announcer.lines).toEqual([17, 18, 19, 20].map((n) => `Sentence ${n}.`));
});

test("the wait is never longer than eight seconds", () => {
  announcer.announce("x".repeat(1_000));
  vi.advanceTimersByTime(150);
  announcer.announce("Next.");
  vi.advanceTimersByTime(8_000);
  expect(announcer.lines).toEqual(["Next."]);
});

test("a repeated sentence is announced once, but again later", () => {
  announcer.announce("Your turn.");
  announcer.announce("Your turn.");
  announcer.announce("");
  vi.advanceTimersByTime(150);
  expect(announcer.lines).toEqual(["Your turn."]);
  vi.advanceTimersByTime(10_000);
  expect(announcer.lines).toEqual([]);
  announcer.announce("Your turn.");
  vi.advanceTimersByTime(150);
  expect(announcer.lines).toEqual(["Your turn."]);
});

test("current and waiting sentences can be dropped", () => {
  announcer.announce("A secret.");
  vi.advanceTimersByTime(150);
  announcer.announce("Another.");
  announcer.forget();
  expect(announcer.lines).toEqual([]);
  vi.advanceTimersByTime(10_000);
  expect(announcer.lines).toEqual([]);
});
