/** What somebody has picked up and not given yet: it belongs to what was offered, and is gone with it. */
export class Picked<T extends object> {
  readonly #offer: () => { readonly id: string } | null;
  readonly #nothing: T;
  #held = $state.raw<{ readonly offer: string | undefined; readonly things: T }>();

  constructor(offer: () => { readonly id: string } | null, nothing: T) {
    this.#offer = offer;
    this.#nothing = nothing;
  }

  get now(): T {
    const held = this.#held;
    return held !== undefined && held.offer === this.#offer()?.id ? held.things : this.#nothing;
  }

  pick(part: Partial<T>): void {
    this.#held = { offer: this.#offer()?.id, things: { ...this.now, ...part } };
  }
}
