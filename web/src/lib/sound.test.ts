import { afterEach, beforeEach, expect, test, vi } from "vitest";

/** An audio context that the test controls. */
class FakeAudio {
  static made: FakeAudio[] = [];
  state = "suspended";
  readonly currentTime = 0;
  readonly destination = {};
  #waiting: (() => void)[] = [];

  constructor() {
    FakeAudio.made.push(this);
  }

  resume(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** The browser allows sound. */
  async runs(): Promise<void> {
    this.state = "running";
    for (const resolve of this.#waiting.splice(0)) resolve();
    await vi.advanceTimersByTimeAsync(0);
  }
}

let voices = 0;

class FakeNode {
  readonly gain = {
    setValueAtTime: vi.fn(),
    linearRampToValueAtTime: vi.fn(),
    exponentialRampToValueAtTime: vi.fn(),
  };
  connect = vi.fn();
  stop = vi.fn();
  start(): void {
    voices += 1;
  }
}

const A_BELL = 4; // voices

async function sounding(): Promise<(typeof import("./sound.ts"))["play"]> {
  const { settings } = await import("./settings.svelte.ts");
  settings.sound = true;
  return (await import("./sound.ts")).play;
}

beforeEach(() => {
  vi.resetModules(); // each test is a fresh page
  vi.useFakeTimers();
  FakeAudio.made = [];
  voices = 0;
  vi.stubGlobal("AudioContext", FakeAudio);
  vi.stubGlobal("OscillatorNode", FakeNode);
  vi.stubGlobal("GainNode", FakeNode);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("sounds that the browser blocks for long are not all played later", async () => {
  const play = await sounding();
  play("bell");
  play("bell");
  vi.advanceTimersByTime(5_000);
  await FakeAudio.made[0]?.runs();
  expect(voices).toBe(0);
  play("bell");
  expect(voices).toBe(A_BELL);
});

test("a sound is played after a short start-up delay", async () => {
  const play = await sounding();
  play("bell");
  expect(voices).toBe(0);
  vi.advanceTimersByTime(50);
  await FakeAudio.made[0]?.runs();
  expect(voices).toBe(A_BELL);
});
