/** The state of the connection to a table: whether it is up, what is pending, what was refused and why. */

import { RefusedError, reasonOf } from "../lib/api.ts";
import type { Ask, Kind, Refusal } from "../wire/table.ts";
import { TableSocket, type Listener } from "./socket.ts";

/** How long a refusal stays visible at least, in milliseconds. */
const READING = 5_000;

/** The messages about the match and the people. */
export type Hearing<K extends Kind> = Pick<Listener<K>, "told" | "info" | "heard" | "refused">;

export class Connection<K extends Kind = Kind> {
  readonly #line: TableSocket<K>;

  up = $state(false);
  /** Whether the server is taking longer than usual to store something of ours. */
  slow = $state(false);
  /** Whether a command of ours is pending. */
  busy = $state(false);
  /** The record of the last command given here; 0 for none. */
  gave = $state(0);
  /** Why the last action was refused, until another one succeeds. */
  refusal = $state.raw<Refusal | null>(null);
  /** Why the connection has ended for good. */
  over = $state.raw<Refusal | null>(null);
  #refused = 0;

  constructor(table: string, viewer: number | null, hearing: Hearing<K>) {
    this.#line = new TableSocket<K>(table, viewer, {
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

  answer(vote: string, agree: boolean): Promise<void> {
    return this.#done(this.#line.answer(vote, agree));
  }

  /** Does something outside the connection; its refusal is shown in the same way. */
  attempt(what: () => Promise<unknown>): void {
    what().then(
      () => {
        this.refusal = null;
      },
      (error: unknown) => {
        if (!(error instanceof RefusedError)) throw error;
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
