import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Announcer } from "./announcer.svelte.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("what comes within a moment is said together", () => {
  const announcer = new Announcer();
  announcer.announce("One.");
  announcer.announce("Two.");
  expect(announcer.lines).toEqual([]);
  vi.advanceTimersByTime(150);
  expect(announcer.lines).toEqual(["One.", "Two."]);
});

test("what comes while something is said waits until that is read", () => {
  const announcer = new Announcer();
  announcer.announce("x".repeat(40));
  vi.advanceTimersByTime(150);
  announcer.announce("Next.");
  vi.advanceTimersByTime(40 * 55 - 1);
  expect(announcer.lines).toEqual(["x".repeat(40)]);
  vi.advanceTimersByTime(1);
  expect(announcer.lines).toEqual(["Next."]);
});

test("of many sentences the last few are left", () => {
  const announcer = new Announcer();
  for (let n = 1; n <= 20; n += 1) announcer.announce(`Sentence ${n}.`);
  vi.advanceTimersByTime(150);
  expect(announcer.lines).toEqual([17, 18, 19, 20].map((n) => `Sentence ${n}.`));
});

test("it never keeps people waiting for more than eight seconds", () => {
  const announcer = new Announcer();
  announcer.announce("x".repeat(1_000));
  vi.advanceTimersByTime(150);
  announcer.announce("Next.");
  vi.advanceTimersByTime(8_000);
  expect(announcer.lines).toEqual(["Next."]);
});

test("the same words twice in a row are said once, but again later", () => {
  const announcer = new Announcer();
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

test("what was said, or was to be said, can be forgotten", () => {
  const announcer = new Announcer();
  announcer.announce("A secret.");
  vi.advanceTimersByTime(150);
  announcer.announce("Another.");
  announcer.forget();
  expect(announcer.lines).toEqual([]);
  vi.advanceTimersByTime(10_000);
  expect(announcer.lines).toEqual([]);
});
