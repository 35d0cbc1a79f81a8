/** The proof of a table's dice: fetches the log and checks it. */

import { api, reasonOf } from "../lib/api.ts";
import type { Refusal } from "../wire/table.ts";
import { verifyGently, type Proof } from "./verify.ts";

export class Proving {
  proof = $state.raw<Proof | null>(null);
  /** Why the log could not be fetched. */
  refusal = $state.raw<Refusal | null>(null);

  async begin(table: string): Promise<void> {
    this.proof = null;
    this.refusal = null;
    try {
      this.proof = await verifyGently(await api.log(table));
    } catch (error) {
      this.refusal = reasonOf(error);
    }
  }
}
