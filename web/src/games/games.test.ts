import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { GAMES, guideOf, isTaught, titleOf } from "./index.ts";
import { chapter as fever } from "./rennfieber/chapter.ts";
import { chapter as turf } from "./royal-turf/chapter.ts";

const HERE = new URL(".", import.meta.url);
const folders = readdirSync(HERE, { withFileTypes: true }).filter((entry) => entry.isDirectory());

test("every folder with a declaration is a game, in lobby order", () => {
  const declared = folders.filter(({ name }) => readdirSync(new URL(name, HERE)).includes("declaration.ts"));
  expect([...GAMES.keys()].sort()).toEqual(declared.map(({ name }) => name).sort());
  const ranks = [...GAMES.values()].map(({ rank }) => rank);
  expect(ranks).toEqual(ranks.map((_, at) => at + 1));
});

test("an undeclared game has its name on the wire as its title", () => {
  expect([titleOf("royal-turf"), titleOf("marbles")]).toEqual(["Royal Turf", "marbles"]);
});

test("exactly the games that promise a guided race have one", async () => {
  for (const game of [...GAMES.keys(), "marbles"]) {
    expect((await guideOf(game)) !== null).toBe(isTaught(game));
  }
});

test("the chapters of a replay are its races, its auctions and its end", () => {
  const opened = { shuffled: [], under: [], short: [], first: 0 };
  expect(turf({ type: "race_opened", race: 2 })).toEqual({ key: "Race {race}", args: { race: 2 } });
  expect(fever({ type: "entry_opened", race: 3 })).toEqual({ key: "Race {race}", args: { race: 3 } });
  expect(fever({ type: "auction_opened", number: 2, ...opened })?.args).toEqual({ number: 2 });
  for (const chapter of [turf, fever]) {
    expect(chapter({ type: "meeting_ended", winners: [0] })?.key).toBe("The end");
    expect(chapter({ type: "race_started", seat: 0, order: [], at: [], gallop: [] })).toBeNull();
  }
});
