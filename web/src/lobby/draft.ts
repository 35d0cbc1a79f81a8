/** The plan of a new table: plain data, copied on every change. */

import { GAMES } from "../games/index.ts";
import type { Figures } from "../lib/api.ts";
import type { GameInfo, NewTable, OptionInfo } from "../wire/http.ts";

/** Who will take a seat: this person, a friend with the link, or a bot with this policy. */
export type Place = { readonly who: "me" | "friend" } | { readonly who: "bot"; readonly policy: string };

export interface Draft {
  readonly game: string;
  readonly seats: readonly Place[];
  /** The choices made by hand; the others are suggestions or defaults. */
  readonly chosen: Readonly<Record<string, string>>;
  /** The figures of an edition of one's own; null for the standard edition. */
  readonly figures: Figures | null;
  readonly listed: boolean;
  /** Seconds for each turn; null for no limit. */
  readonly clock: number | null;
}

export const SEATS = [2, 3, 4, 5, 6] as const; // RT1.1, RF1.1
export const CLOCKS = [null, 60, 600, 3_600, 86_400, 259_200] as const;
const USUAL = 4;
const ME: Place = { who: "me" };
const FRIEND: Place = { who: "friend" };

/** The default bot: a punter if the game has one, otherwise the last policy. */
function usualPolicy(game: GameInfo): string {
  const policy = game.policies.find((name) => name === "punter") ?? game.policies.at(-1);
  if (policy === undefined) throw new Error(`no bot plays ${game.name}`);
  return policy;
}

/** The default plan: one seat for this person, the others for bots or friends. */
export function firstDraft(game: GameInfo, withFriends: boolean): Draft {
  const other: Place = withFriends ? FRIEND : { who: "bot", policy: usualPolicy(game) };
  const seats = [ME, ...Array<Place>(USUAL - 1).fill(other)];
  return { game: game.name, seats, chosen: {}, figures: null, listed: false, clock: null };
}

/** Changes the number of seats; new seats are filled like the last one. */
export function withSeats(draft: Draft, count: number): Draft {
  const last = draft.seats.at(-1) ?? FRIEND;
  const more = last.who === "me" ? FRIEND : last;
  const seats = Array.from({ length: count }, (_, seat) => draft.seats[seat] ?? more);
  return { ...draft, seats };
}

/** Changes who takes a seat. When this person moves, the old seat goes to a friend. */
export function withPlace(draft: Draft, at: number, place: Place): Draft {
  const left = (other: Place): Place => (place.who === "me" && other.who === "me" ? FRIEND : other);
  return { ...draft, seats: draft.seats.map((now, seat) => (seat === at ? place : left(now))) };
}

export function withChoice(draft: Draft, option: string, choice: string): Draft {
  return { ...draft, chosen: { ...draft.chosen, [option]: choice } };
}

/** The choices recommended for this number of seats. */
export function suggested(draft: Draft): Readonly<Record<string, string>> {
  const advice = GAMES.get(draft.game)?.advice;
  return advice !== undefined && draft.seats.length <= advice.most ? advice.choices : {};
}

/** The current choice of an option: made by hand, recommended, or the default. */
export function choiceOf(draft: Draft, option: OptionInfo): string {
  const known = draft.chosen[option.name] ?? suggested(draft)[option.name];
  return known ?? option.choices[0]?.name ?? "";
}

/** The options that apply, given the other choices. */
export function optionsOf(draft: Draft, game: GameInfo): readonly OptionInfo[] {
  const { onlyWith = {}, first = [] } = GAMES.get(game.name) ?? {};
  const meant = game.options.filter((option) => {
    const only = onlyWith[option.name];
    const other = game.options.find(({ name }) => name === only?.[0]);
    return only === undefined || other === undefined || choiceOf(draft, other) === only[1];
  });
  const isFirst = ({ name }: OptionInfo) => Number(first.includes(name));
  return meant.toSorted((one, other) => isFirst(other) - isFirst(one));
}

/** The request to the server, which fills in the defaults. */
export function wanted(draft: Draft, game: GameInfo): NewTable {
  const chosen = optionsOf(draft, game)
    .map((option) => [option, choiceOf(draft, option)] as const)
    .filter(([option, choice]) => choice !== option.choices[0]?.name)
    .map(([option, choice]) => [option.name, choice] as const);
  return {
    game: draft.game,
    seats: draft.seats.map((place) => (place.who === "bot" ? place.policy : null)),
    options: Object.fromEntries(chosen),
    edition: draft.figures,
    listed: draft.listed,
    clock: draft.clock,
  };
}

/** Whether the match can start at once, because nobody else has to join. */
export function isComplete(draft: Draft): boolean {
  return draft.seats.every((place) => place.who !== "friend");
}

export function ownSeat(draft: Draft): number | null {
  const seat = draft.seats.findIndex((place) => place.who === "me");
  return seat === -1 ? null : seat;
}
