/** What the server finds wrong or unusual in an edition, as sentences. */

import type { Finding } from "../wire/table.ts";
import { say } from "../words/index.svelte.ts";

export function sentenceOf({ found, expected, advice }: Finding): string {
  return advice
    ? say("Odd, though it can be played: {found}. Expected: {expected}.", { found, expected })
    : say("Here stands {found}. Expected: {expected}.", { found, expected });
}
