import { expect, test } from "vitest";
import { editionOf } from "./edition.ts";
import type { Stage } from "../../table/stage.ts";
import { stageOf } from "../../table/testing.ts";
import type { Derived, MoveOffer, RoyalTurf, View } from "../../wire/royal-turf.ts";
import { between, landing, offered, preview, told } from "./preview.ts";
import { BOX, RUN } from "./testing.ts";

const edition = editionOf(BOX);

test("for a blocked horse, it says how far it gets and which horse blocks it", () => {
  const derived: Derived = { blocked: [[1, 4, 5]] };
  const move = preview(RUN, derived, [1, 6, 14]);
  expect(between(move)).toEqual([15, 16]);
  expect(told(edition, move)).toBe("Blocked by Nougat: Albino moves 4, not 6.");
  expect(landing(edition, move)).toBe("4 of 6, lands on 14");
});

test("for a free move, it says where the horse lands", () => {
  const move = preview(RUN, {}, [0, 5, 12]);
  expect(between(move)).toEqual([]);
  expect(told(edition, move)).toBe("Earl Grey moves 5 to 12.");
  expect(landing(edition, move)).toBe("5, lands on 12");
});

test("for a horse that cannot move at all, it says that it stays", () => {
  const move = preview(RUN, { blocked: [[1, 0, 5]] }, [1, 2, 14]);
  expect(told(edition, move)).toBe("Blocked by Nougat: Albino stays on 14.");
  expect(landing(edition, move)).toBe("blocked, stays on 14");
});

test("for a horse that comes home, it says in which place", () => {
  const derived: Derived = { home: [2], place: 2 };
  const move = preview(RUN, derived, [2, 5, 35]);
  expect(told(edition, move)).toBe("Sahara Wind moves 5 and is home, 2nd.");
  expect(landing(edition, move)).toBe("5, home 2nd");
  expect(preview(RUN, derived, [0, 5, 12]).home).toBeNull();
});

test("there is no preview while the board still shows an earlier state", () => {
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
      derived: { blocked: [[1, 4, 5]] },
    };
    return stageOf<RoyalTurf>({ figures: BOX, view, offer });
  };
  expect(offered(stage(null), offer, 1)).toBeNull();
  expect(offered(stage("cap"), offer, 1)?.went).toBe(4);
  expect(offered(stage("cap"), offer, 2)).toBeNull();
});
