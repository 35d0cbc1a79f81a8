import { expect, test } from "vitest";
import type { Frame } from "../wire/http.ts";
import type { Text } from "../wire/table.ts";
import { chapterAt, chapters } from "./chapters.ts";

const frame = (seq: number, ...events: unknown[]): Frame => ({
  seq,
  seat: 0,
  events,
  undone: null,
  view: {},
  calls: [],
  views: null,
});

/** Here only rounds are chapters. */
const chapter = (event: { readonly round?: number }): Text | null =>
  event.round === undefined ? null : { key: `Round ${event.round}` };

test("chapters start at the events that the game names, even while some frames are missing", () => {
  const frames = [frame(0), frame(1, {}, { round: 1 }), undefined, frame(3, { round: 2 }, {}), frame(4)];
  const found = chapters(frames, { chapter });
  expect(found).toEqual([
    { at: 1, title: { key: "Round 1" } },
    { at: 3, title: { key: "Round 2" } },
  ]);
  expect(chapterAt(found, 0)).toBeNull();
  expect(chapterAt(found, 2)?.at).toBe(1);
  expect(chapterAt(found, 99)?.at).toBe(3);
});

test("a game may have no chapters", () => {
  expect(chapters([frame(0, { round: 1 })], {})).toEqual([]);
});
