import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AnyFace } from "../games/face.ts";
import { AWAY, RefusedError } from "../lib/api.ts";
import type { Replay } from "../wire/http.ts";
import { ReplayStage, type Look, type Source } from "./replay.svelte.ts";

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

const open = (at: number, from: Source = source): Promise<ReplayStage> => ReplayStage.open(from, LOOK, at, async () => face);

beforeEach(() => {
  asked.length = 0;
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

test("the requested page is fetched first, then the others", async () => {
  const stage = await open(230);
  expect(stage.view.seq).toBe(230);
  expect(asked[0]![0]).toBe(200);
  await vi.waitFor(() => expect(stage.frames.every((frame) => frame !== undefined)).toBe(true));
  expect(asked.map(([from]) => from)).toEqual([200, 0, 400]);
});

test("a moment past the end becomes the last one", async () => {
  expect((await open(9999)).view.seq).toBe(TOTAL - 1);
});

test("steps, leaps, both ends", async () => {
  const stage = await open(0);
  await vi.waitFor(() => expect(stage.frames.includes(undefined)).toBe(false));
  stage.step(1);
  expect([stage.at, stage.moment?.before.seq]).toEqual([1, 0]);
  stage.step(-1);
  stage.step(-1);
  expect([stage.at, stage.moment]).toEqual([0, null]);
  stage.leap(1);
  stage.leap(1);
  expect(stage.at).toBe(150);
  stage.leap(-1);
  expect(stage.at).toBe(50);
  stage.go(99999);
  expect(stage.at).toBe(TOTAL - 1);
});

test("it plays at the chosen speed and stops at the end", async () => {
  const stage = await open(TOTAL - 4);
  stage.speed = 2;
  stage.play();
  expect(stage.at).toBe(TOTAL - 3);
  await vi.advanceTimersByTimeAsync(500);
  expect(stage.at).toBe(TOTAL - 2);
  await vi.advanceTimersByTimeAsync(2000);
  expect([stage.at, stage.playing, stage.moment]).toEqual([TOTAL - 1, false, null]);
});

test("another viewpoint shows the same moment, and with all shown nothing is hidden", async () => {
  const stage = await open(120);
  await stage.lookAs({ seat: 0, all: false });
  expect([stage.at, stage.view]).toEqual([120, { seq: 120, seat: 0, secret: null }]);
  await stage.lookAs({ seat: null, all: true });
  expect(stage.view).toEqual({ seq: 120, seat: null, secret: 7 });
});

test("frames that fail to load are reported, and load on the next attempt", async () => {
  let broken = false;
  const stage = await open(0, (from, count, look) => {
    if (broken) throw new RefusedError(AWAY);
    return source(from, Math.min(count, 200), look);
  });
  broken = true;
  await stage.lookAs({ seat: 0, all: false });
  expect(stage.refusal).toBe(AWAY);
  expect(stage.view.seat).toBeNull();
  broken = false;
  stage.go(10);
  await vi.waitFor(() => expect(stage.view).toMatchObject({ seq: 10, seat: 0 }));
  expect(stage.refusal).toBeNull();
});

test("a settled race stays on the screen before the match goes on, and the result comes last", async () => {
  const settled: Source = async (from, count, look) => {
    const page = await source(from, count, look);
    const frames = page.frames.map((frame) =>
      [5, TOTAL - 1].includes(frame.seq) ? { ...frame, events: ["settled"] } : frame,
    );
    return { ...page, frames };
  };
  const stage = await open(4, settled);
  await vi.waitFor(() => expect(stage.frames.includes(undefined)).toBe(false));
  stage.step(1);
  expect([stage.held, stage.moment?.seq]).toEqual([false, 5]);
  vi.advanceTimersByTime(60_000);
  expect([stage.held, stage.moment?.before.seq]).toEqual([true, 4]);
  stage.play();
  expect([stage.held, stage.at]).toEqual([false, 6]);
  stage.go(5); // without animation
  expect([stage.held, stage.moment?.before.seq]).toEqual([true, 4]);
  stage.go(TOTAL - 1);
  expect([stage.held, stage.moment]).toEqual([false, null]);
  stage.go(TOTAL - 2);
  stage.step(1);
  vi.advanceTimersByTime(1_000);
  expect(stage.held).toBe(true);
  vi.advanceTimersByTime(6_000);
  expect([stage.held, stage.moment]).toEqual([false, null]);
});
