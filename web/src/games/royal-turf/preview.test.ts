import { expect, test } from "vitest";
import { editionOf } from "./edition.ts";
import type { Stage } from "../../table/stage.ts";
import type { MoveOffer, RoyalTurf, View } from "../../wire/royal-turf.ts";
import { landing, offered, preview, told } from "./preview.ts";
import { BOX, RUN } from "./testing.ts";

const edition = editionOf(BOX);

test("RT4.5: Albino, due six with the sixth and fifth taken, advances four", () => {
  const move = preview(edition, RUN, [1, 6, 14]);
  expect(move.taken).toEqual([15, 16]);
  expect(move.blocker).toBe(5);
  expect(told(edition, RUN, move)).toBe("Blocked by Nougat: Albino moves 4, not 6.");
  expect(landing(edition, RUN, move)).toBe("4 of 6, lands on 14");
});

test("a free move says where it lands", () => {
  const move = preview(edition, RUN, [0, 5, 12]);
  expect(move.taken).toEqual([]);
  expect(told(edition, RUN, move)).toBe("Earl Grey moves 5 to 12.");
  expect(landing(edition, RUN, move)).toBe("5, lands on 12");
});

test("whoever cannot move at all stays", () => {
  const run = { ...RUN, progress: RUN.progress.with(1, 14) };
  const move = preview(edition, run, [1, 2, 14]);
  expect(told(edition, run, move)).toBe("Blocked by Nougat: Albino stays on 14.");
  expect(landing(edition, run, move)).toBe("blocked, stays on 14");
});

test("RT4.9: whoever passes the line is home, and is not blocked", () => {
  const run = { ...RUN, podium: [6], progress: RUN.progress.with(2, 30).with(6, 36) };
  const move = preview(edition, run, [2, 5, 35]);
  expect(move.taken).toEqual([]);
  expect(told(edition, run, move)).toBe("Sahara Wind moves 5 and is home, 2nd.");
});

test("RT4.7: one still at the start blocks a leader who is back there", () => {
  const run = { ...RUN, progress: RUN.progress.with(0, -6).with(2, 24) };
  const move = preview(edition, run, [2, 3, 26]);
  expect(move.blocker).toBe(0);
});

test("nothing is previewed while the board still shows how it stood before", () => {
  const offer: MoveOffer = { type: "move", id: "race/1/move/9", symbol: "cap", moves: [[1, 6, 14]] };
  const book = { bets: [], hand: [], pays: [], pace_pays: 100, last_costs: 100 };
  const stage = (rolled: "cap" | null): Stage<RoyalTurf> => {
    const scene = { ...RUN, type: "racing", first: 0, book, rolled } as const;
    const view: View = {
      viewer: 0,
      to_act: [0],
      race: 1,
      money: [0, 0],
      pile: { shuffled: [], under: [] },
      gone: [],
      past: [],
      scene,
    };
    return {
      game: "royal-turf",
      options: {},
      figures: BOX,
      names: ["Ada", "Bob"],
      viewer: 0,
      view,
      moment: null,
      held: false,
      offer,
      give: () => Promise.resolve(),
    };
  };
  expect(offered(stage(null), edition, offer, 1)).toBeNull();
  expect(offered(stage("cap"), edition, offer, 1)?.move.went).toBe(4);
  expect(offered(stage("cap"), edition, offer, 2)).toBeNull();
});
