/**
 * The connection to a table: one socket at a time, reopened whenever it fails.
 *
 * When a socket breaks or a message was lost, the next one names the last known sequence number and receives
 * exactly what was missed. Unanswered messages are sent again with the same id; the server acts on each id once.
 */

import { AWAY, RefusedError } from "../lib/api.ts";
import { checksum, patched } from "./delta.ts";
import type { Ask, Done, FromClient, Heard, Kind, Refusal, TableInfo, ToClient, Told } from "../wire/table.ts";

export interface Listener<K extends Kind> {
  told(record: Told<K>): void;
  info(table: TableInfo): void;
  heard(words: Heard): void;
  /** The state after a refusal: others may have moved. */
  refused(view: K["view"] | null, offer: K["offer"] | null, seq: number): void;
  up(up: boolean): void;
  /** Whether the server is taking longer than usual to store something. */
  slow(slow: boolean): void;
  /** The match was restored to an earlier state: everything must be loaded again. */
  setBack(): void;
  /** The connection has ended for good. */
  over(reason: Refusal): void;
}

interface Waiting {
  readonly data: string;
  readonly done: (answer: Done) => void;
  readonly fail: (refusal: RefusedError) => void;
  beats: number;
  slow: boolean;
}

/** The version of the messages. */
const PROTOCOL = 1;
const FIRST_PAUSE = 250;
const LAST_PAUSE = 8_000;
const SILENCE = 25_000; // milliseconds without even a heartbeat: the connection is dead
/** Refusals that a new connection would get again. */
const FINAL = new Set(["no_such_table", "not_your_seat", "foreign_origin", "other_protocol"]);

let ids = 0;
const session = Math.random().toString(36).slice(2, 10); // distinguishes tabs; not a secret

export class TableSocket<K extends Kind> {
  readonly #url: string;
  readonly #listener: Partial<Listener<K>>;
  readonly #waiting = new Map<string, Waiting>();
  #socket: WebSocket | null = null;
  #seq = 0;
  /** The last view, and the record it came with: the server may send only what has changed since. */
  #view: K["view"] | null = null;
  #viewed: number | null = null;
  #pause = FIRST_PAUSE;
  #behind = false;
  #closed = false;
  #again: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;

  constructor(table: string, seat: number | null, listener: Partial<Listener<K>>) {
    const place = new URL(`/api/tables/${table}/socket`, location.href);
    place.protocol = place.protocol.replace("http", "ws");
    if (seat !== null) place.searchParams.set("seat", String(seat));
    place.searchParams.set("caller", "true");
    place.searchParams.set("deltas", "true");
    place.searchParams.set("protocol", String(PROTOCOL));
    this.#url = place.href;
    this.#listener = listener;
    this.#connect();
  }

  give(command: K["command"]): Promise<Done> {
    return this.#send((id) => ({ type: "give", id, command }));
  }

  chat(text: string): Promise<Done> {
    return this.#send((id) => ({ type: "chat", id, text }));
  }

  ask(what: Ask["what"]): Promise<Done> {
    return this.#send((id) => ({ type: "ask", id, what }));
  }

  answer(vote: string, agree: boolean): Promise<Done> {
    return this.#send((id) => ({ type: "answer", id, vote, agree }));
  }

  /** Closes the connection; pending messages fail. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#again);
    this.#drop();
    for (const waiting of this.#waiting.values()) waiting.fail(new RefusedError(AWAY));
    this.#waiting.clear();
  }

  #send(message: (id: string) => FromClient<K>): Promise<Done> {
    const id = `${session}-${++ids}`;
    const data = JSON.stringify(message(id));
    return new Promise((done, fail) => {
      this.#waiting.set(id, { data, done, fail, beats: 0, slow: false });
      if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(data);
    });
  }

  #connect(): void {
    const socket = new WebSocket(`${this.#url}&after=${this.#seq}`);
    this.#socket = socket;
    this.#behind = false;
    socket.onopen = () => {
      this.#listener.up?.(true);
      for (const waiting of this.#waiting.values()) socket.send(waiting.data);
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      if (socket === this.#socket) this.#hear(JSON.parse(event.data) as ToClient<K>);
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#reconnect(this.#pause);
    };
    this.#listen();
  }

  /** Restarts the timeout for the next message. */
  #listen(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#reconnect(0), SILENCE);
  }

  #drop(): void {
    clearTimeout(this.#silence);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #reconnect(pause: number): void {
    if (this.#closed) return;
    this.#drop();
    this.#listener.up?.(false);
    for (const waiting of this.#waiting.values()) waiting.slow = false; // the next connection will say
    this.#listener.slow?.(false);
    clearTimeout(this.#again);
    this.#again = setTimeout(() => this.#connect(), pause);
    this.#pause = Math.min(this.#pause * 2, LAST_PAUSE);
  }

  #hear(message: ToClient<K>): void {
    this.#listen();
    switch (message.type) {
      case "told":
        this.#pause = FIRST_PAUSE;
        this.#tell(message);
        break;
      case "table":
        this.#listener.info?.(message);
        break;
      case "heard":
        this.#listener.heard?.(message);
        break;
      case "done":
        this.#settle(message.id)?.done(message);
        break;
      case "wait":
        this.#wait(message.id);
        break;
      case "refused":
        if (message.seq >= this.#seq) {
          this.#listener.refused?.(message.view, message.offer, message.seq);
        }
        if (message.id !== null) this.#settle(message.id)?.fail(new RefusedError(message.reason));
        break;
      case "head":
        this.#beat(message.seq);
        break;
      case "bye":
        this.#leave(message.reason, message.after);
        break;
    }
  }

  #tell(record: Told<K>): void {
    if (record.seq > this.#seq + 1) {
      this.#reconnect(0); // a record was lost
      return;
    }
    if (record.seq < this.#seq) return; // already known
    const view = this.#viewOf(record);
    if (view === undefined) {
      this.#reconnect(0); // this brings the whole view
      return;
    }
    this.#seq = record.seq;
    this.#listener.told?.({ ...record, view });
  }

  /** The view that a record brings, if any; undefined if it changes another view than ours. */
  #viewOf({ seq, view = null, delta, since, checksum: sum }: Told<K>): K["view"] | null | undefined {
    if (delta != null) {
      if (since !== this.#viewed) return undefined;
      view = patched(this.#view, delta);
      if (sum != null && checksum(view) !== sum) return undefined;
    }
    if (view !== null) {
      this.#view = view;
      this.#viewed = seq;
    }
    return view;
  }

  /** A heartbeat names the latest record. If we are behind at two heartbeats in a row, a message was lost. */
  #beat(seq: number): void {
    const lost = [...this.#waiting.values()].some((waiting) => ++waiting.beats > 1);
    if (lost || (seq > this.#seq && this.#behind)) this.#reconnect(0);
    this.#behind = seq > this.#seq;
  }

  /** The message has arrived, and its answer will follow. */
  #wait(id: string): void {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    waiting.beats = 0;
    waiting.slow = true;
    this.#listener.slow?.(true);
  }

  #settle(id: string): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (waiting?.slow) this.#listener.slow?.([...this.#waiting.values()].some(({ slow }) => slow));
    return waiting;
  }

  #leave(reason: Refusal, after: number): void {
    if (FINAL.has(reason.code)) {
      this.close();
      this.#listener.up?.(false);
      this.#listener.over?.(reason);
    } else if (reason.code === "set_back") {
      this.close();
      this.#listener.setBack?.();
    } else {
      this.#reconnect(Math.max(after * 1000, this.#pause));
    }
  }
}
