/** The guided first race: a stage over scripted frames, which stops wherever there is something to learn. */

import { Refusal, type Figures } from "../lib/api.ts";
import { keep, kept } from "../lib/kept.ts";
import type { Moment, Stage } from "../table/stage.ts";
import type { Command, Event, Offer, RoyalTurf, View } from "../wire/royal-turf.ts";
import type { Text } from "../wire/table.ts";
import { say } from "../words/index.svelte.ts";
import { LESSONS, type Lesson } from "./lessons.ts";

export interface Frame {
  readonly seq: number;
  readonly seat: number | null;
  readonly events: readonly Event[];
  readonly view: View;
  readonly offer: Offer | null;
  readonly calls: readonly Text[];
}

export interface Script {
  readonly names: readonly string[];
  readonly options: Readonly<Record<string, string>>;
  readonly figures: Figures;
  readonly frames: readonly Frame[];
}

const KEPT = "learn";
const HURRY = 12; // of more frames than these each is shown three times as fast

export class Tutorial implements Stage<RoyalTurf> {
  readonly game = "royal-turf";
  readonly viewer = 0;
  readonly #script: Script;
  readonly #pace: (events: readonly Event[]) => number;

  /** Which lesson is given, or was last. */
  number = $state(0);
  at = $state(0);
  moment = $state.raw<Moment<RoyalTurf> | null>(null);
  /** What is said to whoever did something else. */
  hint = $state("");
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(script: Script, pace: (events: readonly Event[]) => number) {
    this.#script = script;
    this.#pace = pace;
    this.go(Number(kept(KEPT) ?? 0));
  }

  get options(): Readonly<Record<string, string>> {
    return this.#script.options;
  }

  get figures(): Figures {
    return this.#script.figures;
  }

  get names(): readonly string[] {
    return [say("You"), ...this.#script.names.slice(1)];
  }

  get view(): View {
    return this.#frame.view;
  }

  get lesson(): Lesson {
    return LESSONS[this.number]!;
  }

  /** Whether the lesson's moment is reached. */
  get there(): boolean {
    return this.at === this.lesson.at && this.moment === null;
  }

  /** The race is settled, and that is what the lesson is about. */
  get held(): boolean {
    return this.there && this.lesson.payouts === true;
  }

  get offer(): Offer | null {
    return this.there && this.lesson.wants !== null ? this.#frame.offer : null;
  }

  /** What the caller says of the frame on show. */
  get calls(): readonly Text[] {
    return this.#frame.calls.map((call) =>
      call.args?.["name"] === this.#script.names[0] ? { ...call, args: { ...call.args, name: say("You") } } : call,
    );
  }

  async give(command: Command): Promise<void> {
    if (!this.there) return;
    if (!this.#wanted(command)) {
      this.hint = this.lesson.otherwise?.() ?? "";
      throw new Refusal({ code: "otherwise", text: { key: this.hint } });
    }
    this.next();
  }

  /** On to the next lesson, through whatever happens until then. */
  next(): void {
    if (this.number >= LESSONS.length - 1) return;
    this.number++;
    this.hint = "";
    keep(KEPT, String(this.number));
    this.#run();
  }

  /** To a lesson, as it stands. */
  go(number: number): void {
    clearTimeout(this.#timer);
    this.number = Number.isInteger(number) ? Math.max(0, Math.min(number, LESSONS.length - 1)) : 0;
    keep(KEPT, String(this.number));
    this.at = this.lesson.at;
    this.moment = null;
    this.hint = "";
  }

  /** Show at once how it stands when the lesson is given. */
  skip(): void {
    this.go(this.number);
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  get #frame(): Frame {
    return this.#script.frames[this.at]!;
  }

  #wanted(command: Command): boolean {
    const wants = this.lesson.wants;
    if (wants === null || wants.type !== command.type) return false;
    if (command.type === "place_bet" && wants.type === "place_bet") {
      return command.horse === wants.horse && command.value === wants.value;
    }
    return command.type === "move_horse" && command.horse === wants.horse;
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
    this.moment = { seq, seat, events, calls: this.calls, before, millis };
    this.#timer = setTimeout(() => this.#run(), millis);
  }
}
