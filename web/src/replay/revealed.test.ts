import { expect, test } from "vitest";
import { revealed } from "./revealed.ts";

test("what lies face down is turned over, whoever put it there", () => {
  const spectator = { viewer: null, bets: [[0, 3, null], [1, 3, null]], pace: null };
  const seats = [
    { viewer: 0, bets: [[0, 3, 2], [1, 3, null]], pace: null },
    { viewer: 1, bets: [[0, 3, null], [1, 3, 0]], pace: null },
  ];
  expect(revealed(spectator, seats)).toEqual({
    viewer: null,
    bets: [[0, 3, 2], [1, 3, 0]],
    pace: null,
  });
});

test("cards that lay face down are turned up", () => {
  const spectator = { horses: [{ level: 2 }], derived: { barred: [0], face_down: [0] } };
  expect(revealed(spectator, [spectator])).toEqual({ horses: [{ level: 2 }], derived: { barred: [0] } });
});

test("nobody's own becomes somebody else's", () => {
  expect(revealed({ own: null, cards: null }, [{ own: [1], cards: [7] }])).toEqual({
    own: null,
    cards: [7],
  });
});
