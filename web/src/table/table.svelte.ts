/** A table as one person sees it: the match, at a pace for readers, and the people. */

import type { Face } from "../games/face.ts";
import type { Figures } from "../lib/api.ts";
import type { Heard, Kind, TableInfo, Text, Told } from "../wire/table.ts";
import { clock } from "./clock.ts";
import { Connection } from "./connection.svelte.ts";
import { advance, enqueue, jump, NOTHING_SHOWN, type Playback, proceed, settling, skip, unread } from "./playback.ts";
import type { Stage } from "./stage.ts";

/** What the caller said about a record. */
export interface Call {
  readonly seq: number;
  readonly seat: number | null;
  readonly undone: number | null;
  readonly texts: readonly Text[];
}

export class Table<K extends Kind = Kind> implements Stage<K> {
  readonly id: string;
  readonly viewer: number | null;
  readonly figures: Figures;
  readonly face: Face<K, any>;
  readonly connection: Connection<K>;

  info = $state.raw<TableInfo>()!;
  /** When the time for the turn runs out, by `clock.now()`; null if no clock is running. */
  due = $state<number | null>(null);
  calls = $state.raw<readonly Call[]>([]);
  talk = $state.raw<readonly Heard[]>([]);
  #offer = $state.raw<K["offer"] | null>(null);
  #playback = $state.raw<Playback<K>>(NOTHING_SHOWN);
  // Separate, so that a change of one does not re-run what depends on another.
  readonly view = $derived(this.#playback.view);
  readonly moment = $derived(this.#playback.moment);
  readonly held = $derived(this.#playback.held);
  /** The seats the match is waiting for, in the view being shown. */
  readonly toAct = $derived.by(() => (this.view === null ? [] : this.face.toAct(this.view)));
  readonly settling = $derived(settling(this.#playback));
  /** How many records wait after the one being shown. */
  readonly behind = $derived(this.#playback.waiting.length);

  #timer: ReturnType<typeof setTimeout> | undefined;
  #begun = false;
  /** The events of records that arrived without a view. */
  #missed: readonly (readonly K["event"][])[] = [];

  constructor(info: TableInfo, viewer: number | null, figures: Figures, face: Face<K, any>) {
    this.id = info.id;
    this.#inform(info);
    this.viewer = viewer;
    this.figures = figures;
    this.face = face;
    this.connection = new Connection<K>(info.id, viewer, {
      told: (record) => this.#told(record),
      info: (table) => this.#inform(table),
      heard: (words) => this.#hear(words),
      refused: (view, offer, seq) => this.#stands(view, offer, seq),
    });
  }

  get game(): string {
    return this.info.game;
  }

  get options(): Readonly<Record<string, string>> {
    return this.info.options;
  }

  get names(): readonly string[] {
    return this.info.seats.map((seat) => seat.name ?? "");
  }

  /** The offer, once all settlements have been read. */
  get offer(): K["offer"] | null {
    return this.waits && !unread(this.#playback) ? this.#offer : null;
  }

  /**
   * Whether the match is waiting for the viewer, even during a settlement.
   *
   * False after an early end, and while a bot plays for the viewer.
   */
  get waits(): boolean {
    return this.info.status === "playing" && !this.#away && this.#offer !== null;
  }

  get #away(): boolean {
    return this.viewer !== null && (this.info.seats[this.viewer]?.stand_in ?? null) !== null;
  }

  async give(command: K["command"]): Promise<void> {
    if (this.connection.busy) return; // a double press counts once
    this.#play(jump(this.#playback));
    await this.connection.give(command);
  }

  async answer(agree: boolean): Promise<void> {
    const vote = this.info.vote;
    if (vote !== null) await this.connection.answer(vote.id, agree);
  }

  skip(): void {
    this.#play(skip(this.#playback));
  }

  proceed(): void {
    this.#play(proceed(this.#playback));
  }

  close(): void {
    clearTimeout(this.#timer);
    this.connection.close();
  }

  /** Changes what is shown. Unless a record is held, the next one follows by itself. */
  #play(next: Playback<K>): void {
    const { moment, held } = this.#playback;
    this.#playback = next;
    if (next.moment === moment && next.held === held) return;
    clearTimeout(this.#timer);
    if (next.moment === null || next.held) return;
    this.#timer = setTimeout(() => this.#play(advance(this.#playback)), next.moment.millis);
  }

  #told({ seq, seat = null, undone = null, events = [], view = null, offer = null, ...record }: Told<K>): void {
    const calls = record.calls ?? [];
    const again = seq <= (this.calls.at(-1)?.seq ?? 0); // after a lost connection
    if (!again) this.calls = [...this.calls, { seq, seat, undone, texts: calls }];
    if (view === null) {
      // Missed while the connection was down; a newer record with a view follows at once.
      if (this.#begun && !again) this.#missed = [...this.#missed, events];
      return;
    }
    this.#offer = offer;
    const still = !this.#begun || again || undone !== null;
    this.#begun = true;
    const settles = (of: readonly K["event"][]) => this.face.settled?.(of, view) ?? null;
    const missed = this.#missed.findLast((of) => settles(of) !== null) ?? [];
    this.#missed = [];
    const shown = still ? [] : [...missed, ...events];
    const millis = still || document.hidden ? 0 : this.face.millis(shown);
    this.#play(enqueue(this.#playback, { seq, seat, undone, events: shown, calls, settled: settles(shown), millis, view }));
  }

  #inform(info: TableInfo): void {
    this.info = info;
    this.due = info.left === null ? null : clock.now() + info.left * 1_000;
  }

  /** Hidden messages arrive again under the same number. */
  #hear(words: Heard): void {
    const others = this.talk.filter((known) => known.number !== words.number);
    this.talk = [...others, words].sort((one, other) => one.number - other.number);
  }

  #stands(view: K["view"] | null, offer: K["offer"] | null, seq: number): void {
    if (view === null || this.behind > 0 || seq < (this.calls.at(-1)?.seq ?? 0)) return;
    this.#play({ ...skip(this.#playback), view });
    this.#offer = offer;
  }
}
