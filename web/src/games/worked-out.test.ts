import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { words, workedOut } from "./worked-out.ts";

const read = (file: string) => readFileSync(file, "utf-8");
const WIRES = globSync("src/wire/*.ts").filter((file) => !/(table|http)\.ts$/.test(file));
const RULES = new Set([...WIRES, ...globSync("src/games/*/edition.ts")].flatMap((file) => [...words(read(file))]));
/** The games' faces, and all other files that import a game's messages. */
const FILES = globSync("src/**/*.{ts,svelte}").filter(
  (file) =>
    !file.includes(".test.") &&
    (/^src\/games\/.+\//.test(file) || WIRES.some((wire) => read(file).includes(wire.replace("src/", "")))),
);

/** Files that draw: they compute positions on the screen and times. */
const DRAW = [
  "rennfieber/Picture.svelte",
  "rennfieber/RaceCourse.svelte",
  "rennfieber/TrainingGround.svelte",
  "rennfieber/Turf.svelte",
  "rennfieber/geometry.ts",
  "rennfieber/motion.ts",
  "rennfieber/pace.ts",
  "royal-turf/Course.svelte",
  "royal-turf/Ground.svelte",
  "royal-turf/Infield.svelte",
  "royal-turf/Picture.svelte",
  "royal-turf/geometry.ts",
  "royal-turf/motion.ts",
].map((file) => `src/games/${file}`);

/** Computations allowed elsewhere, with the reason why they are not rules. */
const ALLOWED: readonly { readonly why: string; readonly in: Readonly<Record<string, readonly string[]>> }[] = [
  {
    why: "adds up what this person has picked, and compares it with the ranges of the offer (decision 0016)",
    in: {
      "games/rennfieber/BettingRing.svelte": ["sum + value"],
      "games/rennfieber/BidAct.svelte": [
        "offer.most >= offer.least",
        "offer.least + steps * step",
        "amount <= offer.most",
        "desk.bid <= offer.least",
        "desk.bid >= offer.most",
        "desk.bid += step",
        "desk.bid -= step",
        "amount - offer.least + step",
        "money - desk.bid",
      ],
      "games/rennfieber/HorsesAct.svelte": ["sum + price(horse)", "wanted - picked.length"],
      "games/rennfieber/Runners.svelte": ["sum + (on === colour ? value : 0)"],
      "games/rennfieber/desk.svelte.ts": [
        "Math.min(Math.max(wanted, offer.least), Math.max(offer.most, offer.least))",
        "Math.round(amount / step) * step",
        "others.length < horses.length",
        "others.length < most",
      ],
      "games/rennfieber/slips.ts": [
        "sum + (on === null ? 0 : (offer.slips[slip] ?? 0))",
        "backed(after).size > offer.colours",
        "staked(offer, after) > offer.most",
      ],
    },
  },
  {
    why: "counts what is there",
    in: {
      "games/rennfieber/Accounts.svelte": ["past.home.length > MANY", "lines >= past.payments.length"],
      "games/rennfieber/Auction.svelte": [
        "scene.shuffled.length + scene.under.length",
        "Math.max(scene.lots, 1)",
        "card.levels.length - 1",
      ],
      "games/rennfieber/BettingRing.svelte": ["lying(colour).length > 1"],
      "games/rennfieber/BidAct.svelte": ["short <= 1"],
      "games/rennfieber/Infield.svelte": ["(sum?.parts.length ?? 0) > 1"],
      "games/rennfieber/MoveAct.svelte": [
        "found.length > 1",
        "found.length - 1",
        "offer.plays.length > 1",
        "Math.max(here, 0)",
      ],
      "games/rennfieber/Programme.svelte": [
        "Math.max(...figures.programme.map((terms) => terms.prizes.length))",
      ],
      "games/rennfieber/Runners.svelte": ["scene.home.length < scene.runners.length"],
      "games/rennfieber/Stables.svelte": ["stables.length > 4"],
      "games/plain/Act.svelte": ["at < 9"],
      "games/plain/index.ts": ["winners.length + 1"],
      "games/royal-turf/Accounts.svelte": ["sum + lines.length", "Math.max(0, counted - begun)"],
      "games/royal-turf/Act.svelte": [
        "Math.max(1, hand.filter((held) => held === value).length)",
        "left(value) > 1",
      ],
      "games/royal-turf/Payouts.svelte": ["past.length - at", "factor > 1"],
      "games/royal-turf/Standings.svelte": ["past.length < all"],
    },
  },
  {
    why: "sorts data, or says at which place something is",
    in: {
      "games/rennfieber/HorsesAct.svelte": ["one - other"],
      "games/rennfieber/desk.svelte.ts": ["Math.min(...places)"],
      "games/rennfieber/edition.ts": ["one - other"],
      "games/rennfieber/race.ts": [
        "(runners[one]?.lane ?? 0) - (runners[other]?.lane ?? 0)",
        "done(other) - done(one)",
        "one - other",
      ],
      "games/rennfieber/slips.ts": ["one.value - other.value"],
      "games/royal-turf/Payouts.svelte": ["(low ?? 0) <= at", "at <= high"],
      "games/royal-turf/Runner.svelte": ["1 + run.order.indexOf(horse)"],
      "games/royal-turf/Standings.svelte": ["(now[other] ?? 0) - (now[one] ?? 0)"],
      "games/shared/meeting.ts": [
        "1 + money.filter((other) => other > (money[seat] ?? 0)).length",
        "one.place - other.place",
        "one.seat - other.seat",
      ],
    },
  },
  {
    why: "formats a number with its sign, decimal point or separators",
    in: {
      "games/rennfieber/Accounts.svelte": ["payment.amount < payment.due"],
      "games/rennfieber/BidAct.svelte": ['Number(field.value.replace(/\\D/g, ""))'],
      "games/rennfieber/Infield.svelte": ["Math.abs(part.amount)"],
      "games/rennfieber/phrases.ts": [
        "Math.floor(tenths / 10)",
        "tenths % 10",
        "-card.amount",
        "Number(level[0])",
      ],
      "games/royal-turf/settlement.ts": ["payment.amount < payment.due"],
      "games/shared/meeting.ts": ["-payment.amount"],
    },
  },
  {
    why: "says where something is drawn",
    in: {
      "games/rennfieber/art/Portrait.svelte": ["(horse * 5 + 1) % COATS.length"],
      "games/rennfieber/art/SilkPattern.svelte": ["colour === 2", "colour === 3", "colour === 4"],
      "games/rennfieber/race.ts": [
        "space(track, first).centre - 1",
        "(space(track, to).centre - start + 8) % 4",
      ],
      "games/royal-turf/Standings.svelte": ["Math.max(1, ...now)", "(100 * money) / most"],
      "games/royal-turf/preview.ts": ["due - went", "to + 1 + beyond"],
    },
  },
  {
    why: "moves from one choice to the next",
    in: { "games/shared/row.ts": ["(start + by + row.length) % row.length"] },
  },
  {
    why: "combines data from several places, or with what this person has picked",
    in: {
      "games/rennfieber/edition.ts": ["...race"],
      "games/rennfieber/labels.ts": ["...STRETCHES"],
      "games/royal-turf/run.ts": ["...scene", "...resting", "...run"],
    },
  },
];

/** Words for money and dice: no drawing may calculate with them. */
const NEVER_DRAWN = new Set(
  ("amount bets bonus bounds factor factors fee figure gains karriere money odds pays prices price prizes " +
    "race_die slips stake stakes tenths totals winnings").split(" "),
);

const allowed = (file: string): readonly string[] =>
  ALLOWED.flatMap((reason) => reason.in[file.replace("src/", "")] ?? []);

test("the rule words come from both games' messages and figures", () => {
  expect(RULES).toContain("race_die");
  expect(RULES).toContain("pace_pays");
  expect(RULES).toContain("karriere");
  expect(RULES).not.toContain("names");
  expect(FILES.length).toBeGreaterThan(60);
});

describe("server data is looked up, and no rule is computed from it", () => {
  test.each(FILES.filter((file) => !DRAW.includes(file)))("in %s", (file) => {
    // Something new here? Let the server put it into the view or the offer (`derived.py` of the game).
    expect(new Set(workedOut(file, read(file), RULES))).toEqual(new Set(allowed(file)));
  });

  test.each(DRAW)("not even in the drawing of %s, except positions and times", (file) => {
    expect(workedOut(file, read(file), NEVER_DRAWN)).toEqual([]);
  });

  test("no exception is listed for a file that is gone", () => {
    const named = ALLOWED.flatMap((reason) => Object.keys(reason.in)).map((file) => `src/${file}`);
    expect([...named, ...DRAW].filter((file) => !FILES.includes(file))).toEqual([]);
  });
});

/** Rules as somebody might write them in the client, with the file. */
const PLANTED: readonly (readonly [rule: string, file: string, code: string])[] = [
  ["RF5.4", "slips.ts", "const most = view.money - scene.runners.length * terms.fee;"],
  ["RF6.2", "race.ts", "const draws = (die: number) => [1, 6].includes(die);"],
  ["RF6.3", "race.ts", "function far({ dice }: Scene) { let total = dice.race_die; total++; return total; }"],
  ["RF6.3", "race.ts", "const far = ({ race_die: thrown }: Dice) => thrown + 1;"],
  ["RF6.3", "race.ts", "const plus = (far: number) => far + 1; const total = plus(scene.dice.race_die);"],
  ["RF7.3", "race.ts", "const pays = row.odds[row.bounds.findIndex((bound) => all * 100 < bound * on)];"],
  ["RF7.6", "settlement.ts", "let all = 0; for (const one of past.stakes) all += one;"],
  ["RF6.3", "race.ts", "const [die] = scene.dice; const total = die + (die <= Number(level[0]) ? 1 : 0);"],
  ["RF6.2", "race.ts", "export const draws = (die: number): boolean => die === 6;"],
  ["RF6.15", "race.ts", "export const lap = (scene: Scene, colour: number) => (scene.crossed[colour] ?? 0) + 1;"],
  ["RF7.3", "edition.ts", "const row = figures.bounds.findIndex((bound) => onAll * 100 < bound * onWinner);"],
  ["RF9.1", "edition.ts", 'const price = card.price + (now.endsWith("+") ? Number(now[0]) * 1_000 : 0);'],
  ["RF11.10", "Payouts.svelte", "{#each figures.slips as slip}<td>{number((slip * tenths) / 10)}</td>{/each}"],
  ["RT4.1", "run.ts", "const seat = (run.first + turn) % seats;"],
  ["RT4.5", "preview.ts", "const blocker = run.progress.indexOf(to);"],
  ["RT4.5", "preview.ts", "const blocker = run.progress.findIndex((there) => there === to);"],
  ["RT4.3", "run.ts", "const after = { ...run, progress: run.progress.with(event.horse, event.to) };"],
  ["RT4.5", "preview.ts", "for (let at = to + 1; at <= origin + due; at++) taken.push(at);"],
  ["RT5.2", "tote.ts", "const paid = row[Math.min(bets, row.length) - 1];"],
  ["RT5.7", "Payouts.svelte", "<td>{number(figure * factor)}</td>"],
  ["RT5.10", "settlement.ts", "const left = view.money.map((purse) => Math.max(purse - due, 0));"],
];

test.each(PLANTED)("a planted rule is found: %s in %s", (_, file, code) => {
  expect(workedOut(file, code, RULES)).not.toEqual([]);
});

test("a lookup is not reported", () => {
  const code = `
    const [, bonus, card, total] = derived.throw.lengths[PLAYS.indexOf(play)];
    const paid = constants.payouts[view.race - 1]?.map((row) => row[column]);
    const text = "odds: " + odds(tenths);`;
  expect(workedOut("looked-up.ts", code, RULES)).toEqual([]);
});
