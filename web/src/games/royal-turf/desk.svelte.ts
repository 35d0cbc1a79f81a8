/** The choices of this person that are not sent yet: a horse, a token; and the settlement being viewed. */

import { RefusedError } from "../../lib/api.ts";
import type { Stage } from "../../table/stage.ts";
import type { Command, Offer, RoyalTurf } from "../../wire/royal-turf.ts";
import { Picked } from "../shared/picked.svelte.ts";

interface Choice {
  readonly horse: number | null;
  readonly value: number | null;
}

export class Desk {
  readonly #stage: Stage<RoyalTurf>;
  readonly #choice = new Picked<Choice>(() => this.offer, { horse: null, value: null });
  /** The race whose settlement is viewed again after the match. */
  settled = $state<number | null>(null);

  constructor(stage: Stage<RoyalTurf>) {
    this.#stage = stage;
  }

  get offer(): Offer | null {
    return this.#stage.offer;
  }

  /** The chosen horse, if it may still be chosen. If there is only one, it is chosen automatically. */
  get horse(): number | null {
    const open = this.open;
    const { horse } = this.#choice.now;
    if (horse !== null && open.includes(horse)) return horse;
    return open.length === 1 ? (open[0] ?? null) : null;
  }

  /** The chosen token; by default the smallest one above 0. */
  get value(): number | null {
    const offer = this.offer;
    if (offer?.type !== "bet") return null;
    const taken = this.#choice.now.value;
    if (taken !== null && offer.values.includes(taken)) return taken;
    return offer.values.find((value) => value > 0) ?? offer.values[0] ?? null;
  }

  /** The horses that may be chosen. */
  get open(): readonly number[] {
    const offer = this.offer;
    if (offer?.type === "bet") return offer.horses;
    return offer?.type === "move" ? offer.moves.map(([horse]) => horse) : [];
  }

  choose(horse: number | null): void {
    this.#choice.pick({ horse });
  }

  take(value: number): void {
    this.#choice.pick({ value });
  }

  /** The first press chooses, the second confirms. */
  press(horse: number): void {
    if (this.horse === horse) this.commit();
    else this.choose(horse);
  }

  /** Sends what has been chosen. */
  commit(): void {
    const command = this.#command();
    if (command !== null) this.give(command);
  }

  roll(): void {
    const offer = this.offer;
    if (offer?.type === "roll") this.give({ type: "roll_die", offer: offer.id });
  }

  give(command: Command): void {
    this.#stage.give(command).catch((error: unknown) => {
      if (!(error instanceof RefusedError)) throw error; // the table shows refusals
    });
  }

  #command(): Command | null {
    const { offer, horse, value } = this;
    if (offer === null || horse === null) return null;
    if (offer.type === "move") return { type: "move_horse", offer: offer.id, horse };
    if (offer.type === "bet" && value !== null) {
      return { type: "place_bet", offer: offer.id, value, horse };
    }
    return null;
  }
}
