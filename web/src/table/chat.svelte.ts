/** The chat as one person hears it: without the people they have muted. */

import { keep, kept } from "../lib/kept.ts";
import type { Heard, TableInfo } from "../wire/table.ts";

interface Talking {
  readonly id: string;
  readonly info: TableInfo;
  /** The view of the match; null until the connection has sent it. */
  readonly view: unknown;
  readonly talk: readonly Heard[];
  readonly viewer: number | null;
}

/**
 * With each chat message the server first sends the state of the table, and so it does before it sends the old
 * messages to a newcomer. So the old messages are complete with the third state: after the fetched one and the one
 * before the old messages.
 */
const PAST_IS_WHOLE = 3;

export class ChatState {
  readonly #table: () => Talking;
  /** The seats that this viewer has muted at this table. Nobody else knows. */
  #muted = $state.raw<ReadonlySet<number>>(new Set());
  /** The number of the last message shown. */
  #seen = $state(0);
  /** The number of the last message announced; null until the old messages are complete. */
  #told: number | null = null;
  #info: TableInfo | null = null;
  #infos = 0;

  constructor(table: () => Talking) {
    this.#table = table;
    this.#muted = read(kept(this.#name));
  }

  isMuted(seat: number | null): boolean {
    return seat !== null && this.#muted.has(seat);
  }

  toggle(seat: number): void {
    const others = new Set(this.#muted);
    if (!others.delete(seat)) others.add(seat);
    this.#muted = others;
    keep(this.#name, [...others].join(" "));
  }

  get heard(): readonly Heard[] {
    return this.#table().talk.filter((words) => !this.isMuted(words.seat));
  }

  /** How many messages of others arrived since the chat was open. */
  get fresh(): number {
    return this.#others().filter((words) => words.number > this.#seen).length;
  }

  /** Marks all messages as shown. */
  seen(): void {
    this.#seen = this.#table().talk.at(-1)?.number ?? this.#seen;
  }

  /** New messages of others since the last call. Call it on every change. Old messages do not count. */
  news(): readonly Heard[] {
    const table = this.#table();
    const { info, talk } = table;
    const others = this.#others();
    const known = this.#told;
    // If the table was already open, the state before the old messages has already come.
    if (this.#info === null && table.view !== null) this.#infos++;
    if (info !== this.#info) this.#infos++;
    this.#info = info;
    if (this.#infos >= PAST_IS_WHOLE) this.#told = talk.at(-1)?.number ?? known ?? 0;
    return known === null ? [] : others.filter((words) => words.number > known);
  }

  /** People who share a device each have their own. */
  get #name(): string {
    const { id, viewer } = this.#table();
    return `muted.${id}.${viewer ?? "watching"}`;
  }

  #others(): readonly Heard[] {
    const { viewer } = this.#table();
    return this.heard.filter((words) => words.text !== null && words.seat !== viewer);
  }
}

/** Parses seat numbers separated by spaces; ignores anything else. */
function read(text: string | null): ReadonlySet<number> {
  return new Set((text ?? "").split(" ").filter((seat) => /^\d$/.test(seat)).map(Number));
}
