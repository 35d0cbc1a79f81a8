/** What the server finds wrong or unusual in an edition, as sentences. */

import type { Finding } from "../wire/table.ts";
import { say } from "../words/index.svelte.ts";

export function sentenceOf({ found, expected, advice }: Finding): string {
  return advice
    ? say("Unusual, but playable: {found}. Expected: {expected}.", { found, expected })
    : say("This is {found}. Expected: {expected}.", { found, expected });
}
