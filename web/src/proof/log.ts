/** Reads a log line by line, as docs/formats/log.md describes it. Format errors throw `Improper`. */

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { later } from "../words/index.svelte.ts";
import type { Text } from "../wire/table.ts";

/** The log breaks the format: the line, and the reason. */
export class Improper extends Error {
  readonly line: number;
  readonly reason: Text;

  constructor(line: number, reason: Text) {
    super(`line ${line}: ${reason.key}`);
    this.line = line;
    this.reason = reason;
  }
}

export interface Seat {
  readonly name: string;
  readonly policy: string | null;
}

/** The match that this one continues: its records, up to number `step`, come first. */
export interface Origin {
  readonly log: string;
  readonly step: number;
  readonly hidden: "kept" | "anew";
}

export interface Header {
  readonly kind: "header";
  /** Since schema 2. */
  readonly origin?: Origin | null;
  readonly seats: readonly Seat[];
  readonly chance:
    | { readonly kind: "committed"; readonly commitment: string }
    | { readonly kind: "numbered"; readonly number: number };
}

export interface Entropy {
  readonly kind: "entropy";
  readonly seat: number;
  readonly value: string;
}

export type Draw = readonly [stream: string, index: number, n: number, value: number];

export interface Step {
  readonly kind: "step";
  readonly seq: number;
  readonly seat: number;
  readonly draws: readonly Draw[];
}

export interface Undone {
  readonly kind: "undone";
  readonly seq: number;
  readonly to: number;
}

export interface Revealed {
  readonly kind: "revealed";
  readonly seed: string;
}

export type Entry = Header | Entropy | Step | Undone | Revealed;

type Plain = Readonly<Record<string, unknown>>;

const FIELDS: Readonly<Record<Entry["kind"], readonly string[]>> = {
  header: ["schema", "game", "options", "seats", "edition", "edition_hash", "chance", "origin"],
  entropy: ["seat", "value"],
  step: ["seq", "seat", "id", "command", "draws", "events"],
  undone: ["seq", "to"],
  revealed: ["seed"],
};
const SUM_BYTES = 26;
const NEWLINE = 10;
const STREAM = /^[a-z0-9_/]{1,60}$/;
const DIGITS = /^[0-9a-f]{64}$/;
/** Unprintable characters. Unassigned ones are allowed, because Unicode versions differ. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u;

/** The records of a log in order, each checked against the format and against earlier ones. */
export function* records(data: Uint8Array): Generator<readonly [line: number, record: Entry]> {
  const place = new Place();
  let sum = "";
  let start = 0;
  for (let line = 1; line === 1 || start < data.length; line++) {
    const end = data.indexOf(NEWLINE, start);
    if (end < 0) throw new Improper(line, later("The line is cut short."));
    const bytes = data.subarray(start, end);
    let body: Uint8Array;
    [body, sum] = unsummed(line, bytes, sum);
    const record = read(line, body);
    place.take(line, record);
    yield [line, record];
    start = end + 1;
    if (start === data.length) place.end(line);
  }
}

function unsummed(line: number, bytes: Uint8Array, before: string): [Uint8Array, string] {
  const end = new TextDecoder().decode(bytes.subarray(-SUM_BYTES));
  const sum = /^,"sum":"([0-9a-f]{16})"\}$/.exec(end)?.[1];
  if (sum === undefined) throw new Improper(line, later("It does not end with a checksum."));
  const body = concatBytes(bytes.subarray(0, -SUM_BYTES), utf8ToBytes("}"));
  const digest = sha256(concatBytes(utf8ToBytes(`${before}\n`), body));
  if (bytesToHex(digest).slice(0, 16) !== sum) {
    const reason = later("The checksum does not match: the line was changed, or one before it is missing.");
    throw new Improper(line, reason);
  }
  return [body, sum];
}

function read(line: number, body: Uint8Array): Entry {
  const record = parsed(line, body);
  const kind = record["kind"];
  const known = typeof kind === "string" && Object.hasOwn(FIELDS, kind) ? (kind as Entry["kind"]) : null;
  if (known === null || !fits(record, ["kind", ...fieldsOf(known, record["schema"])])) {
    throw new Improper(line, later("The fields do not match any kind of record."));
  }
  if (!WELL_FORMED[known](record)) {
    throw new Improper(line, later("A field of the record has the wrong type."));
  }
  if (known === "header" && hashOf(record["edition"]) !== record["edition_hash"]) {
    throw new Improper(line, later("The edition does not match the hash in the header."));
  }
  return record as unknown as Entry;
}

/** A record as plain data; its JSON must be spelled in the one allowed way. */
function parsed(line: number, body: Uint8Array): Plain {
  let text: string;
  let data: unknown;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
    data = JSON.parse(text);
  } catch {
    throw new Improper(line, later("The line is not JSON."));
  }
  if (!isTable(data)) throw new Improper(line, later("The line is not JSON."));
  if (JSON.stringify(data) !== text) {
    throw new Improper(line, later("The record is not written in the form that logs require."));
  }
  return data;
}

/** Headers of schema 1 have no origin. */
function fieldsOf(kind: Entry["kind"], schema: unknown): readonly string[] {
  return kind === "header" && schema === 1 ? FIELDS.header.slice(0, -1) : FIELDS[kind];
}

const WELL_FORMED: Readonly<Record<Entry["kind"], (record: Plain) => boolean>> = {
  header: ({ schema, game, options, seats, edition, chance, origin }) =>
    (schema === 1 || schema === 2) &&
    typeof game === "string" && // any game: the dice are checked in the same way
    isTable(options) &&
    Object.values(options).every((choice) => typeof choice === "string") &&
    Array.isArray(seats) &&
    seats.length >= 2 &&
    seats.length <= 6 &&
    seats.every(isSeat) &&
    isTable(edition) &&
    isChance(chance) &&
    isOrigin(origin ?? null),
  entropy: ({ seat, value }) => isWhole(seat) && isDigits(value),
  step: ({ seq, seat, id, command, draws, events }) =>
    isWhole(seq) &&
    isWhole(seat) &&
    typeof id === "string" &&
    isTable(command) &&
    Array.isArray(draws) &&
    draws.every(isDraw) &&
    Array.isArray(events) &&
    events.every(isTable),
  undone: ({ seq, to }) => isWhole(seq) && isWhole(to),
  revealed: ({ seed }) => isDigits(seed),
};

function isSeat(seat: unknown): boolean {
  if (!isTable(seat) || !fits(seat, ["name", "policy"])) return false;
  const { name, policy } = seat;
  const words = [name, policy ?? ""];
  return words.every((word) => typeof word === "string" && !UNPRINTABLE.test(word));
}

function isChance(chance: unknown): boolean {
  if (!isTable(chance)) return false;
  if (fits(chance, ["kind", "commitment"])) {
    return chance["kind"] === "committed" && isDigits(chance["commitment"]);
  }
  const { kind, number } = chance;
  return (
    fits(chance, ["kind", "number"]) &&
    kind === "numbered" &&
    Number.isInteger(number) &&
    Math.abs(number as number) <= 2 ** 53
  );
}

function isOrigin(origin: unknown): boolean {
  if (origin === null) return true;
  if (!isTable(origin) || !fits(origin, ["log", "step", "hidden"])) return false;
  const { log, step, hidden } = origin;
  return isDigits(log) && isWhole(step) && step >= 1 && (hidden === "kept" || hidden === "anew");
}

function isDraw(draw: unknown): boolean {
  if (!Array.isArray(draw) || draw.length !== 4) return false;
  const [stream, index, n, value] = draw as unknown[];
  return (
    typeof stream === "string" &&
    STREAM.test(stream) &&
    isWhole(index) &&
    isWhole(n) &&
    isWhole(value) &&
    value < n &&
    n <= 2 ** 32
  );
}

/** Whether it has exactly these fields, in this order. */
function fits(record: Plain, fields: readonly string[]): boolean {
  const found = Object.keys(record);
  return found.length === fields.length && fields.every((field, i) => found[i] === field);
}

function isTable(data: unknown): data is Plain {
  return typeof data === "object" && data !== null && !Array.isArray(data);
}

function isWhole(data: unknown): data is number {
  return Number.isSafeInteger(data) && (data as number) >= 0;
}

function isDigits(data: unknown): boolean {
  return typeof data === "string" && DIGITS.test(data);
}

function hashOf(edition: unknown): string {
  return bytesToHex(sha256(utf8ToBytes(canonical(edition))));
}

/** JSON with keys sorted by code point. */
function canonical(data: unknown): string {
  if (Array.isArray(data)) return `[${data.map(canonical).join(",")}]`;
  if (!isTable(data)) return JSON.stringify(data);
  const keys = Object.keys(data).sort(byCodePoint);
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(data[key])}`).join(",")}}`;
}

function byCodePoint(one: string, other: string): number {
  const [first, second] = [Array.from(one), Array.from(other)];
  const differs = first.findIndex((letter, i) => letter !== second[i]);
  if (differs < 0) return first.length - second.length;
  return (first[differs]?.codePointAt(0) ?? 0) - (second[differs]?.codePointAt(0) ?? -1);
}

/** The state while reading a log: which record may come next. */
class Place {
  #header: Header | null = null;
  #entropy = new Set<number>();
  #seq = 0;
  #lastDrawn = 0;
  #revealed = false;

  take(line: number, record: Entry): void {
    const reason = this.#objection(record);
    if (reason !== null) throw new Improper(line, reason);
    if (record.kind === "header") this.#header = record;
    if (record.kind === "entropy") this.#entropy.add(record.seat);
    if (record.kind === "step" && record.draws.length > 0) this.#lastDrawn = record.seq;
    if (record.kind === "step" || record.kind === "undone") this.#seq = record.seq;
    if (record.kind === "revealed") this.#revealed = true;
  }

  /** Checks that all records taken over from another match are there. */
  end(line: number): void {
    if (this.#seq < this.#brought) {
      throw new Improper(line, later("Records taken over from another match are missing."));
    }
  }

  get #brought(): number {
    return this.#header?.origin?.step ?? 0;
  }

  #objection(record: Entry): Text | null {
    if ((record.kind === "header") !== (this.#header === null)) {
      return later("A log must start with its header and must not have another one.");
    }
    if (this.#revealed) return later("Nothing may follow the revealed seed.");
    const seats = this.#header?.seats ?? [];
    if ("seat" in record && record.seat >= seats.length) return later("There is no such seat.");
    switch (record.kind) {
      case "header":
        return null;
      case "entropy":
        if (this.#seq > 0) return later("Random digits were added after the first step.");
        if (seats[record.seat]?.policy !== null) return later("A bot added random digits.");
        return this.#entropy.has(record.seat) ? later("A seat added random digits twice.") : null;
      case "step":
        return this.#misnumbered(record.seq);
      case "undone":
        if (record.to >= record.seq - 1) return later("There is no step to take back.");
        if (record.to < this.#lastDrawn) return later("A step with a random draw was taken back.");
        if (record.to < this.#brought && record.seq > this.#brought) {
          return later("A record taken over from another match was taken back.");
        }
        return this.#misnumbered(record.seq);
      case "revealed":
        return this.#header?.chance.kind === "numbered"
          ? later("A match whose dice come from a known number has no seed to reveal.")
          : null;
    }
  }

  #misnumbered(seq: number): Text | null {
    const expected = this.#seq + 1;
    return seq === expected
      ? null
      : later("Record number {found} is where number {expected} should be.", { found: seq, expected });
  }
}
