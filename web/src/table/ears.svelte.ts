/** What one person hears of the talk at a table: not those whom they have muted. */

import { keep, kept } from "../lib/kept.ts";
import type { Heard, TableInfo } from "../wire/table.ts";

interface Talking {
  readonly id: string;
  readonly info: TableInfo;
  /** How the match stands; null until the line has told it. */
  readonly view: unknown;
  readonly talk: readonly Heard[];
  readonly viewer: number | null;
}

/**
 * Whenever somebody speaks, the server tells how the table is, then the words; to a newcomer it
 * tells that too, then all that was said before. So the past is whole with the third info: after the
 * one that was fetched, and the one before the past.
 */
const PAST_IS_WHOLE = 3;

export class Ears {
  readonly #table: () => Talking;
  /** Seats whose words whoever looks does not want, at this table. Nobody is told. */
  #muted = $state.raw<ReadonlySet<number>>(new Set());
  /** The number of the last words that were on show. */
  #seen = $state(0);
  /** The number of the last words that were announced; null until the past is known. */
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

  /** How many words of others have come since the talk was on show. */
  get fresh(): number {
    return this.#others().filter((words) => words.number > this.#seen).length;
  }

  /** All that is there has been on show. */
  seen(): void {
    this.#seen = this.#table().talk.at(-1)?.number ?? this.#seen;
  }

  /** Words of others that came since the last call, which is due at every change; none of the past. */
  news(): readonly Heard[] {
    const table = this.#table();
    const { info, talk } = table;
    const others = this.#others();
    const known = this.#told;
    // Where the table was open before anybody listened, the one before the past has come.
    if (this.#info === null && table.view !== null) this.#infos++;
    if (info !== this.#info) this.#infos++;
    this.#info = info;
    if (this.#infos >= PAST_IS_WHOLE) this.#told = talk.at(-1)?.number ?? known ?? 0;
    return known === null ? [] : others.filter((words) => words.number > known);
  }

  /** Those who share a device have each their own. */
  get #name(): string {
    const { id, viewer } = this.#table();
    return `muted.${id}.${viewer ?? "watching"}`;
  }

  #others(): readonly Heard[] {
    const { viewer } = this.#table();
    return this.heard.filter((words) => words.text !== null && words.seat !== viewer);
  }
}

/** Numbers of seats, apart; whatever else is there is not ours. */
function read(text: string | null): ReadonlySet<number> {
  return new Set((text ?? "").split(" ").filter((seat) => /^\d$/.test(seat)).map(Number));
}
