import { describe, expect, it } from "vitest";
import { checksum, patched } from "./delta.ts";

describe("a delta", () => {
  it("replaces, removes and enters fields, and keeps the rest as it is", () => {
    const old = { kept: { deep: 1 }, gone: 2, changed: null, inner: { a: 1, b: 2 } };
    const now = patched(old, { gone: [], changed: [[3]], inner: { b: [null] }, added: [true] });
    expect(now).toEqual({ kept: { deep: 1 }, changed: [3], inner: { a: 1, b: null }, added: true });
    expect(now.kept).toBe(old.kept);
    expect(old).toEqual({ kept: { deep: 1 }, gone: 2, changed: null, inner: { a: 1, b: 2 } });
  });

  it("changes items of a list and adds some at its end", () => {
    const old = [1, { a: 1, b: 1 }, 3];
    expect(patched(old, { "1": { b: [2] }, "+": [4, [5]] })).toEqual([1, { a: 1, b: 2 }, 3, 4, [5]]);
    expect(old).toEqual([1, { a: 1, b: 1 }, 3]);
  });

  it("may replace the whole, or change nothing", () => {
    expect(patched({ a: 1 }, [{ b: 2 }])).toEqual({ b: 2 });
    expect(patched({ a: [1] }, {})).toEqual({ a: [1] });
  });
});

describe("a checksum", () => {
  // By Python: zlib.crc32(json.dumps(…, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode())
  it("is that of the server, whatever the order of the keys", () => {
    expect(checksum({ "9": [1, null, "ä"], a: { d: true, "10": -2 } })).toBe(3554340949);
    expect(checksum({ a: { "10": -2, d: true }, "9": [1, null, "ä"] })).toBe(3554340949);
  });
});
