import { describe, expect, test } from "vitest";
import { format, formatPlaces, MASKS, type Matrix, patterns, qr, remainder, times, versionCode, zigzag } from "./qr.ts";

/** Reads a code as a camera's program would after it has found the modules; checks what it reads. */
function read(code: Matrix): string {
  const version = (code.length - 17) / 4;
  const at = ([row, column]: readonly [number, number]): number => Number(code[row]![column]);
  const formats = formatPlaces(code.length).map((places) =>
    places.reduce((sum, place, bit) => sum + (at(place) << bit), 0),
  );
  const mask = [0, 1, 2, 3, 4, 5, 6, 7].find((mask) => format(mask) === formats[0]);
  if (mask === undefined || formats[1] !== formats[0]) throw new Error("no format");
  const bits = [...zigzag(patterns(version))].map(
    ([row, column]) => at([row, column]) ^ Number(MASKS[mask]!(row, column)),
  );
  const words = Array.from({ length: Math.floor(bits.length / 8) }, (_, word) =>
    bits.slice(8 * word, 8 * word + 8).reduce((value, bit) => 2 * value + bit, 0),
  );
  const blocks = apart(words, version);
  for (const block of blocks) expect(syndromes(block)).toEqual([]);
  const sent = blocks.flatMap((block) => block.data);
  expect(sent[0]! >> 4).toBe(4); // bytes
  const stream = sent.map((word) => word.toString(2).padStart(8, "0")).join("").slice(4);
  const long = version < 10 ? 8 : 16;
  const length = parseInt(stream.slice(0, long), 2);
  const bytes = Array.from({ length }, (_, byte) =>
    parseInt(stream.slice(long + 8 * byte, long + 8 * byte + 8), 2),
  );
  return new TextDecoder().decode(new Uint8Array(bytes));
}

interface Block {
  readonly data: number[];
  readonly correction: number[];
}

// Table 9 of the standard, error correction M: [blocks, data codewords of each, correction].
const BLOCKS: Readonly<Record<number, readonly (readonly [number, number])[]>> = {
  1: [[1, 16]],
  2: [[1, 28]],
  3: [[1, 44]],
  4: [[2, 32]],
  5: [[2, 43]],
  6: [[4, 27]],
  7: [[4, 31]],
  8: [[2, 38], [2, 39]],
  9: [[3, 36], [2, 37]],
  10: [[4, 43], [1, 44]],
};

function apart(words: readonly number[], version: number): Block[] {
  const lengths = BLOCKS[version]!.flatMap(([many, length]) => Array<number>(many).fill(length));
  const blocks = lengths.map((): Block => ({ data: [], correction: [] }));
  let next = 0;
  for (let turn = 0; turn < Math.max(...lengths); turn++) {
    blocks.forEach((block, at) => {
      if (turn < lengths[at]!) block.data.push(words[next++]!);
    });
  }
  while (next < words.length) for (const block of blocks) block.correction.push(words[next++]!);
  return blocks;
}

/** Those that are not nought: the message read as a polynomial, at each power of 2. */
function syndromes({ data, correction }: Block): number[] {
  const found: number[] = [];
  for (let power = 0, x = 1; power < correction.length; power++, x = times(x, 2)) {
    found.push([...data, ...correction].reduce((sum, word) => times(sum, x) ^ word, 0));
  }
  return found.filter((value) => value !== 0);
}

describe("a QR code", () => {
  test.each([1, 14, 15, 26, 42, 62, 84, 85, 106, 107, 122, 123, 152, 153, 180, 181, 213])(
    "of %d letters can be read",
    (length) => {
      const text = "http://192.168.178.20:8000/table/".repeat(7).slice(0, length);
      expect(read(qr(text))).toBe(text);
    },
  );

  test("grows when the text no longer fits", () => {
    expect([14, 15, 26, 27, 106, 107, 213].map((length) => qr("x".repeat(length)).length)).toEqual([
      21, 25, 25, 29, 41, 45, 57,
    ]);
    expect(() => qr("x".repeat(214))).toThrow(RangeError);
  });

  test("holds more than English letters", () => {
    expect(read(qr("Grüße aus Köln £"))).toBe("Grüße aus Köln £");
  });

  test("has the standard's check bits", () => {
    expect(format(5).toString(2).padStart(15, "0")).toBe("100000011001110");
    expect(versionCode(7).toString(2).padStart(18, "0")).toBe("000111110010010100");
  });

  test("has the standard's correction: the words of HELLO WORLD, version 1, level M", () => {
    const words = [32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17];
    expect(remainder(words, 10)).toEqual([196, 35, 39, 119, 235, 215, 231, 226, 93, 23]);
  });

  test("has its three finders and the dark module", () => {
    const code = qr("http://192.168.178.20:8000/");
    const last = code.length - 1;
    const row = (i: number, j: number): string =>
      code[i]!.slice(j, j + 7).map((dark) => (dark ? "#" : ".")).join("");
    for (const [i, j] of [[0, 0], [0, last - 6], [last - 6, 0]] as const) {
      expect([0, 1, 2, 3, 4, 5, 6].map((step) => row(i + step, j))).toEqual([
        "#######", "#.....#", "#.###.#", "#.###.#", "#.###.#", "#.....#", "#######",
      ]);
    }
    expect(code[last - 7]![8]).toBe(true);
  });
});
