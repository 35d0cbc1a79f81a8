/** The tables in the lobby, refreshed regularly while the page is visible. */

import { api } from "../lib/api.ts";
import type { Listed, OwnListed } from "../wire/http.ts";

const AGAIN = 15_000;

export class Lists {
  /** Null until first loaded. */
  open = $state.raw<readonly Listed[] | null>(null);
  mine = $state.raw<readonly OwnListed[] | null>(null);
  over = $state.raw<readonly OwnListed[] | null>(null);
  /** Whether the last request failed. */
  away = $state(false);

  /** Starts refreshing; the returned function stops it. */
  follow(): () => void {
    const look = (): void => {
      if (!document.hidden) void this.refresh();
    };
    look();
    const timer = setInterval(look, AGAIN);
    document.addEventListener("visibilitychange", look);
    addEventListener("online", look);
    return () => {
      clearInterval(timer);
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
      this.away = true; // keep showing the last known tables
    }
  }
}
