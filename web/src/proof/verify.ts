/**
 * Checks the dice of a finished log in the reader's own browser.
 *
 * Written from docs/formats/log.md and chance.md alone, without the server's help.
 */

import { hexToBytes } from "@noble/hashes/utils.js";
import type { Text } from "../wire/table.ts";
import { later } from "../words/index.svelte.ts";
import { commitment, drawn, matchKey, seedOfNumber } from "./chance.ts";
import { Improper, records, type Draw, type Header } from "./log.ts";

export type Verdict =
  /**
   * All draws follow from the seed. `numbered`: the seed was known beforehand. `brought`: records up to this
   * number come from another match and were not checked.
   */
  | { readonly holds: "yes"; readonly draws: number; readonly numbered: boolean; readonly brought: number }
  /** They do not: the line, the draw if it is one, and the reason. */
  | { readonly holds: "no"; readonly line: number; readonly draw: string; readonly reason: Text }
  /** The seed is not revealed yet. */
  | { readonly holds: "unknown" }
  /** The log breaks the format on this line. */
  | { readonly holds: "improper"; readonly line: number; readonly reason: Text };

/** The commitment, seed and entropy in the log, as far as it could be read. */
export interface Evidence {
  readonly commitment: string | null;
  readonly seed: string | null;
  readonly entropy: ReadonlyMap<number, string>;
}

export interface Proof {
  readonly verdict: Verdict;
  readonly evidence: Evidence;
}

interface Found {
  readonly line: number;
  readonly seq: number;
  readonly draw: Draw;
}

/** Runs the whole check at once. */
export function verify(data: Uint8Array): Proof {
  const steps = proving(data);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** The check in small steps, so that the page stays responsive. */
export function* proving(data: Uint8Array): Generator<undefined, Proof> {
  let header: Header | null = null;
  let seed: string | null = null;
  let seedLine = 0;
  const entropy = new Map<number, string>();
  const draws: Found[] = [];
  const proof = (verdict: Verdict): Proof => {
    const chance = header?.chance;
    const published = chance?.kind === "committed" ? chance.commitment : null;
    return { verdict, evidence: { commitment: published, seed, entropy } };
  };
  try {
    for (const [line, record] of records(data)) {
      if (record.kind === "header") header = record;
      else if (record.kind === "entropy") entropy.set(record.seat, record.value);
      else if (record.kind === "step") {
        draws.push(...record.draws.map((draw) => ({ line, seq: record.seq, draw })));
      }
      else if (record.kind === "revealed") [seed, seedLine] = [record.seed, line];
      yield;
    }
  } catch (error) {
    if (!(error instanceof Improper)) throw error;
    return proof({ holds: "improper", line: error.line, reason: error.reason });
  }
  const gap = outOfTurn(draws);
  if (gap !== null) return proof(gap);
  const { chance, origin } = header!; // records() throws Improper if there is none
  const brought = origin?.step ?? 0;
  let known: Uint8Array;
  if (chance.kind === "numbered") known = seedOfNumber(chance.number);
  else if (seed === null) return proof({ holds: "unknown" });
  else known = hexToBytes(seed);
  if (chance.kind === "committed" && commitment(known) !== chance.commitment) {
    const reason = later("The revealed seed does not match the commitment.");
    return proof({ holds: "no", line: seedLine, draw: "", reason });
  }
  const bytes = new Map([...entropy].map(([seat, value]) => [seat, hexToBytes(value)]));
  const key = matchKey(known, bytes);
  const own = draws.filter(({ seq }) => seq > brought);
  for (const { line, draw } of own) {
    const [stream, index, n, value] = draw;
    const right = Number(drawn(key, stream, index, BigInt(n)));
    if (right !== value) {
      const reason = later("The log says {found}, but the seed gives {right}.", { found: value, right });
      return proof({ holds: "no", line, draw: `${stream} ${index}`, reason });
    }
    yield;
  }
  return proof({ holds: "yes", draws: own.length, numbered: chance.kind === "numbered", brought });
}

/** Checks that the indexes of each stream run 0, 1, 2, so that no draw was skipped. */
function outOfTurn(draws: readonly Found[]): Verdict | null {
  const next = new Map<string, number>();
  for (const { line, draw } of draws) {
    const [stream, index] = draw;
    const expected = next.get(stream) ?? 0;
    if (index !== expected) {
      const reason = later("This is draw {index} of its kind, but draw {expected} should have come next.", {
        index,
        expected,
      });
      return { holds: "no", line, draw: `${stream} ${index}`, reason };
    }
    next.set(stream, expected + 1);
  }
  return null;
}

/** How long the check may block the page, in milliseconds. */
const SLICE = 8;

/** Runs the check with pauses, so that the page stays responsive. */
export async function verifyGently(data: Uint8Array): Promise<Proof> {
  const steps = proving(data);
  for (;;) {
    const end = performance.now() + SLICE;
    while (performance.now() < end) {
      const { done, value } = steps.next();
      if (done) return value;
    }
    await new Promise((go) => setTimeout(go));
  }
}
