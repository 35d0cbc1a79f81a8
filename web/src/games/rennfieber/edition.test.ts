import { describe, expect, test } from "vitest";
import { edition } from "./edition.ts";

const figures = {
  edition: { name: "A box", provenance: "public source" },
  horses: {
    provenance: "reconstruction",
    cards: [{ name: "Caprice", price: 4500, levels: ["5-", "0", "2+", "5+"] }],
  },
  training: { karriere: 3, cards: [{ effect: "karriere", amount: 0, count: 45 }] },
  gallop: { cards: [{ effect: "nothing", amount: 0, count: 25 }] },
  slips: { values: [1000, 100, 200, 400, 500] },
  track: {
    home_straight: [9, 9],
    first_bend: [9, 10],
    back_straight: [9, 9],
    last_bend: [9, 10],
    finish: "home_straight",
    short: "home_straight",
    long: "back_straight",
  },
  training_track: { spaces: 30, cards: [3, 6] },
  odds: { bounds: [130, 170], tenths: [11, 12, 15] },
  programme: { races: [{ fee: 800, length: "long", prizes: [3000] }] },
  constants: { winnings: [], laps: [1, 2], raise: 100 },
};

describe("the figures", () => {
  const read = edition(figures);

  test("are parsed once", () => {
    expect(edition(figures)).toBe(read);
  });

  test("give sections by index", () => {
    expect(read.sizes).toEqual([
      [9, 9],
      [9, 10],
      [9, 9],
      [9, 10],
    ]);
    expect(read.finish).toBe(0);
    expect(read.programme[0]?.section).toBe(2);
  });

  test("list slips from the smallest", () => {
    expect(read.slips).toEqual([100, 200, 400, 500, 1000]);
  });

  test("say whether a part of them is a reconstruction", () => {
    expect(read.reconstructed).toBe(true);
    const horses = { ...figures.horses, provenance: "public source" };
    expect(edition({ ...figures, horses }).reconstructed).toBe(false);
  });
});
