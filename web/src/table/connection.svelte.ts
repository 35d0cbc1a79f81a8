/** The line to a table as a person knows it: whether it is up, what is under way, what was refused and why. */

import { Refusal, reasonOf } from "../lib/api.ts";
import type { Ask, Kind, Rejected } from "../wire/table.ts";
import { Line, type Listener } from "./line.ts";

/** For so many milliseconds a refusal stands, whatever else happens. */
const READING = 5_000;

/** What is heard of the match and of the people. */
export type Hearing<K extends Kind> = Pick<Listener<K>, "told" | "info" | "heard" | "refused">;

export class Connection<K extends Kind = Kind> {
  readonly #line: Line<K>;

  up = $state(false);
  /** Whether something of ours takes longer than usual to store. */
  slow = $state(false);
  /** Whether a command of ours is on its way. */
  busy = $state(false);
  /** The record of the last command that was given here; 0 for none. */
  gave = $state(0);
  /** Why the last thing was not done, until something is. */
  refusal = $state.raw<Rejected | null>(null);
  /** Why there is nothing more to come. */
  over = $state.raw<Rejected | null>(null);
  #refused = 0;

  constructor(table: string, viewer: number | null, hearing: Hearing<K>) {
    this.#line = new Line<K>(table, viewer, {
      ...hearing,
      told: (record) => {
        if (performance.now() - this.#refused > READING) this.refusal = null; // play has gone on
        hearing.told(record);
      },
      up: (up) => {
        this.up = up;
      },
      slow: (slow) => {
        this.slow = slow;
      },
      setBack: () => location.reload(),
      over: (reason) => {
        this.over = reason;
      },
    });
  }

  async give(command: K["command"]): Promise<void> {
    this.busy = true;
    const given = this.#line.give(command).then(({ seq }) => {
      this.gave = seq ?? 0;
    });
    await this.#done(given).finally(() => {
      this.busy = false;
    });
  }

  chat(text: string): Promise<void> {
    return this.#done(this.#line.chat(text));
  }

  ask(what: Ask["what"]): Promise<void> {
    return this.#done(this.#line.ask(what));
  }

  answer(asked: string, agree: boolean): Promise<void> {
    return this.#done(this.#line.answer(asked, agree));
  }

  /** Do something for a person that does not go over the line; a refusal is shown like the line's own. */
  attempt(what: () => Promise<unknown>): void {
    what().then(
      () => {
        this.refusal = null;
      },
      (error: unknown) => {
        if (!(error instanceof Refusal)) throw error;
        this.refusal = error.reason;
      },
    );
  }

  close(): void {
    this.#line.close();
  }

  async #done(answer: Promise<unknown>): Promise<void> {
    try {
      await answer;
      this.refusal = null;
    } catch (error) {
      this.refusal = reasonOf(error);
      this.#refused = performance.now();
      throw error;
    }
  }
}
