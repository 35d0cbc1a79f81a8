import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Face } from "../games/face.ts";
import type { Vote } from "../wire/table.ts";
import { clock } from "./clock.ts";
import { FakeSocket } from "./socket.fake.ts";
import { Table } from "./table.svelte.ts";
import { tableInfo } from "./testing.ts";

/** A game whose events are numbers: how long they are shown. */
interface Toy {
  readonly command: string;
  readonly event: number;
  readonly offer: string;
  readonly view: string;
}

/** The event that settles a race. */
const SETTLES = -1;
const toy = {
  millis: (events) => events.reduce((sum, event) => sum + event, 0),
  settled: (events) => (events.includes(SETTLES) ? { race: 1, last: false } : null),
  toAct: () => [0],
} as Partial<Face<Toy, null>> as Face<Toy, null>;
/** The same game, with the same time for every record. */
const even = { ...toy, millis: () => 700 };
const told = (seq: number, millis: number, more: object = {}) => ({
  type: "told",
  seq,
  seat: 0,
  events: [millis],
  view: `after ${seq}`,
  offer: `offer ${seq}`,
  calls: [{ key: `Call ${seq}.` }],
  ...more,
});

/** A table that has received its first record. */
function opened(face = toy): Table<Toy> {
  const table = new Table<Toy>(tableInfo(), 0, {}, face);
  FakeSocket.last.opens().tells(told(1, 500));
  return table;
}

beforeEach(() => FakeSocket.install());
afterEach(() => FakeSocket.remove());

describe("the clock", () => {
  test("counts down the time that the server said was left, whatever the local time", () => {
    const table = new Table<Toy>(tableInfo({ left: 20 }), 0, {}, toy);
    expect(table.due).toBe(clock.now() + 20_000);
    vi.advanceTimersByTime(5_000);
    FakeSocket.last.opens().tells(tableInfo({ left: 14.5 })); // replaces the old value
    expect(table.due).toBe(clock.now() + 14_500);
    FakeSocket.last.tells(tableInfo({ seq: 2 }));
    expect(table.due).toBeNull();
  });
});

describe("what happens", () => {
  test("before we came is not shown, only the current state", () => {
    const table = opened();
    expect(table.view).toBe("after 1");
    expect(table.moment).toBeNull();
  });

  test("is shown for its time, one record after the other", () => {
    const table = opened();
    FakeSocket.last.tells(told(2, 1_000));
    expect(table.view).toBe("after 2");
    expect(table.moment).toMatchObject({ seq: 2, before: "after 1", millis: 1_000, events: [1_000] });
    FakeSocket.last.tells(told(3, 400));
    expect(table.view).toBe("after 2");
    expect(table.behind).toBe(1);
    vi.advanceTimersByTime(999);
    expect(table.moment?.seq).toBe(2);
    vi.advanceTimersByTime(1);
    expect(table.moment).toMatchObject({ seq: 3, before: "after 2", millis: 400 });
    vi.advanceTimersByTime(400);
    expect(table.moment).toBeNull();
    expect(table.view).toBe("after 3");
  });

  test("can be acted on at once, whatever is being shown", () => {
    const table = opened();
    FakeSocket.last.tells(told(2, 1_000));
    FakeSocket.last.tells(told(3, 1_000));
    expect(table.offer).toBe("offer 3");
  });

  test("can be skipped, and the old timer does not stop later records", () => {
    const table = opened();
    FakeSocket.last.tells(told(2, 1_000));
    FakeSocket.last.tells(told(3, 1_000));
    vi.advanceTimersByTime(500);
    table.skip();
    expect(table.moment).toBeNull();
    expect(table.view).toBe("after 3");
    FakeSocket.last.tells(told(4, 1_000));
    vi.advanceTimersByTime(999);
    expect(table.moment?.seq).toBe(4);
    vi.advanceTimersByTime(1);
    expect(table.moment).toBeNull();
  });

  test("is not played on a hidden page", () => {
    const table = opened();
    vi.stubGlobal("document", { hidden: true });
    FakeSocket.last.tells(told(2, 1_000));
    expect(table.moment).toBeNull();
    expect(table.view).toBe("after 2");
  });

  test("is not shown again after a lost connection", () => {
    const table = opened();
    FakeSocket.last.tells(told(2, 1_000));
    vi.advanceTimersByTime(1_000);
    FakeSocket.last.breaks();
    expect(table.connection.up).toBe(false);
    vi.advanceTimersByTime(250);
    FakeSocket.last.opens().tells(told(2, 1_000));
    expect(table.connection.up).toBe(true);
    expect(table.moment).toBeNull();
    expect(table.calls.map((call) => call.seq)).toEqual([1, 2]);
  });

  test("that was missed is listed as calls, and only its last record is shown", () => {
    const table = opened();
    FakeSocket.last.tells(told(2, 1_000, { view: undefined, offer: undefined }));
    FakeSocket.last.tells(told(3, 300));
    expect(table.moment).toMatchObject({ seq: 3, before: "after 1" });
    expect(table.calls.map((call) => call.texts[0]?.key)).toEqual(["Call 1.", "Call 2.", "Call 3."]);
  });

  test("and is taken back disappears at once", () => {
    const table = opened();
    FakeSocket.last.tells(told(2, 1_000));
    FakeSocket.last.tells(told(3, 0, { events: [], undone: 1, view: "as after 1", calls: [] }));
    expect(table.moment).toBeNull();
    expect(table.view).toBe("as after 1");
    expect(table.calls.at(-1)).toMatchObject({ seq: 3, undone: 1 });
  });
});

describe("a settled race", () => {
  const SETTLED = { events: [SETTLES] };

  /** The last move is shown; the settlement and two bets of the next race wait. */
  function settled(): Table<Toy> {
    const table = opened(even);
    FakeSocket.last.tells(told(2, 0));
    FakeSocket.last.tells(told(3, 0, SETTLED));
    FakeSocket.last.tells(told(4, 0));
    FakeSocket.last.tells(told(5, 0));
    return table;
  }

  test("stays until it has been read, and nothing can be done meanwhile", () => {
    const table = settled();
    expect(table).toMatchObject({ view: "after 2", settling: false, offer: null, waits: true });
    vi.advanceTimersByTime(700);
    expect(table).toMatchObject({ view: "after 3", settling: true, held: false, offer: null });
    vi.advanceTimersByTime(60_000);
    expect(table).toMatchObject({ view: "after 3", held: true, offer: null, waits: true, behind: 2 });
    expect(table.moment).toMatchObject({ seq: 3, before: "after 2" });
    table.proceed();
    expect(table).toMatchObject({ view: "after 5", held: false, moment: null, offer: "offer 5" });
  });

  test("waits for a viewer who comes back to the page", () => {
    const table = opened(even);
    vi.stubGlobal("document", { hidden: true });
    FakeSocket.last.tells(told(2, 0, SETTLED));
    FakeSocket.last.tells(told(3, 0));
    expect(table).toMatchObject({ view: "after 2", held: true });
  });

  test("that arrived while the connection was down is shown too", () => {
    const table = opened(even);
    FakeSocket.last.tells(told(2, 0, { ...SETTLED, view: null, offer: null }));
    FakeSocket.last.tells(told(3, 0));
    table.skip();
    expect(table).toMatchObject({ view: "after 3", held: true });
  });

  test("is not shown again after a lost connection", () => {
    const table = opened(even);
    FakeSocket.last.tells(told(2, 0, SETTLED));
    table.skip();
    FakeSocket.last.breaks();
    vi.advanceTimersByTime(250);
    FakeSocket.last.opens().tells(told(2, 0, SETTLED));
    expect(table.held).toBe(true);
    table.proceed();
    expect(table).toMatchObject({ held: false, moment: null, offer: "offer 2" });
  });
});

describe("a command", () => {
  test("skips what is being shown, and is pending until it is answered", async () => {
    const table = opened();
    FakeSocket.last.tells(told(2, 1_000));
    const given = table.give("go");
    expect(table.moment).toBeNull();
    expect(table.connection.busy).toBe(true);
    const { id, command } = FakeSocket.last.message(0);
    expect(command).toBe("go");
    FakeSocket.last.tells({ type: "done", id, seq: 3 });
    await given;
    expect(table.connection).toMatchObject({ busy: false, refusal: null, gave: 3 });
  });

  test("that is refused shows the reason and the current state, until something succeeds", async () => {
    const table = opened();
    const given = table.give("go");
    const reason = { code: "stale", text: { key: "Look again." } };
    FakeSocket.last.tells({
      type: "refused",
      id: FakeSocket.last.message(0)["id"],
      reason,
      seq: 1,
      view: "as it is",
      offer: "another",
    });
    await expect(given).rejects.toMatchObject({ reason });
    expect(table).toMatchObject({ view: "as it is", offer: "another" });
    expect(table.connection).toMatchObject({ busy: false, refusal: reason });
    const said = table.connection.chat("Oh.");
    FakeSocket.last.tells({ type: "done", id: FakeSocket.last.message(1)["id"], seq: null });
    await said;
    expect(table.connection.refusal).toBeNull();
  });
});

test("a refusal disappears after enough time to read it, once play has gone on", async () => {
  const table = opened();
  const given = table.give("go");
  const reason = { code: "stale", text: { key: "Look again." } };
  const id = FakeSocket.last.message(0)["id"];
  FakeSocket.last.tells({ type: "refused", id, reason, seq: 1, view: "as it is", offer: null });
  await expect(given).rejects.toMatchObject({ reason });
  FakeSocket.last.tells(told(2, 0));
  expect(table.connection.refusal).toEqual(reason);
  vi.advanceTimersByTime(6_000);
  FakeSocket.last.tells(told(3, 0));
  expect(table.connection.refusal).toBeNull();
});

test("a match that was ended early offers nothing", () => {
  const table = opened();
  FakeSocket.last.tells(tableInfo({ status: "closed" }));
  expect(table.offer).toBeNull();
});

describe("the people", () => {
  test("are as the table last said, and an answer names the question", async () => {
    const table = opened();
    const vote: Vote = { id: "q7", seat: 0, what: { type: "close" }, seq: 1, agreed: [] };
    await table.answer(true); // no open question: nothing is sent
    expect(FakeSocket.last.sent).toEqual([]);
    FakeSocket.last.tells(tableInfo({ vote }));
    void table.answer(false);
    expect(FakeSocket.last.message(0)).toMatchObject({ type: "answer", vote: "q7", agree: false });
    expect(table.names).toEqual(["Anna"]);
  });

  test("are heard in order, and hidden messages replace the originals", () => {
    const table = opened();
    const words = (number: number, text: string | null) => ({
      type: "heard",
      number,
      seat: 0,
      name: "Anna",
      text,
    });
    FakeSocket.last.tells(words(2, "second"));
    FakeSocket.last.tells(words(1, "first"));
    FakeSocket.last.tells(words(2, null));
    expect(table.talk.map((heard) => heard.text)).toEqual(["first", null]);
  });

  test("who have lost their seat learn that the connection has ended", () => {
    const table = opened();
    const reason = { code: "not_your_seat", text: { key: "It is somebody else's." } };
    FakeSocket.last.tells({ type: "bye", reason, after: 0 });
    expect(table.connection.over).toEqual(reason);
    expect(table.connection.up).toBe(false);
  });
});
