// Made by `make protocol` from the server's types: change those, not this.

/** All have what they must have; what is left leaves the game (RF2.1). */
export interface AuctionClosed {
  readonly type: "auction_closed";
  readonly unsold: readonly number[];
}

/** For sale, in an order nobody knows or in a known one; `short` is how many each must buy. */
export interface AuctionOpened {
  readonly type: "auction_opened";
  readonly number: number;
  readonly shuffled: readonly number[];
  readonly under: readonly number[];
  readonly short: readonly number[];
  readonly first: number;
}

export interface AuctionScene {
  readonly type: "auction";
  readonly number: number;
  readonly shuffled: readonly number[];
  readonly under: readonly number[];
  readonly short: readonly number[];
  readonly next: number;
  readonly lots: number;
  readonly drawn: number;
  readonly unsold: number;
  readonly lot: SeenLot | null;
}

export interface BettingScene {
  readonly type: "betting";
  readonly runners: readonly Runner[];
  readonly most: readonly number[];
  readonly confirmed: readonly boolean[];
  readonly own: readonly Stake[] | null;
}

/** An offer for the horse on sale; 0 to drop out or to make none (RF2.5). */
export interface Bid {
  readonly type: "bid";
  readonly offer: string;
  readonly amount: number;
}

/** An open offer, 0 for none or no further one; and who is still in, the next one first. */
export interface BidMade {
  readonly type: "bid_made";
  readonly seat: number;
  readonly amount: number;
  readonly bidders: readonly number[];
}

/** RF2.5, RF2.6, RF2.9: any hundred from `least` to `most`, or 0 for no offer. */
export interface BidOffer {
  readonly type: "bid";
  readonly id: string;
  readonly horse: number;
  readonly least: number;
  readonly most: number;
}

/** The horse that trains next (RF3.1). */
export interface ChooseTrainee {
  readonly type: "choose_trainee";
  readonly offer: string;
  readonly horse: number;
}

/** By training (RF3.5) or by a race (RF7.2), to this level of the horse's scale. */
export interface ConditionChanged {
  readonly type: "condition_changed";
  readonly horse: number;
  readonly level: number;
}

/**
 * How many cards of each kind are still to be drawn, and how many lie discarded.
 *
 * No order is kept: drawing a card is a draw among all of them.
 */
export interface Deck {
  readonly cards: readonly number[];
  readonly discards: readonly number[];
}

/**
 * Of the race: the runners from first to last; of each the slips on it, and what it would pay
 * in tenths, if it won (no odds where money makes them, null where nobody has it); the throw.
 *
 * Of what may be chosen: by play and way, the place there, 1 for first; the plays whose full
 * length is blocked; the horses that may not run; the most that the viewer can stake; by horse,
 * what the bank pays.
 *
 * `face_down` are the horses whose condition no screen shows this viewer (RF4.4).
 */
export interface Derived {
  readonly order?: readonly number[];
  readonly slips?: readonly number[];
  readonly odds?: readonly (number | null)[];
  readonly throw?: Throw | null;
  readonly places?: readonly (readonly number[])[];
  readonly short?: readonly ("durchbruch" | "durchbruch_as_karriere" | "karriere" | "kept_gallop" | "none")[];
  readonly barred?: readonly number[];
  readonly most?: number | null;
  readonly prices?: Readonly<Record<string, number>> | null;
  readonly settled?: readonly Settled[];
  readonly face_down?: readonly number[];
}

export type Dice = readonly [race_die: number, die: number];

export interface DiceOffer {
  readonly type: "dice";
  readonly id: string;
}

export interface DiceRolled {
  readonly type: "dice_rolled";
  readonly runner: number;
  readonly race_die: number;
  readonly die: number;
}

/** The horses that run for this seat, by number (RF4.1). */
export interface EnterRunners {
  readonly type: "enter_runners";
  readonly offer: string;
  readonly horses: readonly number[];
}

export interface EnteringScene {
  readonly type: "entering";
  readonly confirmed: readonly boolean[];
  readonly own: readonly number[] | null;
}

/** A seat has chosen; what, is its secret until all have (RF4.1). */
export interface EntryMade {
  readonly type: "entry_made";
  readonly seat: number;
  readonly horses: readonly number[] | null;
}

/** RF4.1: just so many of these horses run. */
export interface EntryOffer {
  readonly type: "entry";
  readonly id: string;
  readonly horses: readonly number[];
  readonly count: number;
  readonly race: number;
}

/** All players choose their runners at once (RF4.1). */
export interface EntryOpened {
  readonly type: "entry_opened";
  readonly race: number;
}

/** A gallop card lets the runner move on; with the race die if it was thrown again (RF6.13). */
export interface ExtraMove {
  readonly type: "extra_move";
  readonly runner: number;
  readonly length: number;
  readonly race_die: number | null;
}

/**
 * The deck was empty; the discards, without cards in force, are the deck again (RF6.10).
 *
 * `without` lie among the discards already, but are in force until the turn ends.
 */
export interface GallopDeckReformed {
  readonly type: "gallop_deck_reformed";
  readonly without?: readonly number[];
}

/** `stays` if it remains in force beyond this turn. */
export interface GallopDrawn {
  readonly type: "gallop_drawn";
  readonly runner: number;
  readonly card: number;
  readonly stays: boolean;
}

/** The next horse; these seats may bid, in this order (RF2.5). */
export interface HorseOffered {
  readonly type: "horse_offered";
  readonly horse: number;
  readonly bidders: readonly number[];
}

/**
 * To the highest offer (RF2.3), to a lone buyer (RF2.9), as nobody wanted any (RF2.7), or for
 * what cash there is (RF2.8).
 */
export interface HorseSold {
  readonly type: "horse_sold";
  readonly horse: number;
  readonly seat: number;
  readonly price: number;
  readonly how: "lone_buyer" | "nobody_wanted" | "offer" | "what_cash_there_is";
}

/** For its price and its condition; its kept cards are discarded unseen (RF9.1). */
export interface HorseSoldBack {
  readonly type: "horse_sold_back";
  readonly seat: number;
  readonly horse: number;
  readonly price: number;
}

/** It has reached the turf (RF3.4). */
export interface HorseTrained {
  readonly type: "horse_trained";
  readonly seat: number;
  readonly horse: number;
}

/** Without an offer it goes under the stack (RF2.4). */
export interface HorseUnsold {
  readonly type: "horse_unsold";
  readonly horse: number;
}

/** Runners by colour with their lanes, throws that broke ties; what each may stake (RF5.4). */
export interface LanesTaken {
  readonly type: "lanes_taken";
  readonly runners: readonly Runner[];
  readonly throws: readonly (readonly (readonly [number, number])[])[];
  readonly most: readonly number[];
}

/** How the length of a move comes about: what adds to the race die, and the sum. */
export type Length = readonly [bonus: number, slow: number, card: number, total: number];

export interface MeetingEnded {
  readonly type: "meeting_ended";
  readonly winners: readonly number[];
}

/** To the bank; what is not there is forgiven (RF1.9). */
export interface MoneyPaid {
  readonly type: "money_paid";
  readonly seat: number;
  readonly due: number;
  readonly amount: number;
  readonly why: "fee" | "fine" | "stakes" | "training";
}

/** From the bank. */
export interface MoneyReceived {
  readonly type: "money_received";
  readonly seat: number;
  readonly amount: number;
  readonly why: "training";
}

/** RF6.2 to RF6.5: every space that can be reached, with each card that may be played. */
export interface MoveOffer {
  readonly type: "move";
  readonly id: string;
  readonly runner: number;
  readonly plays: readonly Ways[];
}

/** Where the runner goes, and which card it plays for it (RF6.2, RF6.4); -1 is home. */
export interface MoveRunner {
  readonly type: "move_runner";
  readonly offer: string;
  readonly play: "durchbruch" | "durchbruch_as_karriere" | "karriere" | "kept_gallop" | "none";
  readonly to: number;
}

/**
 * A line of the chronicle of kept cards: drawn, played openly, sold unseen with its horse, or
 * (without seat and horse) the deck formed anew of what was undrawn and discarded.
 */
export type Note = readonly [what: "drawn" | "played" | "reformed" | "sold", seat: number, horse: number, kind: number | null];

/** Odds in tenths, from what lies on all and on the winner (RF7.3); none where nobody has it. */
export interface OddsSet {
  readonly type: "odds_set";
  readonly winner: number;
  readonly on_all: number;
  readonly on_winner: number;
  readonly tenths: number | null;
}

export interface Over {
  readonly type: "over";
  readonly winners: readonly number[];
}

/** A settled race, all of it public. */
export interface PastRace {
  readonly runners: readonly Runner[];
  readonly stakes: readonly (readonly Stake[])[];
  readonly home: readonly number[];
  readonly odds: OddsSet | null;
  readonly turns: number;
  readonly payments: readonly (PrizePaid | MoneyPaid | WinningsPaid)[];
}

/** All slips of this seat for the race, in any order (RF5.1). */
export interface PlaceSlips {
  readonly type: "place_slips";
  readonly offer: string;
  readonly stakes: readonly Stake[];
}

export interface PrizePaid {
  readonly type: "prize_paid";
  readonly seat: number;
  readonly runner: number;
  readonly place: number;
  readonly amount: number;
}

/** Slips are back with their players (RF7.6). */
export interface RaceSettled {
  readonly type: "race_settled";
}

/** The colours in their order of turns, where each stands, the gallop deck (RF6.1, RF6.10). */
export interface RaceStarted {
  readonly type: "race_started";
  readonly order: readonly number[];
  readonly at: readonly number[];
  readonly gallop: readonly number[];
}

/** The colours as they came in (RF6.8). */
export interface RaceStopped {
  readonly type: "race_stopped";
  readonly order: readonly number[];
}

export interface RacingScene {
  readonly type: "racing";
  readonly runners: readonly Runner[];
  readonly most: readonly number[];
  readonly own: readonly Stake[] | null;
  readonly slips: readonly (readonly number[])[];
  readonly order: readonly number[];
  readonly at: readonly number[];
  readonly crossed: readonly number[];
  readonly gallop: Deck;
  readonly force: readonly (readonly number[])[];
  readonly turn: number;
  readonly home: readonly number[];
  readonly turns: number;
  readonly race_dice: number;
  readonly gallops: number;
  readonly dice: Dice | null;
  readonly extra: number | null;
}

/** Throw race die and standard die (RF6.2). */
export interface RollDice {
  readonly type: "roll_dice";
  readonly offer: string;
}

/** Throw the standard die for the horse in training (RF3.2). */
export interface RollTraining {
  readonly type: "roll_training";
  readonly offer: string;
}

/** A horse in a race: its place in the list is its colour (RF1.8). */
export interface Runner {
  readonly horse: number;
  readonly seat: number;
  readonly lane: number;
}

/** Past the finish in this place (RF6.8); its gallop cards are no longer in force (RF6.10). */
export interface RunnerHome {
  readonly type: "runner_home";
  readonly runner: number;
  readonly place: number;
}

/**
 * Due so many spaces, it went along these, none if blocked; it has crossed the finish so often.
 *
 * `card` is the kept training card that it played, `spent` the gallop cards used up by the move.
 */
export interface RunnerMoved {
  readonly type: "runner_moved";
  readonly runner: number;
  readonly play: "durchbruch" | "durchbruch_as_karriere" | "karriere" | "kept_gallop" | "none";
  readonly due: number;
  readonly path: readonly number[];
  readonly crossed: number;
  readonly card?: number | null;
  readonly spent?: readonly number[];
}

/** A seat has chosen; what, is its secret until all have. */
export interface SaleMade {
  readonly type: "sale_made";
  readonly seat: number;
  readonly horses: readonly number[] | null;
}

/** RF9.1: just so many of these horses go to the bank. */
export interface SaleOffer {
  readonly type: "sale";
  readonly id: string;
  readonly horses: readonly number[];
  readonly count: number;
}

/** All players choose at once what to sell (RF9.1). */
export interface SaleOpened {
  readonly type: "sale_opened";
  readonly each: number;
}

/** A secret offer; whoever may not know it reads None. */
export interface SealedBidMade {
  readonly type: "sealed_bid_made";
  readonly seat: number;
  readonly amount: number | null;
}

export interface SealedBidsOpened {
  readonly type: "sealed_bids_opened";
  readonly bids: readonly (readonly [number, number])[];
}

/** A horse card: how many kept cards lie by it, and to its owner which. */
export interface SeenHorse {
  readonly owner: number | null;
  readonly level: number;
  readonly kept: number;
  readonly cards: readonly number[] | null;
  readonly ran_first: boolean;
}

/** The horse on sale; of sealed offers, who has made one, and the viewer's own. */
export interface SeenLot {
  readonly horse: number;
  readonly bidders: readonly number[];
  readonly holder: number | null;
  readonly standing: number;
  readonly sealed: readonly (readonly [number, number | null])[];
}

/** The horses sold to the bank before race 3 (RF9.1). */
export interface SellHorses {
  readonly type: "sell_horses";
  readonly offer: string;
  readonly horses: readonly number[];
}

export interface SellingScene {
  readonly type: "selling";
  readonly each: number;
  readonly confirmed: readonly boolean[];
  readonly own: readonly number[] | null;
}

/**
 * A past race: what each seat gained, R in hundredths (RF7.3).
 *
 * While nothing was paid since, also each seat's money before it, and after each payment its own.
 */
export interface Settled {
  readonly gains: readonly number[];
  readonly ratio?: number | null;
  readonly before?: readonly number[] | null;
  readonly totals?: readonly number[] | null;
}

/** How many slips each seat has on each colour, for all to see (RF5.3). */
export interface SlipsCounted {
  readonly type: "slips_counted";
  readonly slips: readonly (readonly number[])[];
}

/** RF5: these slips on at most so many of the colours, for at most this sum. */
export interface SlipsOffer {
  readonly type: "slips";
  readonly id: string;
  readonly slips: readonly number[];
  readonly runners: number;
  readonly colours: number;
  readonly most: number;
}

/** A seat has bet; on what and how much, is its secret until all have (RF5.3). */
export interface SlipsPlaced {
  readonly type: "slips_placed";
  readonly seat: number;
  readonly stakes: readonly Stake[] | null;
}

/** All slips are turned over (RF7.4). */
export interface SlipsTurned {
  readonly type: "slips_turned";
  readonly stakes: readonly (readonly Stake[])[];
}

/** One slip on one colour. */
export type Stake = readonly [colour: number, value: number];

/** The host opens the three races. */
export interface StartMeeting {
  readonly type: "start_meeting";
  readonly offer: string;
}

export interface StartOffer {
  readonly type: "start";
  readonly id: string;
}

/**
 * The dice as they lie: whether they bring a gallop card, and the length of the move, for each
 * play in the order of their names in `MoveRunner`; null without such a card in force.
 *
 * There are no lengths for a further move. `barred`: a gallop card takes the bonus away.
 */
export interface Throw {
  readonly gallop: boolean;
  readonly lengths?: readonly (Length | null)[];
  readonly barred?: boolean;
}

export interface TraineeChosen {
  readonly type: "trainee_chosen";
  readonly seat: number;
  readonly horse: number;
}

/** RF3.1: the next horse to train. */
export interface TraineeOffer {
  readonly type: "trainee";
  readonly id: string;
  readonly horses: readonly number[];
}

/** Horses waiting per seat, the one on the track and its space; `turn` once it has started. */
export interface Training {
  readonly type: "training";
  readonly number: number;
  readonly waiting: readonly (readonly number[])[];
  readonly trainee: readonly (number | null)[];
  readonly space: readonly number[];
  readonly started: boolean;
  readonly turn: number | null;
  readonly rolls: number;
  readonly cards: number;
}

/** A card for this horse; a kept one is its owner's secret and reads None to others (RF3.6). */
export interface TrainingCardDrawn {
  readonly type: "training_card_drawn";
  readonly seat: number;
  readonly horse: number;
  readonly card: number | null;
  readonly kept: boolean;
}

/** The deck was empty; the discards are the deck again (RF3.7). */
export interface TrainingDeckReformed {
  readonly type: "training_deck_reformed";
}

export interface TrainingOffer {
  readonly type: "training";
  readonly id: string;
}

/** These horses of each seat will train; the deck is undrawn and discarded cards together. */
export interface TrainingOpened {
  readonly type: "training_opened";
  readonly number: number;
  readonly horses: readonly (readonly number[])[];
}

/** The horse in training goes to this space (RF3.2). */
export interface TrainingRolled {
  readonly type: "training_rolled";
  readonly seat: number;
  readonly horse: number;
  readonly die: number;
  readonly to: number;
}

/** The highest die starts; ties were thrown again (RF3.1). */
export interface TrainingStarted {
  readonly type: "training_started";
  readonly seat: number;
  readonly throws: readonly (readonly (readonly [number, number])[])[];
}

/** Whose turn it is in training; None when all horses have trained. */
export interface TrainingTurn {
  readonly type: "training_turn";
  readonly seat: number | null;
}

export interface TurnBegan {
  readonly type: "turn_began";
  readonly runner: number;
}

export interface TurnMissed {
  readonly type: "turn_missed";
  readonly runner: number;
  readonly card: number;
}

/**
 * A view as it is sent, with what follows from it.
 *
 * `discards` are the training cards that lie open, by kind; kept ones are in the chronicle.
 */
export interface View {
  readonly viewer: number | null;
  readonly to_act: readonly number[];
  readonly race: number;
  readonly money: readonly number[];
  readonly horses: readonly SeenHorse[];
  readonly deck: number;
  readonly discards: readonly number[];
  readonly chronicle: readonly Note[];
  readonly past: readonly PastRace[];
  readonly scene: Waiting | AuctionScene | Training | EnteringScene | BettingScene | RacingScene | SellingScene | Over;
  readonly derived: Derived;
}

/** The players sit down; the host has not begun. */
export interface Waiting {
  readonly type: "waiting";
}

/** A space where the move may end, with a path that leads there. */
export type Way = readonly [to: number, path: readonly number[]];

/** What one way of playing allows. */
export interface Ways {
  readonly play: "durchbruch" | "durchbruch_as_karriere" | "karriere" | "kept_gallop" | "none";
  readonly length: number;
  readonly ways: readonly Way[];
}

/** Stake times odds, gross (RF7.5). */
export interface WinningsPaid {
  readonly type: "winnings_paid";
  readonly seat: number;
  readonly stake: number;
  readonly tenths: number;
  readonly amount: number;
}

export type Command =
  | StartMeeting
  | Bid
  | ChooseTrainee
  | RollTraining
  | EnterRunners
  | PlaceSlips
  | RollDice
  | MoveRunner
  | SellHorses;

export type Event =
  | AuctionOpened
  | HorseOffered
  | BidMade
  | SealedBidMade
  | SealedBidsOpened
  | HorseSold
  | HorseUnsold
  | AuctionClosed
  | TrainingOpened
  | TraineeChosen
  | TrainingStarted
  | TrainingRolled
  | TrainingDeckReformed
  | TrainingCardDrawn
  | HorseTrained
  | TrainingTurn
  | EntryOpened
  | EntryMade
  | LanesTaken
  | SaleOpened
  | SaleMade
  | HorseSoldBack
  | SlipsPlaced
  | SlipsCounted
  | SlipsTurned
  | RaceStarted
  | TurnBegan
  | TurnMissed
  | DiceRolled
  | RunnerMoved
  | GallopDrawn
  | GallopDeckReformed
  | ExtraMove
  | RunnerHome
  | RaceStopped
  | ConditionChanged
  | MoneyPaid
  | MoneyReceived
  | PrizePaid
  | OddsSet
  | WinningsPaid
  | MeetingEnded
  | RaceSettled;

export type Offer =
  | StartOffer
  | BidOffer
  | TraineeOffer
  | TrainingOffer
  | EntryOffer
  | SlipsOffer
  | DiceOffer
  | MoveOffer
  | SaleOffer;

/** The game for the messages of its tables. */
export interface Rennfieber {
  readonly command: Command;
  readonly event: Event;
  readonly offer: Offer;
  readonly view: View;
}
