/** The tables that the lobby shows, asked for again from time to time while anybody looks. */

import { api } from "../lib/api.ts";
import type { Listed, OwnListed } from "../wire/http.ts";

const AGAIN = 15_000;

export class Lists {
  /** Null until it is known for the first time. */
  open = $state.raw<readonly Listed[] | null>(null);
  mine = $state.raw<readonly OwnListed[] | null>(null);
  over = $state.raw<readonly OwnListed[] | null>(null);
  /** The server could not be reached the last time. */
  away = $state(false);
  #timer: ReturnType<typeof setInterval> | undefined;

  /** Begin to ask; the answer ends it. */
  follow(): () => void {
    const look = (): void => {
      if (!document.hidden) void this.refresh();
    };
    look();
    this.#timer = setInterval(look, AGAIN);
    document.addEventListener("visibilitychange", look);
    addEventListener("online", look);
    return () => {
      clearInterval(this.#timer);
      document.removeEventListener("visibilitychange", look);
      removeEventListener("online", look);
    };
  }

  async refresh(): Promise<void> {
    try {
      const [open, mine, over] = await Promise.all([
        api.publicTables(),
        api.ownTables(false),
        api.ownTables(true),
      ]);
      const own = new Set(mine.map((table) => table.id));
      this.open = open.filter((table) => !own.has(table.id));
      this.mine = mine;
      this.over = over;
      this.away = false;
    } catch {
      this.away = true; // what was known stays on show
    }
  }
}
