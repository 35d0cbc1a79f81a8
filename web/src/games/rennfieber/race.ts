/** A race as board, table and controls read it: places, slips, what pays, how far a move goes. */

import type { RacingScene, View, Way, Ways } from "../../wire/rennfieber.ts";
import { oddsFor, type Edition } from "./edition.ts";
import { HOME, crosses, far, space, type Track } from "./geometry.ts";
import type { Play } from "./phrases.ts";

/** The colours from first to last. */
export function order(track: Track, scene: RacingScene): number[] {
  const out = scene.at.flatMap((at, colour) => (at === HOME ? [] : [colour]));
  const done = (colour: number) =>
    far(track, scene.at[colour] ?? 0, scene.crossed[colour] ?? 0);
  return [...scene.home, ...out.sort((one, other) => done(other) - done(one))];
}

/** The colours from the inside lane outward. */
export function byLane(runners: readonly { readonly lane: number }[]): number[] {
  return runners
    .map((_, colour) => colour)
    .sort((one, other) => (runners[one]?.lane ?? 0) - (runners[other]?.lane ?? 0));
}

/** The place that a runner would have at the end of this way, 0 for first. */
export function placeAt(track: Track, scene: RacingScene, runner: number, way: Way): number {
  const [end, steps] = way;
  if (end === HOME) return scene.home.length;
  let at = scene.at[runner] ?? 0;
  let crossed = scene.crossed[runner] ?? 0;
  for (const to of steps) {
    if (crosses(track, at, to)) crossed += 1;
    at = to;
  }
  const mine = far(track, end, crossed);
  const before = scene.at.filter(
    (other, colour) =>
      colour !== runner &&
      other !== HOME &&
      far(track, other, scene.crossed[colour] ?? 0) > mine + 1e-9,
  );
  return scene.home.length + before.length;
}

/** The ends of a move by lane, the furthest first; 0 is home. */
export function landings(track: Track, ways: Ways): Map<number, Way[]> {
  const first = ways.ways.map(([, steps]) => steps[0]).find((at) => at !== undefined && at !== HOME);
  const start = first === undefined ? 0 : space(track, first).centre - 1;
  const done = ([to]: Way) => (to === HOME ? 9 : (space(track, to).centre - start + 8) % 4);
  const found = new Map<number, Way[]>();
  for (const way of [...ways.ways].sort((one, other) => done(other) - done(one))) {
    const lane = way[0] === HOME ? 0 : space(track, way[0]).lane;
    found.set(lane, [...(found.get(lane) ?? []), way]);
  }
  return new Map([...found].sort(([one], [other]) => one - other));
}

/** How many slips lie on a colour (RF5.3). */
export function slipsOn(scene: RacingScene, colour: number): number {
  return scene.slips.reduce((sum, own) => sum + (own[colour] ?? 0), 0);
}

/** The odds if it wins, in tenths; null where nobody has it. Only slips settle them beforehand. */
export function pays(edition: Edition, scene: RacingScene, colour: number): number | null {
  const all = scene.runners.reduce((sum, _, other) => sum + slipsOn(scene, other), 0);
  return oddsFor(edition, all, slipsOn(scene, colour));
}

/** The parts of a sum such as 4 + 1 = 5. */
export interface Sum {
  readonly die: number;
  readonly parts: readonly { readonly amount: number; readonly why: "level" | "slow" | "card" }[];
  readonly total: number;
  /** A card takes the bonus away (RF6.14). */
  readonly barred: boolean;
  readonly level: string;
}

/** RF6.3, RF6.6, RF6.14: how far the runner whose turn it is goes with this play, and why. */
export function sumOf(edition: Edition, view: View, scene: RacingScene, play: Play): Sum | null {
  if (scene.dice === null || scene.extra !== null) return null;
  const horse = scene.runners[scene.turn]?.horse ?? 0;
  const level = edition.horses[horse]?.levels[view.horses[horse]?.level ?? 0] ?? "0";
  const force = (scene.force[scene.turn] ?? []).flatMap((card) => edition.gallop[card] ?? []);
  const slow = force.reduce((sum, card) => sum + (card.effect === "slow" ? card.amount : 0), 0);
  const barred = force.some((card) => card.effect === "no_bonus");
  const [die] = scene.dice;
  const bonus = level === "5-" ? -1 : !barred && die <= Number(level[0]) ? 1 : 0;
  const further = {
    none: 0,
    durchbruch: 0,
    karriere: edition.karriere,
    durchbruch_as_karriere: edition.karriere,
    kept_gallop: force.find((card) => card.effect === "keep")?.amount ?? 0,
  }[play];
  const parts = [
    { amount: bonus, why: "level" as const },
    { amount: -slow, why: "slow" as const },
    { amount: further, why: "card" as const },
  ].filter((part) => part.amount !== 0);
  const total = Math.max(die + bonus - slow + further, 1);
  return { die, parts, total, barred: barred && level !== "5-", level };
}

/** RF6.2: after the move a gallop card is drawn. */
export function drawsGallop(die: number): boolean {
  return die === 1 || die === 6;
}

