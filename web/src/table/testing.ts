/** Tables and stages for the tests. */

import type { Kind, SeatInfo, TableInfo } from "../wire/table.ts";
import type { Stage } from "./stage.ts";

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
    vote: null,
    rematch: null,
    ...more,
  };
}

/** A stage with two players, seen by the first, on which nothing happens. */
export function stageOf<K extends Kind>(more: Partial<Stage<K>>): Stage<K> {
  return {
    game: "toy",
    options: {},
    figures: {},
    names: ["Anna", "Boris"],
    viewer: 0,
    view: null,
    moment: null,
    held: false,
    offer: null,
    give: () => Promise.resolve(),
    ...more,
  };
}
