import { createHash, createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { hex, hmac, sha256, unhex, utf8 } from "./sha256.ts";

const bytes = (size: number): Uint8Array => Uint8Array.from({ length: size }, (_, i) => (i * 37) % 256);

describe("sha256", () => {
  test("is that of the standard", () => {
    expect(hex(sha256(utf8("abc")))).toBe(
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    );
  });

  test.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 1000])("agrees with node's for %i bytes", (size) => {
    const message = bytes(size);
    expect(hex(sha256(message))).toBe(createHash("sha256").update(message).digest("hex"));
  });
});

describe("hmac", () => {
  test.each([0, 32, 64, 65, 200])("agrees with node's for a key of %i bytes", (size) => {
    const made = createHmac("sha256", bytes(size)).update("race/2/die/0/0").digest("hex");
    expect(hex(hmac(bytes(size), utf8("race/2/die/0/0")))).toBe(made);
  });
});

test("hexadecimal digits are read back", () => {
  expect(unhex(hex(bytes(40)))).toEqual(bytes(40));
});
