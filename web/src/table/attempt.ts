import { Refusal } from "../lib/api.ts";
import type { Rejected } from "../wire/table.ts";

/** Do something for a person; a refusal is shown where those of the table are. */
export function attempted(
  connection: { refusal: Rejected | null },
  what: () => Promise<unknown>,
): void {
  what().then(
    () => {
      connection.refusal = null;
    },
    (error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      connection.refusal = error.reason;
    },
  );
}
