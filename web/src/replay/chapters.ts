/** The chapters of a match, such as its races. */

import type { AnyFace } from "../games/face.ts";
import type { Frame } from "../wire/http.ts";
import type { Text } from "../wire/table.ts";

export interface Chapter {
  readonly at: number;
  readonly title: Text;
}

/** The chapters in the frames loaded so far. */
export function chapters(frames: readonly (Frame | undefined)[], face: Pick<AnyFace, "chapter">): readonly Chapter[] {
  return frames.flatMap((frame, at) =>
    (frame?.events ?? []).flatMap((event) => {
      const title = face.chapter?.(event) ?? null;
      return title === null ? [] : [{ at, title }];
    }),
  );
}

/** The last chapter that has started. */
export function chapterAt(all: readonly Chapter[], at: number): Chapter | null {
  return all.findLast((chapter) => chapter.at <= at) ?? null;
}
