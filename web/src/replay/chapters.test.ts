import { expect, test } from "vitest";
import type { Frame } from "../wire/http.ts";
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

test("races, auctions and the end are chapters, also while some frames are still missing", () => {
  const frames = [
    frame(0),
    frame(1, { type: "cards_shuffled" }, { type: "race_opened", race: 1 }),
    undefined,
    frame(3, { type: "auction_opened", number: 2 }),
    frame(4, { type: "entry_opened", race: 2 }, { type: "bid_made" }),
    frame(5, { type: "meeting_ended" }),
  ];
  const found = chapters(frames);
  expect(found.map(({ at, title }) => [at, title.key, title.args])).toEqual([
    [1, "Race {race}", { race: 1 }],
    [3, "Auction {number}", { number: 2 }],
    [4, "Race {race}", { race: 2 }],
    [5, "The end", {}],
  ]);
  expect(chapterAt(found, 0)).toBeNull();
  expect(chapterAt(found, 3)?.at).toBe(3);
  expect(chapterAt(found, 99)?.at).toBe(5);
});
