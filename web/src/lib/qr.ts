/**
 * QR codes (ISO/IEC 18004) for the addresses of tables: bytes, error correction M, versions 1 to 10.
 *
 * Three steps: the text becomes codewords with their correction; the codewords are laid out among
 * the fixed patterns; of the eight masks the one that disturbs a reader least is put over them.
 */

/** What a version holds: codewords in all, those of correction in each block, and blocks. */
type Shape = readonly [all: number, correction: number, blocks: number];

const SHAPES: readonly Shape[] = [
  [26, 10, 1],
  [44, 16, 1],
  [70, 26, 1],
  [100, 18, 2],
  [134, 24, 2],
  [172, 16, 4],
  [196, 18, 4],
  [242, 22, 4],
  [292, 22, 5],
  [346, 26, 5],
];
const BYTES = 0b0100; // the mode
const LEVEL_M = 0b00;

/** Rows of modules; true is dark. */
export type Matrix = readonly (readonly boolean[])[];

/** The smallest code that holds the text. */
export function qr(text: string): Matrix {
  const bytes = new TextEncoder().encode(text);
  const version = SHAPES.findIndex((shape, index) => bytes.length <= room(shape, index + 1)) + 1;
  if (version === 0) throw new RangeError(`${bytes.length} bytes are too many for a QR code`);
  const bits = interleave(data(bytes, version), shapeOf(version));
  const codes = MASKS.map((_, mask) => draw(version, bits, mask));
  const best = codes.map(penalty).reduce((a, b) => Math.min(a, b));
  return codes.find((code) => penalty(code) === best)!;
}

function shapeOf(version: number): Shape {
  return SHAPES[version - 1]!;
}

const lengthBits = (version: number): number => (version < 10 ? 8 : 16);

function room([all, correction, blocks]: Shape, version: number): number {
  return Math.floor((8 * (all - correction * blocks) - 4 - lengthBits(version)) / 8);
}

function data(bytes: Uint8Array, version: number): number[] {
  const [all, correction, blocks] = shapeOf(version);
  const bits: number[] = [];
  const put = (value: number, length: number): void => {
    for (let bit = length - 1; bit >= 0; bit--) bits.push((value >> bit) & 1);
  };
  put(BYTES, 4);
  put(bytes.length, lengthBits(version));
  bytes.forEach((byte) => put(byte, 8));
  put(0, 4); // the end; with the mode's four bits it makes whole bytes
  const words = Array.from({ length: bits.length / 8 }, (_, word) =>
    bits.slice(8 * word, 8 * word + 8).reduce((value, bit) => 2 * value + bit, 0),
  );
  for (let pad = 0xec; words.length < all - correction * blocks; pad ^= 0xec ^ 0x11) words.push(pad);
  return words;
}

/** The blocks' codewords in turn, then those of their correction, as bits. */
function interleave(words: readonly number[], [, correction, blocks]: Shape): number[] {
  const short = Math.floor(words.length / blocks);
  const longer = words.length % blocks; // so many blocks, the last ones, have one more
  const parts: (readonly number[])[] = [];
  for (let block = 0, from = 0; block < blocks; block++) {
    const length = short + (block >= blocks - longer ? 1 : 0);
    parts.push(words.slice(from, from + length));
    from += length;
  }
  const ordered = [...inTurn(parts), ...inTurn(parts.map((part) => remainder(part, correction)))];
  return ordered.flatMap((word) => Array.from({ length: 8 }, (_, bit) => (word >> (7 - bit)) & 1));
}

function inTurn(parts: readonly (readonly number[])[]): number[] {
  const longest = Math.max(...parts.map((part) => part.length));
  return Array.from({ length: longest }, (_, index) =>
    parts.flatMap((part) => part.slice(index, index + 1)),
  ).flat();
}

// Reed and Solomon's field of 256 elements, by powers of 2 modulo x^8 + x^4 + x^3 + x^2 + 1.
const POWER: number[] = [];
const LOG: number[] = [];
for (let power = 0, value = 1; power < 255; power++) {
  POWER.push(value);
  LOG[value] = power;
  value = value << 1 > 255 ? (value << 1) ^ 0x11d : value << 1;
}

export function times(a: number, b: number): number {
  return a === 0 || b === 0 ? 0 : POWER[(LOG[a]! + LOG[b]!) % 255]!;
}

/** The codewords of correction: what is left of the message after division. */
export function remainder(words: readonly number[], length: number): number[] {
  let divisor = [1];
  for (let root = 0; root < length; root++) {
    const scaled = divisor.map((factor) => times(factor, POWER[root]!));
    divisor = [...divisor, 0].map((factor, at) => factor ^ (scaled[at - 1] ?? 0));
  }
  const rest = [...words, ...Array<number>(length).fill(0)];
  words.forEach((_, at) => {
    const lead = rest[at]!;
    divisor.forEach((factor, step) => (rest[at + step]! ^= times(factor, lead)));
  });
  return rest.slice(words.length);
}

export const MASKS: readonly ((row: number, column: number) => boolean)[] = [
  (i, j) => (i + j) % 2 === 0,
  (i) => i % 2 === 0,
  (_, j) => j % 3 === 0,
  (i, j) => (i + j) % 3 === 0,
  (i, j) => (Math.floor(i / 2) + Math.floor(j / 3)) % 2 === 0,
  (i, j) => ((i * j) % 2) + ((i * j) % 3) === 0,
  (i, j) => (((i * j) % 2) + ((i * j) % 3)) % 2 === 0,
  (i, j) => (((i + j) % 2) + ((i * j) % 3)) % 2 === 0,
];

function draw(version: number, bits: readonly number[], mask: number): boolean[][] {
  const fixed = patterns(version);
  write(fixed, formatPlaces(fixed.length), format(mask));
  if (version >= 7) write(fixed, versionPlaces(fixed.length), versionCode(version));
  const masked = MASKS[mask]!;
  const path = [...zigzag(fixed)];
  path.forEach(([row, column], at) => {
    fixed[row]![column] = (bits[at] === 1) !== masked(row, column);
  });
  return fixed.map((row) => row.map((module) => module ?? false));
}

/** Fixed modules; null where data goes. */
type Grid = (boolean | null)[][];

/** Finders, timing and alignment, with the places of format and version kept free. */
export function patterns(version: number): Grid {
  const size = 17 + 4 * version;
  const grid: Grid = Array.from({ length: size }, () => Array<boolean | null>(size).fill(null));
  const square = (top: number, left: number, rings: readonly boolean[]): void => {
    const reach = rings.length - 1;
    for (let i = -reach; i <= reach; i++) {
      for (let j = -reach; j <= reach; j++) {
        const row = grid[top + i];
        if (row === undefined || row[left + j] === undefined) continue;
        row[left + j] = rings[Math.max(Math.abs(i), Math.abs(j))]!;
      }
    }
  };
  for (let at = 0; at < size; at++) grid[6]![at] = grid[at]![6] = at % 2 === 0;
  for (const [row, column] of alignment(version)) square(row, column, [true, false, true]);
  const finder = [true, true, false, true, false];
  for (const [row, column] of [[3, 3], [3, size - 4], [size - 4, 3]] as const) {
    square(row, column, finder);
  }
  for (const [row, column] of formatPlaces(size).flat()) grid[row]![column] ??= false;
  grid[size - 8]![8] = true;
  if (version >= 7) for (const [row, column] of versionPlaces(size).flat()) grid[row]![column] = false;
  return grid;
}

function alignment(version: number): [number, number][] {
  if (version === 1) return [];
  const last = 10 + 4 * version;
  const lines = version < 7 ? [6, last] : [6, last / 2 + 3, last];
  const taken = (i: number, j: number): boolean =>
    (i === 6 && j === 6) || (i === 6 && j === last) || (i === last && j === 6);
  return lines.flatMap((i) => lines.map((j): [number, number] => [i, j])).filter(([i, j]) => !taken(i, j));
}

type Places = readonly (readonly [number, number])[];

/** Twice the fifteen modules of the format, lowest bit first. */
export function formatPlaces(size: number): readonly [Places, Places] {
  const around = [0, 1, 2, 3, 4, 5, 7, 8];
  const one: Places = [
    ...around.map((row) => [row, 8] as const),
    ...around.slice(0, 7).reverse().map((column) => [8, column] as const),
  ];
  const other: Places = Array.from({ length: 15 }, (_, bit) =>
    bit < 8 ? ([8, size - 1 - bit] as const) : ([size - 15 + bit, 8] as const),
  );
  return [one, other];
}

function versionPlaces(size: number): readonly [Places, Places] {
  const one = Array.from({ length: 18 }, (_, bit) => [Math.floor(bit / 3), size - 11 + (bit % 3)] as const);
  return [one, one.map(([row, column]) => [column, row] as const)];
}

/** A code with its check bits: the remainder modulo a polynomial of that degree. */
function checked(value: number, degree: number, polynomial: number): number {
  let rest = value << degree;
  for (let bit = 31; bit >= degree; bit--) if ((rest >>> bit) & 1) rest ^= polynomial << (bit - degree);
  return (value << degree) | rest;
}

export function format(mask: number): number {
  return checked((LEVEL_M << 3) | mask, 10, 0b10100110111) ^ 0b101010000010010;
}

export function versionCode(version: number): number {
  return checked(version, 12, 0b1111100100101);
}

function write(grid: Grid, places: readonly Places[], code: number): void {
  for (const way of places) {
    way.forEach(([row, column], bit) => (grid[row]![column] = ((code >> bit) & 1) === 1));
  }
}

/** The free modules in the order of the data: up and down in pairs of columns, from the right. */
export function* zigzag(grid: Grid): Generator<[number, number]> {
  const size = grid.length;
  let up = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5; // the upright timing pattern has a column of its own
    for (let step = 0; step < size; step++) {
      const row = up ? size - 1 - step : step;
      for (const column of [right, right - 1]) if (grid[row]![column] === null) yield [row, column];
    }
    up = !up;
  }
}

const LIKE_A_FINDER = [/(?=10111010000)/g, /(?=00001011101)/g];

/** How much a code may disturb a reader: long runs, blocks, false finders, too dark or too light. */
function penalty(code: Matrix): number {
  const size = code.length;
  const columns = code.map((_, at) => code.map((row) => row[at]!));
  const lines = [...code, ...columns].map((line) => line.map((dark) => (dark ? "1" : "0")).join(""));
  let sum = 0;
  for (const line of lines) {
    for (const run of line.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
    for (const pattern of LIKE_A_FINDER) sum += 40 * (line.match(pattern)?.length ?? 0);
  }
  for (let i = 1; i < size; i++) {
    for (let j = 1; j < size; j++) {
      const dark = code[i]![j];
      if (code[i - 1]![j] === dark && code[i]![j - 1] === dark && code[i - 1]![j - 1] === dark) sum += 3;
    }
  }
  const share = code.flat().filter(Boolean).length / size ** 2;
  return sum + 10 * Math.floor(Math.abs(20 * share - 10));
}
