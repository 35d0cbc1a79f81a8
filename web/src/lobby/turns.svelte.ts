/**
 * Finds the tables where it is this person's turn. The lists do not contain that, so a short connection to each
 * table fetches its newest record, which comes with the offer to the seat.
 */

import { SvelteSet } from "svelte/reactivity";
import { api } from "../lib/api.ts";
import type { OwnListed } from "../wire/http.ts";
import type { ToClient } from "../wire/table.ts";

const MOST = 4; // only the newest tables are asked; hardly anybody plays at more at once
const AGAIN = 30_000;
const PATIENCE = 5_000;

export class Turns {
  /** The tables waiting for this person. */
  readonly at = new SvelteSet<string>();
  readonly #asked = new Map<string, number>();
  #closed = false;

  watch(tables: readonly OwnListed[]): void {
    const playing = tables.filter((table) => table.status === "playing").slice(0, MOST);
    for (const { id } of playing) {
      if (Date.now() - (this.#asked.get(id) ?? 0) < AGAIN) continue;
      this.#asked.set(id, Date.now());
      void this.#look(id);
    }
  }

  close(): void {
    this.#closed = true;
  }

  async #look(id: string): Promise<void> {
    try {
      const { table, seats } = await api.table(id);
      const waits = await Promise.all(seats.map((seat) => isAsked(id, seat, table.seq - 1)));
      if (this.#closed) return;
      if (waits.includes(true)) this.at.add(id);
      else this.at.delete(id);
    } catch {
      // Not reachable: keep what was known.
    }
  }
}

/** Whether the table is waiting for a seat, by its first record after `seq`. */
function isAsked(table: string, seat: number, seq: number): Promise<boolean> {
  const address = new URL(`/api/tables/${table}/socket`, location.href);
  address.protocol = address.protocol.replace("http", "ws");
  address.search = new URLSearchParams({
    seat: String(seat),
    after: String(Math.max(0, seq)),
    talk: "false",
  }).toString();
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = new WebSocket(address);
  const timer = setTimeout(() => resolve(false), PATIENCE);
  socket.onmessage = ({ data }: MessageEvent<string>) => {
    const said = JSON.parse(data) as ToClient;
    if (said.type === "told" && said.view) resolve((said.offer ?? null) !== null);
  };
  socket.onclose = () => resolve(false);
  return promise.finally(() => {
    clearTimeout(timer);
    socket.close();
  });
}
