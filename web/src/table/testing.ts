/** A table for the tests. */

import type { SeatInfo, TableInfo } from "../wire/table.ts";

export const ANNA: SeatInfo = { name: "Anna", policy: null, stand_in: null, here: true, alike: false };

export function tableInfo(more: Partial<TableInfo> = {}): TableInfo {
  return {
    type: "table",
    id: "t1",
    game: "toy",
    options: {},
    edition: "Ours",
    status: "playing",
    listed: false,
    seats: [ANNA],
    commitment: "",
    seed: null,
    clock: null,
    left: null,
    seq: 1,
    asked: null,
    rematch: null,
    ...more,
  };
}
