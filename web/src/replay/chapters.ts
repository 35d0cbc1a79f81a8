/** Where the chapters of a match begin: its races, and what comes between them. */

import type { AnyFace } from "../games/face.ts";
import type { Frame } from "../wire/http.ts";
import type { Text } from "../wire/table.ts";

export interface Chapter {
  readonly at: number;
  readonly title: Text;
}

/** Of a match as far as its frames are known. */
export function chapters(frames: readonly (Frame | undefined)[], face: Pick<AnyFace, "chapter">): readonly Chapter[] {
  return frames.flatMap((frame, at) =>
    (frame?.events ?? []).flatMap((event) => {
      const title = face.chapter?.(event) ?? null;
      return title === null ? [] : [{ at, title }];
    }),
  );
}

/** The last chapter that has begun. */
export function chapterAt(all: readonly Chapter[], at: number): Chapter | null {
  return all.findLast((chapter) => chapter.at <= at) ?? null;
}
