import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Heard } from "../wire/table.ts";
import { ChatState } from "./chat.svelte.ts";
import { tableInfo } from "./testing.ts";

const words = (number: number, seat: number, text: string | null = "Hm."): Heard => ({
  type: "heard",
  number,
  seat,
  name: `Seat ${seat}`,
  text,
});
const numbers = (heard: readonly Heard[]) => heard.map((one) => one.number);

/** A table as first fetched, and as the connection then updates it. */
class Talk {
  readonly id = "t1";
  info = tableInfo();
  view: string | null = null;
  talk: readonly Heard[] = [];
  readonly viewer: number | null;
  readonly chat: ChatState;

  constructor(viewer: number | null = 0) {
    this.viewer = viewer;
    this.chat = new ChatState(() => this);
  }

  /** Sends a state and then messages, as the server does; returns what counts as news. */
  tells(...talk: Heard[]): readonly Heard[] {
    this.view = "how it stands";
    this.info = tableInfo();
    const news = [...this.chat.news()];
    for (const heard of talk) {
      this.talk = [...this.talk, heard];
      news.push(...this.chat.news());
    }
    return news;
  }
}

/** A table whose old messages have already arrived. */
function listening(...past: Heard[]): Talk {
  const table = new Talk();
  table.chat.news();
  table.tells(...past);
  return table;
}

const storage = new Map<string, string>();

beforeEach(() => {
  storage.clear();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => storage.get(name) ?? null,
    setItem: (name: string, value: string) => storage.set(name, value),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("old messages are no news, though they arrive after the table", () => {
  const table = new Talk();
  expect(table.chat.news()).toEqual([]);
  expect(table.tells(words(7, 1), words(8, 2))).toEqual([]);
  expect(table.chat.news()).toEqual([]);
  expect(numbers(table.tells(words(9, 1)))).toEqual([9]);
  expect(table.chat.news()).toEqual([]);
});

test("the first message at a table that was already open is news", () => {
  const table = new Talk();
  table.view = "how it stands";
  table.talk = [words(1, 1)];
  expect(table.chat.news()).toEqual([]);
  expect(numbers(table.tells(words(2, 1)))).toEqual([2]);
});

test("the first message at a table is news", () => {
  const table = listening();
  expect(numbers(table.tells(words(1, 1)))).toEqual([1]);
});

test("messages sent while the connection was down are news", () => {
  const table = listening(words(1, 1));
  table.tells(words(2, 1));
  expect(numbers(table.tells(words(3, 1), words(4, 2)))).toEqual([3, 4]);
});

test("own and hidden messages are no news, and not counted", () => {
  const table = listening();
  expect(numbers(table.tells(words(1, 0), words(2, 1, null), words(3, 1)))).toEqual([3]);
  expect(table.chat.fresh).toBe(1);
});

test("muted people are not heard until they are unmuted", () => {
  const table = listening();
  const { chat } = table;
  chat.toggle(1);
  expect(numbers(table.tells(words(1, 1), words(2, 2)))).toEqual([2]);
  expect(numbers(chat.heard)).toEqual([2]);
  expect(chat.fresh).toBe(1);
  chat.toggle(1);
  expect(numbers(chat.heard)).toEqual([1, 2]);
});

test("messages that were shown are not counted as new", () => {
  const table = listening(words(1, 1));
  expect(table.chat.fresh).toBe(1);
  table.chat.seen();
  expect(table.chat.fresh).toBe(0);
  table.tells(words(2, 1));
  expect(table.chat.fresh).toBe(1);
});

test("muting lasts until the next visit, at this table only", () => {
  const { chat } = new Talk();
  chat.toggle(1);
  chat.toggle(4);
  chat.toggle(1);
  const again = new Talk().chat;
  expect([0, 1, 4].map((seat) => again.isMuted(seat))).toEqual([false, false, true]);
  const elsewhere = new ChatState(() => ({ id: "t2", info: tableInfo(), view: null, talk: [], viewer: 0 }));
  expect(elsewhere.isMuted(4)).toBe(false);
});

test("people who share a device mute for themselves alone", () => {
  new Talk(0).chat.toggle(4);
  expect([1, null].map((viewer) => new Talk(viewer).chat.isMuted(4))).toEqual([false, false]);
});

test("foreign text in storage mutes nobody", () => {
  storage.set("paddock.muted.t1.0", "all of them 12 2x");
  const { chat } = new Talk();
  expect([0, 1, 2].map((seat) => chat.isMuted(seat))).toEqual([false, false, false]);
});
