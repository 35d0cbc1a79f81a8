/** A WebSocket for tests, where the test is the server. */

import { vi } from "vitest";

export class FakeSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 3;
  static made: FakeSocket[] = [];

  readyState: number = FakeSocket.CONNECTING;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  readonly sent: string[] = [];
  readonly url: URL;

  constructor(url: string) {
    this.url = new URL(url);
    FakeSocket.made.push(this);
  }

  send(data: string): void {
    this.sent.push(data);
  }

  /** The page closes it. */
  close(): void {
    this.readyState = FakeSocket.CLOSED;
  }

  // What the server does.

  opens(): this {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
    return this;
  }

  tells(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  breaks(): void {
    this.readyState = FakeSocket.CLOSED;
    this.onclose?.();
  }

  /** The n-th message sent to it. */
  message(at: number): Record<string, unknown> {
    return JSON.parse(this.sent[at] ?? "null") as Record<string, unknown>;
  }

  static get last(): FakeSocket {
    const socket = FakeSocket.made.at(-1);
    if (socket === undefined) throw new Error("nobody has connected yet");
    return socket;
  }

  /** Replaces the browser's WebSocket, and stops the clock. */
  static install(): void {
    FakeSocket.made = [];
    vi.useFakeTimers();
    vi.stubGlobal("WebSocket", FakeSocket);
    vi.stubGlobal("location", { href: "http://turf.example/table/t1" });
    vi.stubGlobal("document", { hidden: false });
  }

  static remove(): void {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  }
}
