/**
 * What is said to people who listen to the page instead of looking at it: one voice, never a flood.
 *
 * What comes within a moment is said together. While that is being said, whatever else comes waits;
 * of more than a few sentences only the last ones are still worth hearing.
 */

const GATHER = 150;
const MOST = 4;
const A_LETTER = 55; // milliseconds, as a quick voice reads
const SHORTEST = 1_000;
const LONGEST = 8_000;

export class Announcer {
  /** What is to be said now, sentence by sentence; a new list even when the words are the same. */
  lines = $state.raw<readonly string[]>([]);
  #waiting: string[] = [];
  #timer: ReturnType<typeof setTimeout> | number | undefined;

  announce(sentence: string): void {
    if (sentence === "" || this.#waiting.at(-1) === sentence) return;
    this.#waiting.push(sentence);
    this.#timer ??= setTimeout(() => this.#say(), GATHER);
  }

  /** Somebody else comes before the page: what was for the last one is not for them. */
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
    if (this.lines.length === 0) return; // nothing said is left lying about
    const letters = this.lines.reduce((sum, line) => sum + line.length, 0);
    const millis = Math.min(Math.max(letters * A_LETTER, SHORTEST), LONGEST);
    // Named for the browser tests: while a sentence is being read out, the page is at rest.
    this.#timer = setTimeout(() => this.#say(), millis, "background");
  }
}

/** The page's one voice; `LiveRegion` speaks it. */
export const announcer = new Announcer();

export function announce(sentence: string): void {
  announcer.announce(sentence);
}
