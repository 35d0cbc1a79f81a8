/** Real logs, and forged ones. */

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { verify, verifyGently, type Verdict } from "./verify.ts";

const FOLDER = new URL("../../../tests/replays/", import.meta.url);
const LOGS = ["royal-turf", "rennfieber"].flatMap((game) =>
  readdirSync(new URL(game, FOLDER)).map((file) => `${game}/${file}`),
);
const load = (name: string): string => readFileSync(new URL(name, FOLDER), "utf-8");
const verdict = (log: string): Verdict => verify(new TextEncoder().encode(log)).verdict;
const openLog = load("royal-turf/schema-1-open.jsonl");
const lines = openLog.trimEnd().split("\n");

/** Writes new checksums, as a forger would. */
function resummed(changed: readonly string[]): string {
  let sum = "";
  return changed
    .map((line) => {
      const body = `${line.slice(0, -26)}}`;
      sum = createHash("sha256").update(`${sum}\n${body}`).digest("hex").slice(0, 16);
      return `${body.slice(0, -1)},"sum":"${sum}"}\n`;
    })
    .join("");
}

const changed = (line: number, from: string | RegExp, to: string, log = lines): string[] => {
  const altered = log.with(line, log[line]!.replace(from, to));
  expect(altered[line]).not.toBe(log[line]); // otherwise the test would check nothing
  return altered;
};

interface Line {
  readonly seq?: number;
  readonly draws?: readonly unknown[];
  readonly origin?: { readonly step: number } | null;
}

/** The first line with a roll of the die. */
const rolled = lines.findIndex((line) => line.includes('"draws":[["race/1/die",0,6,'));

describe("a real log", () => {
  test.each(LOGS)("%s is valid, draw by draw", (name) => {
    const [header, ...rest] = load(name)
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Line);
    const brought = header!.origin?.step ?? 0;
    const own = rest.filter(({ seq = 0 }) => seq > brought).flatMap(({ draws = [] }) => draws);
    expect(verdict(load(name))).toMatchObject({ holds: "yes", draws: own.length, brought });
  });

  test("shows its commitment, its seed and the entropy", async () => {
    const proof = await verifyGently(new TextEncoder().encode(openLog));
    expect(proof.verdict.holds).toBe("yes");
    expect(lines[0]).toContain(proof.evidence.commitment);
    expect(lines.at(-1)).toContain(proof.evidence.seed);
    expect(lines[1]).toContain(proof.evidence.entropy.get(0));
  });

  test("of an unfinished match proves nothing yet", () => {
    expect(verdict(`${lines.slice(0, -1).join("\n")}\n`)).toEqual({ holds: "unknown" });
  });
});

describe("a log that continues another match", () => {
  const child = load("royal-turf/schema-2-origin-anew.jsonl").trimEnd().split("\n");
  const at = (line: number, from: string | RegExp, to: string): string[] => changed(line, from, to, child);
  const brought = child.findIndex((line) => line.includes('"seq":22,'));
  const draw = /("race\/1\/[a-z_]+",\d+,\d+),\d+/;

  test("does not check the draws of that match", () => {
    const rolled = child.findIndex((line) => /"draws":\[\[/.test(line));
    expect(rolled).toBeLessThan(brought);
    expect(verdict(resummed(at(rolled, /(\[\["[a-z0-9/_]+",\d+,\d+),\d+/, "$1,1")))).toMatchObject({
      holds: "yes",
      brought: 22,
    });
  });

  test("has its own draws checked", () => {
    const rolled = child.findIndex((line, i) => i > brought && draw.test(line));
    const value = Number(/,(\d+)\]/.exec(draw.exec(child[rolled]!)![0] + "]")![1]);
    const other = value === 0 ? 1 : 0;
    expect(verdict(resummed(at(rolled, draw, `$1,${other}`)))).toMatchObject({
      holds: "no",
      line: rolled + 1,
    });
  });

  test.each([
    ["a hash of other letters", /"log":"[0-9a-f]{2}/, '"log":"XY'],
    ["no step", /"step":22/, '"step":0'],
    ["another word for what is hidden", /"hidden":"anew"/, '"hidden":"new"'],
    ["a field more", /"hidden":"anew"/, '"hidden":"anew","more":1'],
    ["another order", /"step":22,"hidden":"anew"/, '"hidden":"anew","step":22'],
  ])("is refused with %s", (_, from, to) => {
    expect(verdict(resummed(at(0, from, to)))).toMatchObject({ holds: "improper", line: 1 });
  });

  test("is refused if records of the other match are missing", () => {
    const found = verdict(resummed(at(0, '"step":22', '"step":9999')));
    expect(found).toMatchObject({ holds: "improper", line: child.length });
  });

  test("may not take back steps of the other match", () => {
    const bets = child.findIndex((line, i) => i > 2 && line.includes('"draws":[]'));
    const seq = Number(/"seq":(\d+)/.exec(child[bets]!)![1]);
    const undo = `{"kind":"undone","seq":${seq + 1},"to":${seq - 1},"sum":"0123456789abcdef"}`;
    const cut = [...child.slice(0, bets + 1), undo].with(0, child[0]!.replace('"step":22', `"step":${seq}`));
    expect(verdict(resummed(cut))).toMatchObject({ holds: "improper", line: bets + 2 });
    const before = cut.with(0, child[0]!.replace('"step":22', `"step":${seq - 1}`));
    expect(verdict(resummed(before))).toMatchObject({ holds: "unknown" });
  });
});

describe("a forged log", () => {
  test("with another value for a roll", () => {
    const value = Number(/"race\/1\/die",0,6,(\d)/.exec(lines[rolled]!)![1]);
    const other = (value + 1) % 6;
    const forged = changed(rolled, `0,6,${value}`, `0,6,${other}`);
    expect(verdict(resummed(forged))).toEqual({
      holds: "no",
      line: rolled + 1,
      draw: "race/1/die 0",
      reason: { key: expect.any(String), args: { found: other, right: value } },
    });
  });

  test("with a skipped roll", () => {
    const forged = changed(rolled, '"race/1/die",0', '"race/1/die",1');
    expect(verdict(resummed(forged))).toMatchObject({ holds: "no", line: rolled + 1 });
  });

  test("with another seed", () => {
    const forged = changed(lines.length - 1, /"seed":"./, '"seed":"0');
    expect(verdict(resummed(forged))).toMatchObject({ holds: "no", line: lines.length, draw: "" });
  });

  test("with another seed and its commitment", () => {
    const seed = "00".repeat(32);
    const published = createHash("sha256")
      .update(Buffer.concat([Buffer.from("paddock/commit/1\n"), Buffer.from(seed, "hex")]))
      .digest("hex");
    const forged = changed(lines.length - 1, /"seed":"[0-9a-f]+/, `"seed":"${seed}`);
    forged[0] = forged[0]!.replace(/"commitment":"[0-9a-f]+/, `"commitment":"${published}`);
    const found = verdict(resummed(forged));
    expect(found).toMatchObject({ holds: "no", draw: expect.stringMatching(/^race\/1\//) });
  });

  test("with other entropy", () => {
    expect(verdict(resummed(changed(1, /"value":"../, '"value":"00')))).toMatchObject({ holds: "no" });
  });
});

describe("an improper log", () => {
  const improper = (log: string): [number, string] => {
    const found = verdict(log);
    if (found.holds !== "improper") throw new Error(`it is ${found.holds}`);
    return [found.line, found.reason.key];
  };

  test("a truncated line", () => {
    const cut = lines.with(40, lines[40]!.slice(0, 30));
    expect(improper(`${cut.join("\n")}\n`)).toEqual([41, "It does not end with a checksum."]);
  });

  test("a truncated end", () => {
    expect(improper(openLog.slice(0, -1))).toEqual([lines.length, "The line is cut short."]);
  });

  test("a missing line, or a changed line with its old checksum", () => {
    const sums = "The checksum does not match: the line was changed, or one before it is missing.";
    expect(improper(`${lines.toSpliced(40, 1).join("\n")}\n`)).toEqual([41, sums]);
    expect(improper(`${changed(rolled, "race/1/die", "race/2/die").join("\n")}\n`)).toEqual([
      rolled + 1,
      sums,
    ]);
  });

  test.each([
    ["entropy after the first step", lines.toSpliced(1, 1).toSpliced(2, 0, lines[1]!), 3],
    ["entropy of a bot", changed(1, '"seat":0', '"seat":1'), 2],
    ["entropy twice", lines.toSpliced(1, 0, lines[1]!), 3],
    ["entropy of nobody", changed(1, '"seat":0', '"seat":3'), 2],
    ["another number", changed(5, /"seq":\d+/, '"seq":99'), 6],
    ["another order of fields", changed(1, '"kind":"entropy","seat":0', '"seat":0,"kind":"entropy"'), 2],
    ["a space", changed(1, '"seat":0', '"seat": 0'), 2],
    ["a field twice", changed(1, '"seat":0', '"seat":0,"seat":0'), 2],
    ["a point in a number", changed(1, '"seat":0', '"seat":0.0'), 2],
    ["another edition", changed(0, '"pace":18', '"pace":19'), 1],
    ["another schema", changed(0, '"schema":1', '"schema":3'), 1],
    ["a schema that has an origin", changed(0, '"schema":1', '"schema":2'), 1],
    ["something after the seed", [...lines, lines.at(-1)!], lines.length + 1],
    ["a roll that the die does not have", changed(rolled, /0,6,\d/, "0,6,6"), rolled + 1],
    ["no header", lines.slice(1), 1],
    [
      "a roll taken back",
      [...lines.slice(0, rolled + 1), `{"kind":"undone","seq":${rolled},"to":0${" ".repeat(25)}}`],
      rolled + 2,
    ],
  ])("%s", (_, forged, line) => {
    expect(improper(resummed(forged))[0]).toBe(line);
  });

  test("nothing at all", () => {
    expect(improper("")[0]).toBe(1);
  });
});
