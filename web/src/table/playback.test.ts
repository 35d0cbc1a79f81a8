import { describe, expect, test } from "vitest";
import { enqueue, proceed, jump, NOTHING_SHOWN, advance, type Playback, settling, skip, type Step, unread } from "./playback.ts";

/** A game with simple events, whose view is a string. */
interface Toy {
  readonly command: string;
  readonly event: { readonly type: string };
  readonly offer: string;
  readonly view: string;
}

const MOVE = { type: "moved" };

function step(seq: number, more: Partial<Step<Toy>> = {}): Step<Toy> {
  return { seq, seat: 0, events: [MOVE], calls: [], settled: null, millis: 800, view: `after ${seq}`, undone: null, ...more };
}

const settlement = (seq: number): Step<Toy> => step(seq, { settled: { race: 1, last: false } });

function after(...steps: readonly Step<Toy>[]): Playback<Toy> {
  return steps.reduce<Playback<Toy>>(enqueue, NOTHING_SHOWN);
}

/** The numbers of the record shown and of those waiting. */
function shown({ moment, waiting }: Playback<Toy>): readonly [number | null, readonly number[]] {
  return [moment?.seq ?? null, waiting.map(({ seq }) => seq)];
}

describe("records", () => {
  test("are shown one after the other, each with the view before it, and faster the more wait", () => {
    const first = after(step(1), step(2), step(3));
    expect(shown(first)).toEqual([1, [2, 3]]);
    expect(first).toMatchObject({ view: "after 1", moment: { before: null, millis: 800 } });
    const second = advance(first);
    expect(shown(second)).toEqual([2, [3]]);
    expect(second).toMatchObject({ view: "after 2", moment: { before: "after 1", millis: 640 } });
    const end = advance(advance(second));
    expect(end).toEqual({ view: "after 3", moment: null, held: false, waiting: [] });
  });

  test("are immutable data", () => {
    const before = after(step(1), step(2), settlement(3));
    const copy = structuredClone(before);
    for (const change of [advance, skip, proceed, jump]) change(before);
    enqueue(before, step(4));
    expect(before).toEqual(copy);
  });

  test("that take no time are not shown, nor are those before them", () => {
    expect(after(step(1), step(2, { millis: 0 }))).toMatchObject({ view: "after 2", moment: null, waiting: [] });
  });

  test("are skipped if more than twelve wait", () => {
    const steps = Array.from({ length: 14 }, (_, at) => step(at + 1));
    expect(after(...steps.slice(0, 13)).waiting).toHaveLength(12);
    expect(after(...steps)).toMatchObject({ view: "after 14", moment: null, waiting: [] });
  });

  test("that are taken back are no longer shown", () => {
    const undo = step(3, { undone: 1, view: "as after 1", events: [] });
    expect(after(step(1), step(2), undo)).toMatchObject({ view: "as after 1", moment: null, waiting: [] });
  });
});

describe("a settlement", () => {
  test("is unread from its arrival until the viewer continues", () => {
    const racing = after(step(1), settlement(2), step(3));
    expect([settling(racing), unread(racing)]).toEqual([false, true]);
    const settled = advance(racing);
    expect([settling(settled), unread(settled), settled.held]).toEqual([true, true, false]);
    const held = advance(settled);
    expect([held.held, shown(held)]).toEqual([true, [2, [3]]]);
    expect(advance(held)).toEqual(held);
    const on = proceed(held);
    expect([unread(on), on]).toEqual([false, { view: "after 3", moment: null, held: false, waiting: [] }]);
  });

  test("is where skipping stops, and only from there one can continue", () => {
    const racing = after(step(1), step(2), settlement(3), step(4));
    expect(proceed(racing)).toBe(racing);
    const held = skip(racing);
    expect([held.held, shown(held), held.moment?.before]).toEqual([true, [3, [4]], "after 2"]);
    expect(skip(held)).toEqual(held);
  });

  test("keeps, if too many records arrive meanwhile, the latest one and the next settlement", () => {
    const held = skip(after(settlement(1)));
    const more = Array.from({ length: 12 }, (_, at) => step(at + 2));
    expect(shown([...more, step(14)].reduce(enqueue, held))).toEqual([1, [14]]);
    more[5] = settlement(7);
    const crowded = [...more, step(14)].reduce(enqueue, held);
    expect(shown(crowded)).toEqual([1, [6, 7, 14]]);
    const next = proceed(crowded);
    expect(next).toMatchObject({ held: true, view: "after 7", moment: { seq: 7, before: "after 6" } });
    expect(proceed(next)).toMatchObject({ held: false, view: "after 14", moment: null });
  });

  test("disappears when it is taken back, and stays when later records are", () => {
    const held = skip(after(step(1), settlement(2), step(3)));
    const undo = (undone: number) => step(4, { undone, view: "taken back", events: [] });
    const kept = enqueue(held, undo(2));
    expect(kept).toMatchObject({ held: true, view: "after 2", moment: { seq: 2 } });
    expect(proceed(kept)).toMatchObject({ held: false, view: "taken back", moment: null });
    expect(enqueue(held, undo(1))).toMatchObject({ held: false, view: "taken back", moment: null });
  });
});
