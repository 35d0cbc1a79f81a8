/** The race caller out loud, in the voice that the browser has for the language of the moment. */

import { language } from "../words/index.svelte.ts";
import { settings } from "./settings.svelte.ts";

/** Say it after what is being said; where that is much already, instead of it. */
export function speakAloud(sentence: string): void {
  if (!settings.speech || !("speechSynthesis" in globalThis)) return;
  if (speechSynthesis.pending) speechSynthesis.cancel();
  const words = new SpeechSynthesisUtterance(sentence);
  words.lang = language();
  speechSynthesis.speak(words);
}

export function hush(): void {
  if ("speechSynthesis" in globalThis) speechSynthesis.cancel();
}
