/** An edition and a race for the tests. */

import type { Figures } from "../../lib/api.ts";
import type { Run } from "./run.ts";

const NAMES = ["Earl Grey", "Albino", "Sahara Wind", "Caramello", "Red Fox", "Nougat", "Othello"];

const ALBINO = [
  [1, 3, 12, 12],
  [1, 9, 10, 8],
  [2, 13, 6, 5],
];
const EVEN = [5, 5, 5, 5];

export const BOX: Figures = {
  track: { spaces: 33, pace: 18 },
  horses: NAMES.map((name, horse) => ({
    name,
    coat: "grey",
    cards: horse === 1 ? ALBINO : [EVEN, EVEN, EVEN],
  })),
  constants: { spaces: { "-1": 32, "0": 33, "12": 12, "14": 14, "26": 26 } },
};

/** The second round of a race: Albino on 10, Caramello and Nougat on 15 and 16. */
export const RUN: Run = {
  race: 1,
  grid: { cards: [0, 3, 6, 9, 12, 15, 18], starts: [-6, -5, -4, -3, -2, -1, 0] },
  progress: [7, 10, 24, 15, 22, 16, 19],
  podium: [],
  moved: [],
  pace: 2,
  last: null,
  round: 2,
  rolled: "cap",
  rides: [],
  lastRides: [],
  order: [2, 4, 6, 5, 3, 1, 0],
  book: null,
};
