import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AnyFace } from "../games/face.ts";
import { AWAY, Refusal } from "../lib/api.ts";
import type { Replay } from "../wire/http.ts";
import { Told, type Look, type Source } from "./replay.svelte.ts";

const TOTAL = 450;
const LOOK: Look = { seat: null, all: false };
const asked: [number, Look][] = [];

/** A match of many frames; each view has its number and its viewer. */
const source: Source = async (from, count, look) => {
  asked.push([from, look]);
  const seqs = Array.from({ length: Math.max(0, Math.min(count, TOTAL - from)) }, (_, i) => from + i);
  return {
    game: "toy",
    options: {},
    seats: [{ name: "Anna", policy: null }],
    edition: {},
    total: TOTAL,
    frames: seqs.map((seq) => ({
      seq,
      seat: 0,
      events: seq % 100 === 50 ? ["begun"] : [],
      undone: null,
      view: { seq, seat: look.seat, secret: null },
      calls: [],
      views: look.all ? [{ secret: 7 }] : null,
    })),
  } satisfies Replay;
};

/** Every record is shown for a second. */
const face = {
  millis: () => 1000,
  chapter: (event) => (event === "begun" ? { key: "A chapter" } : null),
  settled: (events) => (events.includes("settled") ? { race: 1, last: false } : null),
} as Partial<AnyFace> as AnyFace;

const open = (at: number, from: Source = source): Promise<Told> => Told.open(from, LOOK, at, async () => face);

beforeEach(() => {
  asked.length = 0;
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

test("the requested page is fetched first, then the others", async () => {
  const told = await open(230);
  expect(told.view.seq).toBe(230);
  expect(asked[0]![0]).toBe(200);
  await vi.waitFor(() => expect(told.frames.every((frame) => frame !== undefined)).toBe(true));
  expect(asked.map(([from]) => from)).toEqual([200, 0, 400]);
});

test("a moment past the end becomes the last one", async () => {
  expect((await open(9999)).view.seq).toBe(TOTAL - 1);
});

test("steps, leaps, both ends", async () => {
  const told = await open(0);
  await vi.waitFor(() => expect(told.frames.includes(undefined)).toBe(false));
  told.step(1);
  expect([told.at, told.moment?.before.seq]).toEqual([1, 0]);
  told.step(-1);
  told.step(-1);
  expect([told.at, told.moment]).toEqual([0, null]);
  told.leap(1);
  told.leap(1);
  expect(told.at).toBe(150);
  told.leap(-1);
  expect(told.at).toBe(50);
  told.go(99999);
  expect(told.at).toBe(TOTAL - 1);
});

test("it plays at the chosen speed and stops at the end", async () => {
  const told = await open(TOTAL - 4);
  told.speed = 2;
  told.play();
  expect(told.at).toBe(TOTAL - 3);
  await vi.advanceTimersByTimeAsync(500);
  expect(told.at).toBe(TOTAL - 2);
  await vi.advanceTimersByTimeAsync(2000);
  expect([told.at, told.playing, told.moment]).toEqual([TOTAL - 1, false, null]);
});

test("another viewpoint shows the same moment, and with all shown nothing is hidden", async () => {
  const told = await open(120);
  await told.lookAs({ seat: 0, all: false });
  expect([told.at, told.view]).toEqual([120, { seq: 120, seat: 0, secret: null }]);
  await told.lookAs({ seat: null, all: true });
  expect(told.view).toEqual({ seq: 120, seat: null, secret: 7 });
});

test("frames that fail to load are reported, and load on the next attempt", async () => {
  let broken = false;
  const told = await open(0, (from, count, look) => {
    if (broken) throw new Refusal(AWAY);
    return source(from, Math.min(count, 200), look);
  });
  broken = true;
  await told.lookAs({ seat: 0, all: false });
  expect(told.refusal).toBe(AWAY);
  expect(told.view.seat).toBeNull();
  broken = false;
  told.go(10);
  await vi.waitFor(() => expect(told.view).toMatchObject({ seq: 10, seat: 0 }));
  expect(told.refusal).toBeNull();
});

test("a settled race stays on the screen before the match goes on, and the result comes last", async () => {
  const settled: Source = async (from, count, look) => {
    const page = await source(from, count, look);
    const frames = page.frames.map((frame) =>
      [5, TOTAL - 1].includes(frame.seq) ? { ...frame, events: ["settled"] } : frame,
    );
    return { ...page, frames };
  };
  const told = await open(4, settled);
  await vi.waitFor(() => expect(told.frames.includes(undefined)).toBe(false));
  told.step(1);
  expect([told.held, told.moment?.seq]).toEqual([false, 5]);
  vi.advanceTimersByTime(60_000);
  expect([told.held, told.moment?.before.seq]).toEqual([true, 4]);
  told.play();
  expect([told.held, told.at]).toEqual([false, 6]);
  told.go(5); // without animation
  expect([told.held, told.moment?.before.seq]).toEqual([true, 4]);
  told.go(TOTAL - 1);
  expect([told.held, told.moment]).toEqual([false, null]);
  told.go(TOTAL - 2);
  told.step(1);
  vi.advanceTimersByTime(1_000);
  expect(told.held).toBe(true);
  vi.advanceTimersByTime(6_000);
  expect([told.held, told.moment]).toEqual([false, null]);
});
