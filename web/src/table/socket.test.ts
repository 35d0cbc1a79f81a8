import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { RefusedError } from "../lib/api.ts";
import type { Kind } from "../wire/table.ts";
import { checksum } from "./delta.ts";
import { TableSocket, type Listener } from "./socket.ts";
import { FakeSocket } from "./socket.fake.ts";

const reason = (code: string) => ({ code, text: { key: `Because of ${code}.` } });
const told = (seq: number) => ({ type: "told", seq, events: [] });

function called() {
  const listener = {
    told: vi.fn<Listener<Kind>["told"]>(),
    info: vi.fn<Listener<Kind>["info"]>(),
    heard: vi.fn<Listener<Kind>["heard"]>(),
    refused: vi.fn<Listener<Kind>["refused"]>(),
    up: vi.fn<Listener<Kind>["up"]>(),
    slow: vi.fn<Listener<Kind>["slow"]>(),
    setBack: vi.fn<Listener<Kind>["setBack"]>(),
    over: vi.fn<Listener<Kind>["over"]>(),
  };
  const line = new TableSocket<Kind>("t1", 2, listener);
  const seqs = () => listener.told.mock.calls.map(([record]) => record.seq);
  return { line, listener, seqs };
}

beforeEach(() => FakeSocket.install());
afterEach(() => FakeSocket.remove());

describe("a connection that breaks", () => {
  test("reconnects with the last known sequence number", () => {
    const { seqs, listener } = called();
    const first = FakeSocket.last.opens();
    expect(first.url.pathname).toBe("/api/tables/t1/socket");
    expect(first.url.protocol).toBe("ws:");
    expect(Object.fromEntries(first.url.searchParams)).toEqual({
      seat: "2",
      caller: "true",
      deltas: "true",
      protocol: "1",
      after: "0",
    });
    first.tells(told(1));
    first.tells(told(2));
    first.breaks();
    expect(listener.up.mock.calls).toEqual([[true], [false]]);
    vi.advanceTimersByTime(249);
    expect(FakeSocket.made).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(FakeSocket.last.url.searchParams.get("after")).toBe("2");
    FakeSocket.last.opens().tells(told(3));
    expect(seqs()).toEqual([1, 2, 3]);
  });

  test("waits longer each time, at most eight seconds, and starts over after a record", () => {
    called();
    for (const pause of [250, 500, 1_000, 2_000, 4_000, 8_000, 8_000]) {
      const before = FakeSocket.made.length;
      FakeSocket.last.breaks();
      vi.advanceTimersByTime(pause - 1);
      expect(FakeSocket.made).toHaveLength(before);
      vi.advanceTimersByTime(1);
      expect(FakeSocket.made).toHaveLength(before + 1);
    }
    FakeSocket.last.opens().tells(told(1));
    FakeSocket.last.breaks();
    vi.advanceTimersByTime(250);
    expect(FakeSocket.last.url.searchParams.get("after")).toBe("1");
  });

  test("sends unanswered messages again with their ids, and nothing else", async () => {
    const { line } = called();
    const first = FakeSocket.last.opens();
    const roll = line.give({ type: "roll" });
    const bet = line.give({ type: "bet" });
    first.tells({ type: "done", id: first.message(0)["id"], seq: 1 });
    await expect(roll).resolves.toMatchObject({ seq: 1 });
    first.breaks();
    vi.advanceTimersByTime(250);
    const second = FakeSocket.last.opens();
    expect(second.sent).toEqual([first.sent[1]]);
    second.tells({ type: "done", id: second.message(0)["id"], seq: 2 });
    await expect(bet).resolves.toMatchObject({ seq: 2 });
  });

  test("sends what was given while it was down", () => {
    const { line } = called();
    void line.chat("Hello?");
    expect(FakeSocket.last.sent).toEqual([]);
    FakeSocket.last.opens();
    expect(FakeSocket.last.message(0)).toMatchObject({ type: "chat", text: "Hello?" });
  });

  test("is detected by its silence", () => {
    const { listener } = called();
    FakeSocket.last.opens();
    vi.advanceTimersByTime(24_000);
    FakeSocket.last.tells({ type: "head", seq: 0, status: "playing" });
    vi.advanceTimersByTime(24_999);
    expect(FakeSocket.made).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(listener.up).toHaveBeenLastCalledWith(false);
    vi.advanceTimersByTime(1);
    expect(FakeSocket.made).toHaveLength(2);
  });

  test("ignores messages of a socket that was given up", () => {
    const { seqs } = called();
    const old = FakeSocket.last.opens();
    vi.advanceTimersByTime(25_000);
    old.tells(told(1));
    expect(seqs()).toEqual([]);
  });
});

describe("a record", () => {
  test("that is missing is fetched by a new connection", () => {
    const { seqs } = called();
    FakeSocket.last.opens().tells(told(1));
    FakeSocket.last.tells(told(3));
    vi.advanceTimersByTime(0);
    expect(FakeSocket.made).toHaveLength(2);
    expect(FakeSocket.last.url.searchParams.get("after")).toBe("1");
    expect(seqs()).toEqual([1]);
  });

  test("that is known is not reported again, except the newest, which shows the current state", () => {
    const { seqs } = called();
    FakeSocket.last.opens().tells(told(1));
    FakeSocket.last.tells(told(2));
    FakeSocket.last.tells(told(1));
    FakeSocket.last.tells(told(2));
    expect(seqs()).toEqual([1, 2, 2]);
  });
});

describe("a view", () => {
  const views = (listener: ReturnType<typeof called>["listener"]) =>
    listener.told.mock.calls.map(([record]) => record.view);

  test("is made of the last one and of what has changed", () => {
    const { listener } = called();
    const line = FakeSocket.last.opens();
    line.tells({ type: "told", seq: 1, view: { a: 1, b: [1] } });
    line.tells({ type: "told", seq: 2, delta: { b: { "+": [2] } }, since: 1 });
    line.tells({ type: "told", seq: 3, delta: {}, since: 2, checksum: checksum({ a: 1, b: [1, 2] }) });
    expect(views(listener)).toEqual([{ a: 1, b: [1] }, { a: 1, b: [1, 2] }, { a: 1, b: [1, 2] }]);
  });

  test.each([
    ["of another record", { since: 0 }],
    ["with another checksum", { since: 1, checksum: 1 }],
  ])("that changes one %s is fetched whole", (_which, wrong) => {
    const { seqs, listener } = called();
    const line = FakeSocket.last.opens();
    line.tells({ type: "told", seq: 1, view: { a: 1 } });
    line.tells({ type: "told", seq: 2, delta: { a: [2] }, ...wrong });
    expect(seqs()).toEqual([1]);
    vi.advanceTimersByTime(0);
    expect(FakeSocket.last.url.searchParams.get("after")).toBe("1");
    FakeSocket.last.opens().tells({ type: "told", seq: 2, view: { a: 2 } });
    expect(views(listener)).toEqual([{ a: 1 }, { a: 2 }]);
  });
});

describe("a heartbeat", () => {
  const head = (seq: number) => ({ type: "head", seq, status: "playing" });

  test("that is ahead of us twice means that something was lost", () => {
    called();
    FakeSocket.last.opens().tells(told(1));
    FakeSocket.last.tells(head(2));
    vi.advanceTimersByTime(0);
    expect(FakeSocket.made).toHaveLength(1); // the record may be on its way
    FakeSocket.last.tells(head(2));
    vi.advanceTimersByTime(0);
    expect(FakeSocket.made).toHaveLength(2);
  });

  test("that we have caught up with has no effect", () => {
    called();
    FakeSocket.last.opens().tells(told(1));
    FakeSocket.last.tells(head(2));
    FakeSocket.last.tells(told(2));
    FakeSocket.last.tells(head(2));
    FakeSocket.last.tells(head(3));
    vi.advanceTimersByTime(0);
    expect(FakeSocket.made).toHaveLength(1);
  });

  test("without an answer twice in a row means that the command was lost", () => {
    const { line } = called();
    FakeSocket.last.opens();
    void line.give({ type: "roll" });
    FakeSocket.last.tells(head(0));
    vi.advanceTimersByTime(0);
    expect(FakeSocket.made).toHaveLength(1);
    const [data] = FakeSocket.last.sent;
    FakeSocket.last.tells(head(0));
    vi.advanceTimersByTime(0);
    expect(FakeSocket.last.opens().sent).toEqual([data]);
  });
});

describe("a command that takes long to store", () => {
  const head = { type: "head", seq: 0, status: "playing" };

  test("is not sent again while the server asks us to wait, and gets one answer", async () => {
    const { line, listener } = called();
    const socket = FakeSocket.last.opens();
    const given = line.give({ type: "roll" });
    const id = socket.message(0)["id"];
    for (let beats = 0; beats < 3; beats++) {
      socket.tells({ type: "wait", id });
      socket.tells(head);
    }
    vi.advanceTimersByTime(0);
    expect(FakeSocket.made).toHaveLength(1);
    expect(socket.sent).toHaveLength(1);
    expect(listener.slow).toHaveBeenLastCalledWith(true);
    socket.tells({ type: "done", id, seq: 1 });
    await expect(given).resolves.toMatchObject({ seq: 1 });
    expect(listener.slow).toHaveBeenLastCalledWith(false);
  });

  test("is reported until the last of several has its answer", () => {
    const { line, listener } = called();
    const socket = FakeSocket.last.opens();
    void line.give({ type: "roll" });
    void line.chat("Hello");
    const [one, other] = [0, 1].map((at) => socket.message(at)["id"]);
    socket.tells({ type: "wait", id: one });
    socket.tells({ type: "wait", id: other });
    socket.tells({ type: "done", id: one, seq: 1 });
    expect(listener.slow).toHaveBeenLastCalledWith(true);
    socket.tells({ type: "done", id: other, seq: null });
    expect(listener.slow).toHaveBeenLastCalledWith(false);
  });
});

describe("a refusal", () => {
  test("goes to the sender of the command, and the state to the table", async () => {
    const { line, listener } = called();
    FakeSocket.last.opens();
    const given = line.give({ type: "roll" });
    const id = FakeSocket.last.message(0)["id"];
    const stands = { seq: 4, view: { here: 1 }, offer: { id: "x" } };
    FakeSocket.last.tells({ type: "refused", id, reason: reason("stale"), ...stands });
    await expect(given).rejects.toMatchObject({ reason: { code: "stale" } } as Partial<RefusedError>);
    expect(listener.refused).toHaveBeenCalledExactlyOnceWith(stands.view, stands.offer, 4);
  });

  test("that is older than our state changes nothing", () => {
    const { listener } = called();
    FakeSocket.last.opens().tells(told(1));
    const old = { seq: 0, view: {}, offer: null };
    FakeSocket.last.tells({ type: "refused", id: null, reason: reason("too_fast"), ...old });
    expect(listener.refused).not.toHaveBeenCalled();
  });
});

describe("a goodbye", () => {
  test.each(["no_such_table", "not_your_seat", "foreign_origin"])("for %s is final", (code) => {
    const { listener, line } = called();
    FakeSocket.last.opens();
    const given = line.give({ type: "roll" });
    FakeSocket.last.tells({ type: "bye", reason: reason(code), after: 0 });
    FakeSocket.last.breaks();
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.made).toHaveLength(1);
    expect(listener.over).toHaveBeenCalledExactlyOnceWith(reason(code));
    return expect(given).rejects.toMatchObject({ reason: { code: "away" } });
  });

  test("because the match was restored makes us start over", () => {
    const { listener } = called();
    FakeSocket.last.opens().tells({ type: "bye", reason: reason("set_back"), after: 0 });
    FakeSocket.last.breaks();
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.made).toHaveLength(1);
    expect(listener.setBack).toHaveBeenCalledOnce();
    expect(listener.over).not.toHaveBeenCalled();
  });

  test("with a delay is respected", () => {
    const { listener } = called();
    FakeSocket.last.opens().tells({ type: "bye", reason: reason("restarting"), after: 2 });
    FakeSocket.last.breaks();
    vi.advanceTimersByTime(1_999);
    expect(FakeSocket.made).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(FakeSocket.made).toHaveLength(2);
    expect(listener.over).not.toHaveBeenCalled();
  });

  test("of our own ends the connection and fails what is pending", async () => {
    const { line } = called();
    const socket = FakeSocket.last.opens();
    const given = line.chat("Hello?");
    line.close();
    expect(socket.readyState).toBe(FakeSocket.CLOSED);
    socket.breaks();
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.made).toHaveLength(1);
    await expect(given).rejects.toMatchObject({ reason: { code: "away" } });
  });
});
