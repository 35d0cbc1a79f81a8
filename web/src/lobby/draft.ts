/** A table that is being planned. All of it is plain data; every change makes a new one. */

import { GAMES } from "../games/index.ts";
import type { Figures } from "../lib/api.ts";
import type { GameInfo, NewTable, OptionInfo } from "../wire/http.ts";

/** Who is to sit there: this person, a friend who comes by the link, or the bot of that policy. */
export type Place = { readonly who: "me" | "friend" } | { readonly who: "bot"; readonly policy: string };

export interface Draft {
  readonly game: string;
  readonly seats: readonly Place[];
  /** What the person has chosen by hand; the rest is as suggested. */
  readonly chosen: Readonly<Record<string, string>>;
  /** An own edition's figures; null for the standard one. */
  readonly figures: Figures | null;
  readonly listed: boolean;
  /** Seconds for each turn; null for as long as it takes. */
  readonly clock: number | null;
}

export const SEATS = [2, 3, 4, 5, 6] as const; // RT1.1, RF1.1
export const CLOCKS = [null, 60, 600, 3_600, 86_400, 259_200] as const;
const USUAL = 4;
const ME: Place = { who: "me" };
const FRIEND: Place = { who: "friend" };

/** The bot that sits down where nobody says which: the best that there is. */
function usualPolicy(game: GameInfo): string {
  const policy = game.policies.find((name) => name === "punter") ?? game.policies.at(-1);
  if (policy === undefined) throw new Error(`no bot plays ${game.name}`);
  return policy;
}

/** Good for a first game: a seat for this person, and bots, or friends, on the others. */
export function firstDraft(game: GameInfo, withFriends: boolean): Draft {
  const other: Place = withFriends ? FRIEND : { who: "bot", policy: usualPolicy(game) };
  const seats = [ME, ...Array<Place>(USUAL - 1).fill(other)];
  return { game: game.name, seats, chosen: {}, figures: null, listed: false, clock: null };
}

/** So many seats: new ones are filled as the last one is. */
export function withSeats(draft: Draft, count: number): Draft {
  const last = draft.seats.at(-1) ?? FRIEND;
  const more = last.who === "me" ? FRIEND : last;
  const seats = Array.from({ length: count }, (_, seat) => draft.seats[seat] ?? more);
  return { ...draft, seats };
}

/** One person sits on one seat: whoever takes another leaves the first to a friend. */
export function withPlace(draft: Draft, at: number, place: Place): Draft {
  const left = (other: Place): Place => (place.who === "me" && other.who === "me" ? FRIEND : other);
  return { ...draft, seats: draft.seats.map((now, seat) => (seat === at ? place : left(now))) };
}

export function withChoice(draft: Draft, option: string, choice: string): Draft {
  return { ...draft, chosen: { ...draft.chosen, [option]: choice } };
}

/** What the game advises for so many. */
export function suggested(draft: Draft): Readonly<Record<string, string>> {
  const advice = GAMES.get(draft.game)?.advice;
  return advice !== undefined && draft.seats.length <= advice.most ? advice.choices : {};
}

/** The choice of an option as it stands: by hand, as suggested, or the first. */
export function choiceOf(draft: Draft, option: OptionInfo): string {
  const known = draft.chosen[option.name] ?? suggested(draft)[option.name];
  return known ?? option.choices[0]?.name ?? "";
}

/** The options that mean anything, as the others stand. */
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

/** As it is asked of the server, which knows what is left out. */
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

/** Whether the match can begin at once: there is nobody to wait for. */
export function isComplete(draft: Draft): boolean {
  return draft.seats.every((place) => place.who !== "friend");
}

export function ownSeat(draft: Draft): number | null {
  const seat = draft.seats.findIndex((place) => place.who === "me");
  return seat === -1 ? null : seat;
}
