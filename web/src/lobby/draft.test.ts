import { describe, expect, test } from "vitest";
import type { GameInfo } from "../wire/http.ts";
import {
  type Draft,
  firstDraft,
  isComplete,
  optionsOf,
  ownSeat,
  wanted,
  withChoice,
  withPlace,
  withSeats,
} from "./draft.ts";

function option(name: string, ...choices: string[]): GameInfo["options"][number] {
  return { name, rule: "RT6.3", text: { key: name }, choices: choices.map((each) => ({ name: each, text: { key: each } })) };
}

const TURF: GameInfo = {
  name: "royal-turf",
  options: [
    option("final_race", "double", "gains_only", "single"),
    option("hidden_bets", "off", "on"),
    option("hidden_rounds", "four", "three"),
  ],
  policies: ["random", "punter"],
  weaker: [],
  edition: "standard",
};
const FEVER: GameInfo = { ...TURF, name: "rennfieber", options: [option("auction", "ascending", "sealed")] };
const names = (draft: Draft): string[] => optionsOf(draft, TURF).map((each) => each.name);

describe("a new table", () => {
  test("has a seat for me, three punters, and can start at once", () => {
    const draft = firstDraft(TURF, false);
    expect(wanted(draft, TURF).seats).toEqual([null, "punter", "punter", "punter"]);
    expect(ownSeat(draft)).toBe(0);
    expect(isComplete(draft)).toBe(true);
    expect(wanted(draft, TURF)).toMatchObject({ listed: false, clock: null, edition: null });
  });

  test("for friends waits until they join", () => {
    const draft = firstDraft(TURF, true);
    expect(wanted(draft, TURF).seats).toEqual([null, null, null, null]);
    expect(isComplete(draft)).toBe(false);
  });

  test.each([[2, "on"], [4, "on"], [5, undefined], [6, undefined]])(
    "of %d seats has hidden bets %s (RT6.1)",
    (count, hidden) => {
      const draft = withSeats(firstDraft(TURF, false), count);
      expect(wanted(draft, TURF).options?.["hidden_bets"]).toBe(hidden);
      expect(draft.seats).toHaveLength(count);
    },
  );

  test("keeps choices made by hand, whatever the number of seats", () => {
    const draft = withChoice(firstDraft(TURF, false), "hidden_bets", "off");
    expect(wanted(draft, TURF).options).toEqual({});
    expect(wanted(withSeats(withChoice(draft, "hidden_bets", "on"), 6), TURF).options).toEqual({
      hidden_bets: "on",
    });
  });

  test("offers hidden rounds only with hidden bets (RT6.2)", () => {
    const draft = withChoice(firstDraft(TURF, false), "hidden_rounds", "three");
    expect(names(draft)).toContain("hidden_rounds");
    expect(wanted(draft, TURF).options).toEqual({ hidden_bets: "on", hidden_rounds: "three" });
    const open = withChoice(draft, "hidden_bets", "off");
    expect(names(open)).not.toContain("hidden_rounds");
    expect(wanted(open, TURF).options).toEqual({});
  });

  test("offers hidden bets before all other options", () => {
    const draft = firstDraft(TURF, false);
    expect(names(draft)).toEqual(["hidden_bets", "hidden_rounds", "final_race"]);
    expect(names(withSeats(draft, 6))).toEqual(["hidden_bets", "final_race"]);
  });

  test("recommends no option of another game", () => {
    expect(wanted(firstDraft(FEVER, false), FEVER).options).toEqual({});
  });

  test("has me on one seat only", () => {
    const draft = withPlace(firstDraft(TURF, false), 2, { who: "me" });
    expect(draft.seats.map((place) => place.who)).toEqual(["friend", "bot", "me", "bot"]);
    expect(ownSeat(draft)).toBe(2);
  });

  test("fills further seats like the last one", () => {
    const friends = withPlace(firstDraft(TURF, false), 3, { who: "friend" });
    expect(wanted(withSeats(friends, 6), TURF).seats).toEqual([null, "punter", "punter", null, null, null]);
    expect(wanted(withSeats(friends, 2), TURF).seats).toEqual([null, "punter"]);
  });

  test("of bots alone has no seat for me", () => {
    const draft = withPlace(firstDraft(TURF, false), 0, { who: "bot", policy: "random" });
    expect(ownSeat(draft)).toBeNull();
    expect(isComplete(draft)).toBe(true);
  });
});
