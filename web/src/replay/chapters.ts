/** Where the chapters of a match begin: its races, and what comes between them. */

import type { Frame } from "../wire/http.ts";
import type { Text } from "../wire/table.ts";
import { later } from "../words/index.svelte.ts";

export interface Chapter {
  readonly at: number;
  readonly title: Text;
}

/** Of a match as far as its frames are known. */
export function chapters(frames: readonly (Frame | undefined)[]): readonly Chapter[] {
  return frames.flatMap((frame, at) =>
    (frame?.events ?? []).flatMap((event) => {
      const title = opened(event as Opening);
      return title === null ? [] : [{ at, title }];
    }),
  );
}

/** The last chapter that has begun. */
export function chapterAt(all: readonly Chapter[], at: number): Chapter | null {
  return all.findLast((chapter) => chapter.at <= at) ?? null;
}

/** An event that opens a chapter, of either game. */
interface Opening {
  readonly type: string;
  readonly race?: number;
  readonly number?: number;
}

function opened(event: Opening): Text | null {
  switch (event.type) {
    case "race_opened": // Royal Turf
    case "entry_opened": // Rennfieber
      return later("Race {race}", { race: event.race ?? 0 });
    case "auction_opened":
      return later("Auction {number}", { number: event.number ?? 0 });
    case "meeting_ended":
      return later("The end");
    default:
      return null;
  }
}
