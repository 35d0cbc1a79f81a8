import { Refusal } from "../lib/api.ts";
import type { Rejected } from "../wire/table.ts";

/** Do something for a person; a refusal is shown where those of the table are. */
export function attempted(
  table: { refusal: Rejected | null },
  what: () => Promise<unknown>,
): void {
  what().then(
    () => {
      table.refusal = null;
    },
    (error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      table.refusal = error.reason;
    },
  );
}
