/** Choices that are not sent yet. They belong to an offer and are dropped with it. */
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
