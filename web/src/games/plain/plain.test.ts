import { render } from "svelte/server";
import { describe, expect, test } from "vitest";
import type { Stage } from "../../table/stage.ts";
import { stageOf } from "../../table/testing.ts";
import { faceOf } from "../index.ts";
import Act from "./Act.svelte";
import Course from "./Course.svelte";
import { face } from "./index.ts";
import { inWords, onTable, type Menu, type Plain, type View } from "./told.ts";

/** A race of three runners, on which two players bet. */
const VIEW: View = { viewer: 0, to_act: [1], money: [0, 1_500], backed: [], laps_left: 2, winners: [] };
const MENU: Menu = {
  id: "bet/0",
  question: { key: "Which runner do you back?" },
  commands: [
    { type: "back", offer: "bet/0", runner: 0 },
    { type: "back", offer: "bet/0", runner: 1 },
  ],
  words: [1, 2].map((runner) => ({ key: "Back runner {runner}", args: { runner } })),
};

const stage = (more: Partial<Stage<Plain>> = {}): Stage<Plain> => stageOf<Plain>({ view: VIEW, ...more });

/** The rendered markup without Svelte's comments and class names. */
const shown = (body: string): string => body.replaceAll(/<!--.*?-->/g, "").replaceAll(/ class="[^"]*"/g, "");

test("a game without a folder uses the plain face", async () => {
  expect(await faceOf("marbles")).toBe(face);
});

describe("the state", () => {
  test("uses the game's own names, and leaves out what is shown elsewhere", () => {
    expect(onTable(VIEW)).toEqual([
      ["money", [0, 1_500]],
      ["backed", []],
      ["laps left", 2],
    ]);
  });

  test.each([
    [1_500, "1,500"],
    [true, "yes"],
    ["bay", "bay"],
    [null, "none"],
    [[], "none"],
    [[0, 1_500, null], "0, 1,500, none"],
    [[[1], [2]], null],
    [{ at: 1 }, null],
  ])("%j is shown in one line, or in parts", (value, words) => {
    expect(inWords(value)).toBe(words);
  });

  test("is a list of names and values, nested where needed", () => {
    const view = { ...VIEW, runners: [{ number: 7, places: [[1, 2], []] }] };
    const { body } = render(Course, { props: { stage: stage({ view }), desk: null } });
    const list = shown(body).replaceAll(/>\s+/g, ">").replaceAll(/\s+</g, "<");
    expect(list).toContain("<div><dt>laps left</dt><dd>2</dd></div>");
    expect(list).toContain(
      "<dt>runners</dt><dd><ol><li><dl><div><dt>number</dt><dd>7</dd></div>" +
        "<div><dt>places</dt><dd><ol><li>1, 2</li><li>none</li></ol></dd></div></dl></li></ol></dd>",
    );
  });
});

describe("an offer", () => {
  test("is shown as a question with a button for each command", () => {
    const { body } = render(Act, { props: { stage: stage({ offer: MENU }), desk: null } });
    expect(shown(body)).toContain("Which runner do you back?");
    expect([...shown(body).matchAll(/<button[^>]*>(.*?)<\/button>/g)].map(([, words]) => words)).toEqual([
      "Back runner 1",
      "Back runner 2",
    ]);
    expect(face.asked(stage({ offer: MENU }))).toBe(true);
  });

  test("is absent while others are to act", () => {
    expect(face.asked(stage())).toBe(false);
    expect(face.toAct(VIEW)).toEqual([1]);
    expect(face.headline(stage())).toBe("Next to act: Boris");
    expect([0, 1].map((seat) => face.standing(stage(), seat).note)).toEqual(["", "makes a choice"]);
  });
});

test("winners share first place, and all others come after them", () => {
  const over = (...winners: number[]) => stage({ view: { ...VIEW, to_act: [], winners } });
  const places = (at: Stage<Plain>) => [0, 1].map((seat) => face.standing(at, seat).place);
  expect(places(stage())).toEqual([null, null]);
  expect([places(over(1)), face.headline(over(1))]).toEqual([[2, 1], "The winner: Boris."]);
  expect([places(over(0, 1)), face.headline(over(0, 1))]).toEqual([[1, 1], "The win is shared: Anna and Boris."]);
});
