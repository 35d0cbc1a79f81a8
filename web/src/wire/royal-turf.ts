// Made by `make protocol` from the server's types: change those, not this.

/** What moving a horse would do: how many spaces it is due, and the progress where it ends. */
export type Advance = readonly [horse: number, due: number, to: number];

/** A token on a horse's betting area. */
export type Bet = readonly [seat: number, horse: number, value: number];

/** RT3.3, RT3.4: any of these token values on any of these horses. */
export interface BetOffer {
  readonly type: "bet";
  readonly id: string;
  readonly values: readonly number[];
  readonly horses: readonly number[];
}

/** A token was placed; viewers who may not know its value see None (RT3.3, RT6.3). */
export interface BetPlaced {
  readonly type: "bet_placed";
  readonly seat: number;
  readonly horse: number;
  readonly value: number | null;
}

export interface BettingScene {
  readonly type: "betting";
  readonly grid: Grid;
  readonly first: number;
  readonly book: Book;
}

/** A horse that could not move its full distance, and the horse in its way (RT4.5). */
export type Blocked = readonly [horse: number, went: number, blocker: number];

/** The bets of this race: the tokens as placed, the viewer's unplaced tokens, what they pay. */
export interface Book {
  readonly bets: readonly SeenBet[];
  readonly hand: readonly number[];
  readonly pays: readonly Pays[];
  readonly pace_pays: number;
  readonly last_costs: number;
}

/** Another card of a placed horse waits beside the pile (RT2.4). */
export interface CardSetAside {
  readonly type: "card_set_aside";
  readonly card: number;
}

/** Another card of a placed horse went under the pile, for all to see (RT2.4). */
export interface CardSlidUnder {
  readonly type: "card_slid_under";
  readonly card: number;
}

/** The pile consists of these cards, in an order that nobody knows (RT2.1, RT2.4, RT2.5). */
export interface CardsShuffled {
  readonly type: "cards_shuffled";
  readonly cards: readonly number[];
}

/**
 * The race: `order` from first to last, and `rides` for the horses in `moved`.
 *
 * The viewer's offer: for each horse that may be backed, the `columns` that its bets would reach,
 * null if some are face down; the horses that would be `blocked`; the horses that would come
 * `home`, and the `place` that any of them would take.
 */
export interface Derived {
  readonly order?: readonly number[];
  readonly rides?: readonly (LastRide | null)[];
  readonly columns?: readonly (readonly (number | null)[] | null)[];
  readonly blocked?: readonly Blocked[];
  readonly home?: readonly number[];
  readonly place?: number | null;
  readonly settled?: readonly Settled[];
}

export interface DieRolled {
  readonly type: "die_rolled";
  readonly seat: number;
  readonly symbol: "cap" | "head" | "saddle" | "shoe";
}

/** Who bets and rolls first, and why (RT3.1, RT3.2). */
export interface FirstBettorFound {
  readonly type: "first_bettor_found";
  readonly seat: number;
  readonly how: "drawn" | "named" | "richest";
}

/** The runners: each horse's card in play and the progress it started from. */
export interface Grid {
  readonly cards: readonly number[];
  readonly starts: readonly number[];
}

/** This horse crossed the line in this place, and leaves the track (RT4.9). */
export interface HorseFinished {
  readonly type: "horse_finished";
  readonly horse: number;
  readonly place: number;
}

/** A horse was due to move `due` spaces, and moved from `origin` to `to` (RT4.5). */
export interface HorseMoved {
  readonly type: "horse_moved";
  readonly seat: number;
  readonly horse: number;
  readonly due: number;
  readonly origin: number;
  readonly to: number;
}

/** A card was turned for a horse not yet placed; it takes the foremost free space (RT2.3). */
export interface HorsePlaced {
  readonly type: "horse_placed";
  readonly horse: number;
  readonly card: number;
  readonly start: number;
}

/** Who moved a horse in this round, and how far. */
export type LastRide = readonly [seat: number, went: number];

/** value x figure x factor to the bank for the last horse, or all there is (RT5.5, RT5.10). */
export interface LossPaid {
  readonly type: "loss_paid";
  readonly seat: number;
  readonly horse: number;
  readonly value: number;
  readonly figure: number;
  readonly factor: number;
  readonly due: number;
  readonly amount: number;
}

/** Every horse still racing has moved: all are free again (RT4.4). */
export interface MarksCleared {
  readonly type: "marks_cleared";
}

/** The richest players have won (RT5.11). */
export interface MeetingEnded {
  readonly type: "meeting_ended";
  readonly winners: readonly number[];
}

/** Move this horse by the number that its card shows for the rolled symbol (RT4.2). */
export interface MoveHorse {
  readonly type: "move_horse";
  readonly offer: string;
  readonly horse: number;
}

/** RT4.2: any of these horses, each with the space where it would end. */
export interface MoveOffer {
  readonly type: "move";
  readonly id: string;
  readonly symbol: "cap" | "head" | "saddle" | "shoe";
  readonly moves: readonly Advance[];
}

/** The host names the first bettor (RT3.1, RT3.2). */
export interface NameFirst {
  readonly type: "name_first";
  readonly offer: string;
  readonly seat: number;
}

/** RT3.1, RT3.2: the host names one of these seats. */
export interface NameOffer {
  readonly type: "name";
  readonly id: string;
  readonly among: readonly number[];
}

export interface Naming {
  readonly type: "naming";
  readonly grid: Grid;
  readonly among: readonly number[];
}

/** The host must name one of these seats as the first bettor (RT3.1, RT3.2). */
export interface NamingAsked {
  readonly type: "naming_asked";
  readonly among: readonly number[];
}

export interface Over {
  readonly type: "over";
  readonly winners: readonly number[];
}

/** value x figure x factor for the horse with the pace token (RT5.4). */
export interface PacePaid {
  readonly type: "pace_paid";
  readonly seat: number;
  readonly horse: number;
  readonly value: number;
  readonly figure: number;
  readonly factor: number;
  readonly amount: number;
}

/** This horse is the first to reach or pass the pace space (RT4.8). */
export interface PaceTaken {
  readonly type: "pace_taken";
  readonly horse: number;
}

/** A settled race, all of it public. */
export interface PastRace {
  readonly grid: Grid;
  readonly first: number;
  readonly bets: readonly Bet[];
  readonly unplayed: readonly (readonly number[])[];
  readonly progress: readonly number[];
  readonly podium: readonly number[];
  readonly pace: number | null;
  readonly last: number;
  readonly rounds: number;
  readonly rides: readonly Ride[];
  readonly payments: readonly (PlacePaid | PacePaid | LossPaid)[];
}

/**
 * What a horse would pay now, as far as the viewer can know.
 *
 * Pounds for a single bet on a place; 0 if there are no bets to pay (RT5.1).
 */
export type Pays = readonly [bets: number | readonly [number, number], first: number | readonly [number, number], second: number | readonly [number, number], third: number | readonly [number, number]];

/**
 * The cards still to be turned.
 *
 * Nobody knows the order of the `shuffled` cards, so none is stored: turning one is a draw among
 * them. The cards `under` them are in a known order, the next one first (RT2.6).
 */
export interface Pile {
  readonly shuffled: readonly number[];
  readonly under: readonly number[];
}

/** Place a token of this value on this horse (RT3.3). */
export interface PlaceBet {
  readonly type: "place_bet";
  readonly offer: string;
  readonly value: number;
  readonly horse: number;
}

/** value x figure x factor, with the figure for this place and column (RT5.2, RT5.3, RT5.7). */
export interface PlacePaid {
  readonly type: "place_paid";
  readonly seat: number;
  readonly horse: number;
  readonly place: number;
  readonly value: number;
  readonly column: number;
  readonly figure: number;
  readonly factor: number;
  readonly amount: number;
}

/** The track is empty and the pace token is on its space (RT2.2). */
export interface RaceOpened {
  readonly type: "race_opened";
  readonly race: number;
}

/** Players get their tokens back, and these cards leave the game (RT5.9, RT2.5). */
export interface RaceSettled {
  readonly type: "race_settled";
  readonly retired: readonly number[];
}

/** All bets are placed; this seat rolls first (RT4.1). */
export interface RaceStarted {
  readonly type: "race_started";
  readonly seat: number;
}

/** The third horse is home; the horse furthest behind is last (RT4.10). */
export interface RaceStopped {
  readonly type: "race_stopped";
  readonly last: number;
}

export interface RacingScene {
  readonly type: "racing";
  readonly grid: Grid;
  readonly first: number;
  readonly book: Book;
  readonly progress: readonly number[];
  readonly moved: readonly number[];
  readonly podium: readonly number[];
  readonly pace: number | null;
  readonly round: number;
  readonly rides: readonly Ride[];
  readonly rolled: "cap" | "head" | "saddle" | "shoe" | null;
}

/** A turn of the race that was taken; its place in the list determines the seat. */
export type Ride = readonly [symbol: "cap" | "head" | "saddle" | "shoe", horse: number, to: number];

/** Roll the die (RT4.2). */
export interface RollDie {
  readonly type: "roll_die";
  readonly offer: string;
}

export interface RollOffer {
  readonly type: "roll";
  readonly id: string;
}

/** A token as a viewer sees it; the value is None if it is face down for them. */
export type SeenBet = readonly [seat: number, horse: number, value: number | null];

/**
 * A past race: its order, each seat's money before it and its gain.
 *
 * `totals` has the seat's money after each payment.
 */
export type Settled = readonly [order: readonly number[], before: readonly number[], gains: readonly number[], totals: readonly number[]];

/** The host opens the meeting of three races. */
export interface StartMeeting {
  readonly type: "start_meeting";
  readonly offer: string;
}

export interface StartOffer {
  readonly type: "start";
  readonly id: string;
}

/** All tokens are turned over, including those never placed (RT6.3). */
export interface TokensRevealed {
  readonly type: "tokens_revealed";
  readonly bets: readonly Bet[];
  readonly unplayed: readonly (readonly number[])[];
}

/** A view as it is sent, with what the rules derive from it. */
export interface View {
  readonly viewer: number | null;
  readonly to_act: readonly number[];
  readonly race: number;
  readonly money: readonly number[];
  readonly pile: Pile;
  readonly gone: readonly number[];
  readonly past: readonly PastRace[];
  readonly scene: Waiting | Naming | BettingScene | RacingScene | Over;
  readonly derived: Derived;
}

/** The players take their seats; the host has not opened the meeting yet. */
export interface Waiting {
  readonly type: "waiting";
}

export type Command = StartMeeting | NameFirst | PlaceBet | RollDie | MoveHorse;

export type Event =
  | CardsShuffled
  | RaceOpened
  | HorsePlaced
  | CardSetAside
  | CardSlidUnder
  | NamingAsked
  | FirstBettorFound
  | BetPlaced
  | RaceStarted
  | DieRolled
  | HorseMoved
  | PaceTaken
  | HorseFinished
  | MarksCleared
  | RaceStopped
  | TokensRevealed
  | PlacePaid
  | PacePaid
  | LossPaid
  | RaceSettled
  | MeetingEnded;

export type Offer = StartOffer | NameOffer | BetOffer | RollOffer | MoveOffer;

/** The game for the messages of its tables. */
export interface RoyalTurf {
  readonly command: Command;
  readonly event: Event;
  readonly offer: Offer;
  readonly view: View;
}
