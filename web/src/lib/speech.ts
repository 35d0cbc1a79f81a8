/** Reads the race caller aloud, with the browser's voice for the current language. */

import { language } from "../words/index.svelte.ts";
import { settings } from "./settings.svelte.ts";

/** Queues a sentence after the current one; replaces the queue if one is waiting already. */
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
