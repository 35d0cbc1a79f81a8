/** The test values of docs/formats/chance.md. */

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { expect, test } from "vitest";
import { commitment, drawn, matchKey, seedOfNumber } from "./chance.ts";

const seed = Uint8Array.from({ length: 32 }, (_, i) => i);
const entropy = new Map([
  [2, new Uint8Array(32).fill(255)],
  [0, sha256(utf8ToBytes("lucky"))],
]);
const key = matchKey(seed, entropy);

test("the commitment", () => {
  expect(commitment(seed)).toBe("f5d14cabe25502a56513f57480f454ce1b6671d8821ffe6e22e03f320516a18f");
});

test("the key, without and with entropy", () => {
  expect(bytesToHex(matchKey(seed, new Map()))).toBe(
    "4bb15028f9ec2b66bd2b48cd080a9f09d62e47a09160c432084f3c4f0e26402e",
  );
  expect(bytesToHex(key)).toBe("faee14f227230f5ad83aed579668a0a8e124dc4e574c43cda4476c522bba05ce");
});

test.each([
  ["race/1/card", 0, 21, 9],
  ["race/1/card", 1, 20, 10],
  ["race/1/first", 0, 4, 2],
  ["race/1/die", 2, 6, 4],
  ["training/1/card", 0, 45, 34],
  ["race/1/gallop", 0, 25, 9],
])("%s %i of %i", (stream, index, n, value) => {
  expect(drawn(key, stream, index, BigInt(n))).toBe(BigInt(value));
});

test("words at or above the limit are rejected", () => {
  const n = 2n ** 63n + 1n;
  expect(drawn(key, "x", 0, n)).toBe(994007396566497251n);
  expect(drawn(key, "x", 4, n)).toBe(7015062388363384751n);
});

test("the seed of a number", () => {
  expect(seedOfNumber(7)).toEqual(
    hexToBytes("c65de92ccaee29887d6172830a7ef18d7beec6e24fcdad30133345581ff96e96"),
  );
});
