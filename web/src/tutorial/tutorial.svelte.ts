/** The guided first race: a stage over scripted frames that stops at each lesson. */

import { RefusedError, type Figures } from "../lib/api.ts";
import { keep, kept } from "../lib/kept.ts";
import type { Moment, Stage } from "../table/stage.ts";
import type { Kind, Text } from "../wire/table.ts";
import { say } from "../words/index.svelte.ts";
import type { Frame, Guide, Lesson } from "./guide.ts";

const HURRY = 12; // more frames than this are shown three times as fast

export class Tutorial<K extends Kind = Kind> implements Stage<K> {
  readonly game: string;
  readonly viewer = 0;
  readonly #guide: Guide<K>;
  readonly #pace: (events: readonly K["event"][]) => number;

  /** The current lesson, or the next one while frames are shown. */
  number = $state(0);
  at = $state(0);
  moment = $state.raw<Moment<K> | null>(null);
  /** The hint after a wrong command. */
  hint = $state("");
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(game: string, guide: Guide<K>, pace: (events: readonly K["event"][]) => number) {
    this.game = game;
    this.#guide = guide;
    this.#pace = pace;
    this.go(Number(kept(this.#kept) ?? 0));
  }

  get #kept(): string {
    return `learn.${this.game}`;
  }

  get options(): Readonly<Record<string, string>> {
    return this.#guide.script.options;
  }

  get figures(): Figures {
    return this.#guide.script.figures;
  }

  get names(): readonly string[] {
    return [say("You"), ...this.#guide.script.names.slice(1)];
  }

  get view(): K["view"] {
    return this.#frame.view;
  }

  get lesson(): Lesson {
    return this.lessons[this.number]!;
  }

  get lessons(): readonly Lesson[] {
    return this.#guide.lessons;
  }

  /** Whether the lesson's frame is reached. */
  get there(): boolean {
    return this.at === this.lesson.at && this.moment === null;
  }

  /** Whether the lesson is about the settled race. */
  get held(): boolean {
    return this.there && this.lesson.payouts === true;
  }

  get offer(): K["offer"] | null {
    return this.there && this.lesson.wants !== null ? this.#frame.offer : null;
  }

  /** What the caller says about the frame being shown. */
  get calls(): readonly Text[] {
    return this.#frame.calls.map((call) =>
      call.args?.["name"] === this.#guide.script.names[0] ? { ...call, args: { ...call.args, name: say("You") } } : call,
    );
  }

  async give(command: K["command"]): Promise<void> {
    if (this.offer === null) return;
    if (!this.#wanted(command)) {
      this.hint = this.lesson.otherwise?.() ?? "";
      throw new RefusedError({ code: "otherwise", text: { key: this.hint } });
    }
    this.next();
  }

  /** Goes on to the next lesson and shows the frames until then. */
  next(): void {
    if (this.number >= this.lessons.length - 1) return;
    this.number++;
    this.hint = "";
    keep(this.#kept, String(this.number));
    this.#run();
  }

  /** Jumps to a lesson. */
  go(number: number): void {
    clearTimeout(this.#timer);
    this.number = Number.isInteger(number) ? Math.max(0, Math.min(number, this.lessons.length - 1)) : 0;
    keep(this.#kept, String(this.number));
    this.at = this.lesson.at;
    this.moment = null;
    this.hint = "";
  }

  /** Skips to the frame of the lesson. */
  skip(): void {
    this.go(this.number);
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  get #frame(): Frame<K> {
    return this.#guide.script.frames[this.at]!;
  }

  #wanted(command: K["command"]): boolean {
    const given = command as Readonly<Record<string, unknown>>;
    return Object.entries(this.lesson.wants ?? {}).every(([name, wanted]) => given[name] === wanted);
  }

  #run(): void {
    if (this.at >= this.lesson.at) {
      this.moment = null;
      return;
    }
    const hurry = this.lesson.at - this.at > HURRY ? 3 : 1;
    const before = this.view;
    this.at++;
    const { seq, seat, events } = this.#frame;
    const millis = this.#pace(events) / hurry;
    this.moment = { seq, seat, events, calls: this.calls, before, settled: null, millis };
    this.#timer = setTimeout(() => this.#run(), millis);
  }
}
