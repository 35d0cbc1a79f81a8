/** Synthesized sounds: hooves, dice, bell and crowd. Off by default. */

import { settings } from "./settings.svelte.ts";

/** The function that makes each sound. */
const SOUNDS = { hooves: gallop, dice: rattle, bell: ring, crowd: cheer } as const;
export type Cue = keyof typeof SOUNDS;

/** After this delay, in milliseconds, a sound no longer fits the picture. */
const LATE = 200;

let context: AudioContext | undefined;
let noise: AudioBuffer | undefined;

/** Plays a sound now, if sound is switched on. */
export function play(cue: Cue): void {
  if (!settings.sound) return;
  context ??= new AudioContext();
  if (context.state === "running") sound(context, cue);
  else void resumed(context, cue);
}

/** Browsers may block sound until the first press; drop sounds that are late by then. */
async function resumed(audio: AudioContext, cue: Cue): Promise<void> {
  const due = performance.now();
  await audio.resume();
  if (performance.now() - due < LATE) sound(audio, cue);
}

function sound(audio: AudioContext, cue: Cue): void {
  SOUNDS[cue](audio, audio.currentTime + 0.02);
}

/** Three beats and a pause, three times over. */
function gallop(audio: AudioContext, at: number): void {
  for (let stride = 0; stride < 3; stride += 1) {
    for (const [beat, loud] of [0.5, 0.35, 0.6].entries()) {
      const start = at + stride * 0.36 + beat * 0.09;
      hiss(audio, { start, length: 0.06, rise: 0.002, loud, pitch: 240 + beat * 60, width: 2 });
    }
  }
}

/** Wooden knocks, slower and softer each time. */
function rattle(audio: AudioContext, at: number): void {
  for (const [knock, loud] of [0.4, 0.3, 0.22, 0.15].entries()) {
    const start = at + 0.06 * knock + 0.02 * knock ** 2;
    hiss(audio, { start, length: 0.04, rise: 0.001, loud, pitch: 1_500 - knock * 150, width: 6 });
  }
}

/** A hand bell: a few inharmonic partials that fade. */
function ring(audio: AudioContext, at: number): void {
  for (const [pitch, loud] of [
    [880, 0.12],
    [1_768, 0.07],
    [2_640, 0.04],
    [3_740, 0.02],
  ] as const) {
    const voice = new OscillatorNode(audio, { frequency: pitch });
    voice.connect(fading(audio, { start: at, length: 1.2, rise: 0.004, loud }));
    voice.start(at);
    voice.stop(at + 1.2);
  }
}

function cheer(audio: AudioContext, at: number): void {
  hiss(audio, { start: at, length: 1.8, rise: 0.5, loud: 0.16, pitch: 900, width: 0.6 });
  hiss(audio, { start: at + 0.15, length: 1.6, rise: 0.4, loud: 0.1, pitch: 1_700, width: 0.8 });
}

interface Swell {
  readonly start: number;
  readonly length: number;
  readonly rise: number;
  readonly loud: number;
}

function hiss(audio: AudioContext, sound: Swell & { pitch: number; width: number }): void {
  const source = new AudioBufferSourceNode(audio, { buffer: noiseOf(audio), loop: true });
  const band = new BiquadFilterNode(audio, {
    type: "bandpass",
    frequency: sound.pitch,
    Q: sound.width,
  });
  source.connect(band).connect(fading(audio, sound));
  source.start(sound.start);
  source.stop(sound.start + sound.length);
}

/** Fades in within `rise` seconds, then out. */
function fading(audio: AudioContext, { start, length, rise, loud }: Swell): GainNode {
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud, start + rise);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  gain.connect(audio.destination);
  return gain;
}

function noiseOf(audio: AudioContext): AudioBuffer {
  if (noise === undefined) {
    noise = new AudioBuffer({ length: audio.sampleRate, sampleRate: audio.sampleRate });
    const wave = noise.getChannelData(0);
    for (let at = 0; at < wave.length; at += 1) wave[at] = Math.random() * 2 - 1;
  }
  return noise;
}
