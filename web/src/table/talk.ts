/** What has been said at a table, in order. */

import type { Heard } from "../wire/table.ts";

/** The talk with these words: hidden ones come again, under the number they had. */
export function withWords(talk: readonly Heard[], words: Heard): readonly Heard[] {
  const others = talk.filter((known) => known.number !== words.number);
  return [...others, words].sort((one, other) => one.number - other.number);
}
