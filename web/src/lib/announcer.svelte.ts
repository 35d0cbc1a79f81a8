/**
 * Announcements for screen readers, paced so that they do not pile up.
 *
 * Sentences that arrive close together are announced together. While they are read out, new ones wait; if too
 * many wait, only the last few are kept.
 */

const GATHER = 150;
const MOST = 4;
const A_LETTER = 55; // milliseconds; a fast reading speed
const SHORTEST = 1_000;
const LONGEST = 8_000;

export class Announcer {
  /** The sentences to announce now; always a new list, even for the same text. */
  lines = $state.raw<readonly string[]>([]);
  #waiting: string[] = [];
  #timer: ReturnType<typeof setTimeout> | number | undefined;

  announce(sentence: string): void {
    if (sentence === "" || this.#waiting.at(-1) === sentence) return;
    this.#waiting.push(sentence);
    this.#timer ??= setTimeout(() => this.#say(), GATHER);
  }

  /** Drops everything, because somebody else now uses the page. */
  forget(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting = [];
    this.lines = [];
  }

  #say(): void {
    this.#timer = undefined;
    this.lines = this.#waiting.slice(-MOST);
    this.#waiting = [];
    if (this.lines.length === 0) return; // old sentences do not stay in the page
    const letters = this.lines.reduce((sum, line) => sum + line.length, 0);
    const millis = Math.min(Math.max(letters * A_LETTER, SHORTEST), LONGEST);
    // The extra argument is for the browser tests: this timer does not count as activity.
    this.#timer = setTimeout(() => this.#say(), millis, "background");
  }
}

/** The announcer of the page; `LiveRegion` outputs it. */
export const announcer = new Announcer();

export function announce(sentence: string): void {
  announcer.announce(sentence);
}
