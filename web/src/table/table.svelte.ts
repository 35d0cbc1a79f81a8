/** A table as one person sees it: the match at the pace of somebody who reads, and the people. */

import { AWAY, Refusal, type Figures } from "../lib/api.ts";
import type { Ask, Heard, Kind, Rejected, TableInfo, Text, Told } from "../wire/table.ts";
import { clock } from "./clock.ts";
import { Line } from "./line.ts";
import { settles } from "./settled.ts";
import type { Moment, Stage } from "./stage.ts";

/** What the caller said of a record. */
export interface Call {
  readonly seq: number;
  readonly seat: number | null;
  readonly undone: number | null;
  readonly texts: readonly Text[];
}

/** How long a record is worth watching; a game's face tells. */
export type Pace<K extends Kind> = (events: readonly K["event"][]) => number;

/** What waits is shown faster, and of more than so many only the last. */
const MOST_WAITING = 12;
/** For so many milliseconds a refusal stands, whatever else happens. */
const READING = 5_000;

export class Table<K extends Kind = Kind> implements Stage<K> {
  readonly id: string;
  readonly viewer: number | null;
  readonly figures: Figures;
  readonly #pace: Pace<K>;
  readonly #line: Line<K>;

  info = $state.raw<TableInfo>()!;
  /** When the turn's time runs out, as `clock.now()` tells it; null where no clock runs. */
  due = $state<number | null>(null);
  view = $state.raw<K["view"] | null>(null);
  moment = $state.raw<Moment<K> | null>(null);
  held = $state(false);
  #offer = $state.raw<K["offer"] | null>(null);
  calls = $state.raw<readonly Call[]>([]);
  talk = $state.raw<readonly Heard[]>([]);
  /** Whether the line is up. */
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

  #waiting = $state.raw<readonly Moment<K>[]>([]);
  #views = new Map<number, K["view"]>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #begun = false;
  /** The events of a settlement that came without a view. */
  #missed: readonly K["event"][] = [];
  #refused = 0;

  constructor(info: TableInfo, viewer: number | null, figures: Figures, pace: Pace<K>) {
    this.id = info.id;
    this.#inform(info);
    this.viewer = viewer;
    this.figures = figures;
    this.#pace = pace;
    this.#line = new Line<K>(info.id, viewer, {
      told: (record) => this.#told(record),
      info: (table) => this.#inform(table),
      heard: (words) => this.#heard(words),
      refused: (view, offer, seq) => this.#stands(view, offer, seq),
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

  get game(): string {
    return this.info.game;
  }

  get options(): Readonly<Record<string, string>> {
    return this.info.options;
  }

  get names(): readonly string[] {
    return this.info.seats.map((seat) => seat.name ?? "");
  }

  /** What there is to choose, once what was settled has been read. */
  get offer(): K["offer"] | null {
    return this.waits && !this.#unread ? this.#offer : null;
  }

  /**
   * Whether the match waits for the viewer, even behind a settlement that is still being read.
   *
   * One that was ended before its time does not, and none does while a bot sits in.
   */
  get waits(): boolean {
    return this.info.status === "playing" && !this.#away && this.#offer !== null;
  }

  get #away(): boolean {
    return this.viewer !== null && (this.info.seats[this.viewer]?.stand_in ?? null) !== null;
  }

  /** Whether the record on show settles a race. */
  get settling(): boolean {
    return this.moment !== null && settles(this.moment.events);
  }

  /** How many records are still to be shown after the one on show. */
  get behind(): number {
    return this.#waiting.length;
  }

  async give(command: K["command"]): Promise<void> {
    if (this.busy) return; // pressed twice is given once
    this.#jump();
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

  answer(agree: boolean): Promise<void> {
    const asked = this.info.asked;
    return asked === null ? Promise.resolve() : this.#done(this.#line.answer(asked.id, agree));
  }

  /** Show at once how it stands; of a settled race that nobody has read yet, its settlement. */
  skip(): void {
    if (!this.#unread) {
      this.#jump();
      return;
    }
    clearTimeout(this.#timer);
    while (!this.settling) this.#show();
    this.held = true;
  }

  /** The settlement has been read: on to how it stands now. */
  goOn(): void {
    if (!this.held) return;
    this.held = false;
    this.moment = null;
    this.skip();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#line.close();
  }

  async #done(answer: Promise<unknown>): Promise<void> {
    try {
      await answer;
      this.refusal = null;
    } catch (error) {
      this.refusal = error instanceof Refusal ? error.reason : AWAY;
      this.#refused = performance.now();
      throw error;
    }
  }

  #told(record: Told<K>): void {
    const texts = record.calls ?? [];
    const undone = record.undone ?? null;
    const seat = record.seat ?? null;
    const again = record.seq <= (this.calls.at(-1)?.seq ?? 0); // after a lost connection
    if (!again) this.calls = [...this.calls, { seq: record.seq, seat, undone, texts }];
    if (performance.now() - this.#refused > READING) this.refusal = null; // play has gone on
    if (record.view === undefined || record.view === null) {
      // A newer one follows at once: this was missed while the line was down.
      if (this.#begun && !again && settles(record.events ?? [])) this.#missed = record.events ?? [];
      return;
    }
    this.#offer = record.offer ?? null;
    this.#views.set(record.seq, record.view);
    const still = !this.#begun || again || undone !== null;
    this.#begun = true;
    const events = still ? [] : [...this.#missed, ...(record.events ?? [])];
    this.#missed = [];
    const millis = still || document.hidden ? 0 : this.#pace(events);
    const moment = { seq: record.seq, seat, events, calls: texts, before: null, millis };
    this.#waiting = [...this.#waiting, moment];
    const full = this.#waiting.length > MOST_WAITING;
    const kept = this.held && (undone === null || undone >= (this.moment?.seq ?? 0));
    if (undone !== null && !kept) this.#jump();
    else if (kept && (full || undone !== null)) this.#thin();
    else if (full || millis === 0) this.skip();
    else if (this.moment === null) this.#next();
  }

  /** Whether a settled race is on show, or is still to be. */
  get #unread(): boolean {
    return this.settling || this.#waiting.some((moment) => settles(moment.events));
  }

  /** While somebody reads, of what waits only how it stands, and what settles, will be wanted. */
  #thin(): void {
    // The record before a settlement is how the race stood.
    const wants = (moment?: Moment<K>) => moment === undefined || settles(moment.events);
    this.#waiting = this.#waiting.filter((moment, at, all) => wants(moment) || wants(all[at + 1]));
    const wanted = new Set(this.#waiting.map((moment) => moment.seq));
    for (const seq of this.#views.keys()) if (!wanted.has(seq)) this.#views.delete(seq);
  }

  /** Show nothing more of what happened, only how it stands. */
  #jump(): void {
    clearTimeout(this.#timer);
    const last = this.#waiting.at(-1) ?? this.moment;
    this.#waiting = [];
    if (last !== null) this.view = this.#views.get(last.seq) ?? this.view;
    this.#views.clear();
    this.moment = null;
    this.held = false;
  }

  #next(): void {
    if (this.settling) {
      this.held = true;
      return;
    }
    this.#show();
    if (this.moment !== null) this.#timer = setTimeout(() => this.#next(), this.moment.millis);
  }

  /** Put the next of what waits on show; none when all has been. */
  #show(): void {
    const [next, ...rest] = this.#waiting;
    this.#waiting = rest;
    if (next === undefined) {
      this.moment = null;
      return;
    }
    const before = this.view;
    this.view = this.#views.get(next.seq) ?? this.view;
    this.#views.delete(next.seq);
    this.moment = { ...next, before, millis: next.millis / (1 + rest.length / 4) };
  }

  #inform(info: TableInfo): void {
    this.info = info;
    this.due = info.left === null ? null : clock.now() + info.left * 1_000;
  }

  #heard(words: Heard): void {
    const others = this.talk.filter((known) => known.number !== words.number);
    this.talk = [...others, words].sort((one, other) => one.number - other.number);
  }

  #stands(view: K["view"] | null, offer: K["offer"] | null, seq: number): void {
    if (view === null || this.#waiting.length > 0 || seq < (this.calls.at(-1)?.seq ?? 0)) return;
    this.skip();
    this.view = view;
    this.#offer = offer;
  }
}
