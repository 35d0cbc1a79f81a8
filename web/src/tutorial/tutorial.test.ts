import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { RefusedError } from "../lib/api.ts";
import type { Command, RoyalTurf } from "../wire/royal-turf.ts";
import { guide } from "../games/royal-turf/guide.ts";
import { Tutorial } from "./tutorial.svelte.ts";

const { script, lessons: LESSONS } = guide;

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const begun = (): Tutorial<RoyalTurf> => new Tutorial("royal-turf", guide, () => 100);

/** The command that the lesson asks for. */
function asked(tutorial: Tutorial<RoyalTurf>): Command {
  const offer = tutorial.offer!;
  return { ...tutorial.lesson.wants!, offer: offer.id } as Command;
}

test.each(LESSONS.map((lesson, number) => [number, lesson] as const))(
  "lesson %i asks for a command that is on offer, and the script continues with it",
  (_, lesson) => {
    const { wants } = lesson;
    if (wants === null) return;
    const { offer } = script.frames[lesson.at]!;
    const [event] = script.frames[lesson.at + 1]!.events;
    expect(event).toMatchObject({ seat: 0, horse: wants.horse });
    if (wants.type === "place_bet") {
      expect(offer).toMatchObject({ type: "bet" });
      expect(event).toMatchObject({ type: "bet_placed", value: wants.value });
    } else {
      expect(offer).toMatchObject({ type: "move" });
      expect(event).toMatchObject({ type: "horse_moved" });
    }
    expect(lesson.otherwise?.()).toMatch(/\d/);
  },
);

describe("the race", () => {
  test("goes from lesson to lesson by doing what is asked", async () => {
    const tutorial = begun();
    for (let number = 0; number < LESSONS.length - 1; number++) {
      expect([tutorial.number, tutorial.there]).toEqual([number, true]);
      if (tutorial.lesson.wants === null) tutorial.next();
      else await tutorial.give(asked(tutorial));
      await vi.advanceTimersByTimeAsync(100 * 40);
    }
    expect(tutorial.at).toBe(script.frames.length - 1);
    expect(tutorial.view.money[0]).toBe(1150);
  });

  test("does not go on with any other command, and says why", async () => {
    const tutorial = begun();
    tutorial.go(1);
    const other = { ...asked(tutorial), horse: 3 } as Command;
    await expect(tutorial.give(other)).rejects.toThrow(RefusedError);
    expect([tutorial.number, tutorial.hint]).toEqual([1, LESSONS[1]!.otherwise!()]);
    const less = { ...asked(tutorial), value: 1 } as Command;
    await expect(tutorial.give(less)).rejects.toThrow(RefusedError);
  });

  test("offers nothing while something is shown or only read", async () => {
    const tutorial = begun();
    expect(tutorial.offer).toBeNull();
    tutorial.go(1);
    await tutorial.give(asked(tutorial));
    expect([tutorial.there, tutorial.offer, tutorial.moment?.seq]).toEqual([false, null, 2]);
    tutorial.skip();
    expect([tutorial.there, tutorial.at]).toEqual([true, 4]);
  });
});

test("the amounts in the lessons are those that the script pays", () => {
  const paid = script.frames.at(-1)!.events.filter((event) => "amount" in event);
  const own = paid.filter((event) => "seat" in event && event.seat === 0).map((event) => event.amount);
  expect(own.sort((one, other) => one - other)).toEqual([100, 250, 300, 500]);
});
