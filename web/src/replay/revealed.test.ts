import { expect, test } from "vitest";
import { revealed } from "./revealed.ts";

test("face-down tokens of all seats are turned over", () => {
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

test("face-down cards are turned up", () => {
  const spectator = { horses: [{ level: 2 }], derived: { barred: [0], face_down: [0] } };
  expect(revealed(spectator, [spectator])).toEqual({ horses: [{ level: 2 }], derived: { barred: [0] } });
});

test("fields of a viewer stay empty", () => {
  expect(revealed({ own: null, cards: null }, [{ own: [1], cards: [7] }])).toEqual({
    own: null,
    cards: [7],
  });
});
