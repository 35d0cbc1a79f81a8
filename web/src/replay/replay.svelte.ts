/** A replay: a stage over frames, which are fetched page by page. */

import type { AnyFace } from "../games/face.ts";
import { reasonOf, type Figures } from "../lib/api.ts";
import type { Moment, Stage } from "../table/stage.ts";
import type { Frame, Replay } from "../wire/http.ts";
import type { Refusal } from "../wire/table.ts";
import { chapters } from "./chapters.ts";
import { revealed } from "./revealed.ts";

/** Fetches frames, of a finished table or a file. */
export type Source = (from: number, count: number, look: Look) => Promise<Replay>;

/** The viewpoint: a seat, or null for a spectator; with `all`, nothing is hidden. */
export interface Look {
  readonly seat: number | null;
  readonly all: boolean;
}

export const SPEEDS = [0.5, 1, 2, 4] as const;
export type Speed = (typeof SPEEDS)[number];
const PAGE = 200;
const SHORTEST = 250; // the least time that a record is shown, in milliseconds
const READING = 6_000; // how long a settled race is shown

const SILENCE: Frame["calls"] = [];

export class ReplayStage implements Stage<any> {
  readonly game: string;
  readonly options: Readonly<Record<string, string>>;
  readonly figures: Figures;
  readonly names: readonly string[];
  readonly offer = null;
  readonly total: number;
  readonly face: AnyFace;
  readonly #source: Source;

  look = $state.raw<Look>({ seat: null, all: false });
  frames = $state.raw<readonly (Frame | undefined)[]>([]);
  /** The frame being shown; `wanted` is the one asked for, which may still be loading. */
  at = $state(0);
  wanted = $state(0);
  view = $state.raw<any>(null);
  moment = $state.raw<Moment<any> | null>(null);
  held = $state(false);
  playing = $state(false);
  speed = $state<Speed>(1);
  /** Why the last frames could not be loaded. */
  refusal = $state.raw<Refusal | null>(null);
  readonly chapters = $derived.by(() => chapters(this.frames, this.face));

  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts changes of viewpoint, so that answers for an earlier one are dropped. */
  #looks = 0;

  /** `first` is the page with frame `at`. */
  private constructor(first: Replay, source: Source, look: Look, at: number, face: AnyFace) {
    this.game = first.game;
    this.options = first.options;
    this.figures = first.edition;
    this.names = first.seats.map((seat) => seat.name);
    this.total = first.total;
    this.#source = source;
    this.face = face;
    this.look = look;
    this.frames = Array.from({ length: first.total });
    this.#take(first);
    this.wanted = Math.min(at, first.total - 1);
    this.#show(null);
    void this.#fetchRest();
  }

  /** Opens a match at a frame. Throws a `RefusedError`. */
  static async open(
    source: Source,
    look: Look,
    at: number,
    faceOf: (game: string) => Promise<AnyFace>,
  ): Promise<ReplayStage> {
    const from = (asked: number): number => Math.floor(asked / PAGE) * PAGE;
    let first = await source(from(at), PAGE, look);
    if (first.frames.length === 0) first = await source(from(first.total - 1), PAGE, look);
    return new ReplayStage(first, source, look, at, await faceOf(first.game));
  }

  get viewer(): number | null {
    return this.look.seat;
  }

  give(): Promise<void> {
    return Promise.resolve(); // nothing is ever offered
  }

  /** What the caller said about the frame being shown. */
  get calls(): Frame["calls"] {
    return this.frames[this.at]?.calls ?? SILENCE;
  }

  /** Shows a frame without animation. */
  go(to: number): void {
    this.pause();
    this.#to(to, false);
  }

  /** One frame forward, with animation, or one back. */
  step(by: 1 | -1): void {
    this.pause();
    this.#to(this.wanted + by, by === 1);
  }

  /** To the next chapter, or back to the start of this one or of the one before. */
  leap(by: 1 | -1): void {
    const marks = [0, ...this.chapters.map((chapter) => chapter.at), this.total - 1];
    const next =
      by === 1
        ? marks.find((mark) => mark > this.wanted)
        : marks.findLast((mark) => mark < this.wanted);
    if (next !== undefined) this.go(next);
  }

  play(): void {
    if (this.held && this.wanted >= this.total - 1) {
      this.#passed(); // after the last accounts only the result is left
      return;
    }
    if (this.wanted >= this.total - 1) this.#to(0, false);
    this.playing = true;
    this.#next();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.#timer);
    if (!this.held) this.moment = null;
  }

  /** Changes the viewpoint and stays at the same moment. */
  async lookAs(look: Look): Promise<void> {
    this.pause();
    this.look = look;
    this.#looks++;
    this.frames = Array.from({ length: this.total });
    await this.#fetch(this.wanted);
    this.#show(null);
    await this.#fetchRest();
  }

  close(): void {
    this.pause();
    this.#looks++;
  }

  #to(to: number, happening: boolean): void {
    this.wanted = Math.max(0, Math.min(to, this.total - 1));
    if (this.frames[this.wanted] === undefined) void this.#fetchAndShow(this.wanted);
    else if (happening) this.#happen();
    else this.#show(null);
  }

  async #fetchAndShow(at: number): Promise<void> {
    await this.#fetch(at);
    if (at === this.wanted) this.#show(null);
  }

  #next(): void {
    if (!this.playing) return;
    if (this.wanted >= this.total - 1) {
      this.pause();
      return;
    }
    this.wanted++;
    if (this.frames[this.wanted] === undefined) {
      void this.#fetch(this.wanted).then(() => {
        if (this.playing) this.#happen();
      });
    } else {
      this.#happen();
    }
  }

  /** Shows the wanted frame with animation, then continues if playing. */
  #happen(): void {
    const frame = this.frames[this.wanted];
    if (frame === undefined) {
      this.pause(); // it could not be loaded
      return;
    }
    const millis = Math.max(this.face.millis(frame.events), SHORTEST) / this.speed;
    const moment = this.#moment(frame, this.view, millis);
    this.#show(moment);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (moment.settled !== null) this.#hold();
      else this.#passed();
    }, millis);
  }

  /** The frame has been shown long enough. */
  #passed(): void {
    this.held = false;
    this.moment = null;
    this.#next();
  }

  /** Leaves time to read a settlement, even the last one before the result. */
  #hold(): void {
    this.held = true;
    if (!this.playing && this.at < this.total - 1) return;
    this.#timer = setTimeout(() => this.#passed(), READING / this.speed);
  }

  #show(happening: Moment<any> | null): void {
    const frame = this.frames[this.wanted];
    if (frame === undefined) return;
    this.at = this.wanted;
    const still = happening === null && this.at < this.total - 1 ? this.#still(frame) : null;
    this.held = still?.settled != null;
    this.moment = this.held ? still : happening;
    this.view = seen(frame);
  }

  /** The moment of a record that is shown without animation. */
  #still(frame: Frame): Moment<any> {
    const last = this.frames[frame.seq - 1];
    return this.#moment(frame, last === undefined ? null : seen(last), 0);
  }

  #moment(frame: Frame, before: unknown, millis: number): Moment<any> {
    const { seq, seat, events, calls } = frame;
    return { seq, seat, events, calls, before, settled: this.face.settled?.(events, seen(frame)) ?? null, millis };
  }

  async #fetchRest(): Promise<void> {
    const looks = this.#looks;
    for (let at = 0; at < this.total; at += PAGE) {
      if (this.frames[at] === undefined) await this.#fetch(at);
      if (looks !== this.#looks || this.refusal !== null) return;
    }
  }

  /** Fetches the page with a frame. */
  async #fetch(at: number): Promise<void> {
    const looks = this.#looks;
    try {
      const page = await this.#source(Math.floor(at / PAGE) * PAGE, PAGE, this.look);
      if (looks !== this.#looks) return;
      this.refusal = null;
      this.#take(page);
    } catch (error) {
      this.refusal = reasonOf(error);
    }
  }

  #take(page: Replay): void {
    const frames = [...this.frames];
    for (const frame of page.frames) frames[frame.seq] = frame;
    this.frames = frames;
  }
}

/** With `all`, the view includes what every seat knew. */
function seen(frame: Frame): unknown {
  return frame.views === null ? frame.view : revealed(frame.view, frame.views);
}
