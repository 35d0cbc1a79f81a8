/** The choices of this person that are not sent yet. */

import type { Stage } from "../../table/stage.ts";
import type { Offer, RacingScene, Rennfieber, Way, Ways } from "../../wire/rennfieber.ts";
import { Picked } from "../shared/picked.svelte.ts";
import { edition } from "./edition.ts";
import { trackOf } from "./geometry.ts";
import type { Play } from "./phrases.ts";
import { landings, placeAt } from "./race.ts";
import { empty, type Draft } from "./slips.ts";

interface Things {
  readonly bid: number | null;
  readonly horses: readonly number[];
  readonly draft: Draft | null;
  readonly slip: number | null;
  readonly play: Play;
  readonly to: number | null;
}

const NOTHING: Things = { bid: null, horses: [], draft: null, slip: null, play: "none", to: null };

export class Desk {
  readonly #stage: Stage<Rennfieber>;
  readonly #picked = new Picked<Things>(() => this.offer, NOTHING);

  constructor(stage: Stage<Rennfieber>) {
    this.#stage = stage;
  }

  get offer(): Offer | null {
    return this.#stage.offer;
  }

  /** The bid, within the allowed range. */
  get bid(): number {
    const offer = this.offer;
    if (offer?.type !== "bid") return 0;
    const wanted = this.#picked.now.bid ?? offer.least;
    return Math.min(Math.max(wanted, offer.least), Math.max(offer.most, offer.least));
  }

  set bid(amount: number) {
    const step = edition(this.#stage.figures).constants.raise;
    this.#picked.pick({ bid: Math.round(amount / step) * step });
  }

  /** The horses picked for training, a race or the sale. */
  get horses(): readonly number[] {
    return this.#picked.now.horses;
  }

  /** Picks a horse, or puts it back; if only one is wanted, it replaces the last one. */
  toggle(horse: number): void {
    const { offer, horses } = this;
    const most = offer?.type === "entry" || offer?.type === "sale" ? offer.count : 1;
    const others = horses.filter((other) => other !== horse);
    if (others.length < horses.length) this.#picked.pick({ horses: others });
    else if (others.length < most) this.#picked.pick({ horses: [...others, horse] });
    else if (most === 1) this.#picked.pick({ horses: [horse] });
  }

  get draft(): Draft {
    const offer = this.offer;
    if (offer?.type !== "slips") return [];
    return this.#picked.now.draft ?? empty(offer);
  }

  set draft(draft: Draft) {
    this.#picked.pick({ draft });
  }

  /** The picked slip, which goes on the next colour pressed. */
  get slip(): number | null {
    return this.#picked.now.slip;
  }

  set slip(slip: number | null) {
    this.#picked.pick({ slip });
  }

  /** The card played with the move. */
  get play(): Play {
    return this.#picked.now.play;
  }

  set play(play: Play) {
    this.#picked.pick({ play, to: null });
  }

  /** The ways to move with the chosen card. */
  get ways(): Ways | null {
    const offer = this.offer;
    if (offer?.type !== "move") return null;
    return offer.plays.find((ways) => ways.play === this.play) ?? offer.plays[0] ?? null;
  }

  /** The possible ends of the move, by lane. */
  get landings(): ReadonlyMap<number, readonly Way[]> {
    const ways = this.ways;
    return ways === null ? new Map() : landings(trackOf(edition(this.#stage.figures)), ways);
  }

  /** Whether the offered move belongs to this scene, not to a later one. */
  moves(scene: RacingScene): boolean {
    const offer = this.offer;
    return offer?.type === "move" && offer.runner === scene.turn && scene.dice !== null;
  }

  /**
   * The chosen end; by default the one with the best place, the innermost of these. Null while an
   * earlier move is shown: a press would skip that move, and then move to an end nobody has seen.
   */
  get way(): Way | null {
    const ways = this.ways;
    if (ways === null) return null;
    const chosen = ways.ways.find(([to]) => to === this.#picked.now.to);
    if (chosen !== undefined) return chosen;
    const ends = [...this.landings.values()].map(([furthest]) => furthest).filter((way) => way !== undefined);
    if (ends.length === 1) return ends[0] ?? null;
    const { view } = this.#stage;
    const offer = this.offer;
    if (view?.scene.type !== "racing" || offer?.type !== "move" || !this.moves(view.scene)) return null;
    const places = ends.map((way) => placeAt(view.derived, offer, ways, way) ?? Infinity);
    return ends[places.indexOf(Math.min(...places))] ?? null;
  }

  set to(to: number) {
    this.#picked.pick({ to });
  }
}
