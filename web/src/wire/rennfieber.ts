// Made by `make protocol` from the server's types: change those, not this.

/** All players have their horses; unsold horses leave the game (RF2.1). */
export interface AuctionClosed {
  readonly type: "auction_closed";
  readonly unsold: readonly number[];
}

/**
 * Horses for sale, in an unknown order or `under` them in a known one.
 *
 * `short` is how many horses each seat must buy.
 */
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

/** An open offer, or 0 for none; `bidders` may still bid, the next one first. */
export interface BidMade {
  readonly type: "bid_made";
  readonly seat: number;
  readonly amount: number;
  readonly bidders: readonly number[];
}

/** RF2.5, RF2.6, RF2.9: any multiple of 100 from `least` to `most`, or 0 for no bid. */
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

/** Training (RF3.5) or a race (RF7.2) moved the horse to this level of its scale. */
export interface ConditionChanged {
  readonly type: "condition_changed";
  readonly horse: number;
  readonly level: number;
}

/**
 * How many cards of each kind are still to be drawn, and how many are discarded.
 *
 * No order is stored: drawing a card is a draw among all of them.
 */
export interface Deck {
  readonly cards: readonly number[];
  readonly discards: readonly number[];
}

/**
 * The race: the runners from first to last; the slips on each runner, and its odds in tenths
 * (null if nobody has backed it; empty if the money staked decides the odds); the roll.
 *
 * The choices: for each way of each play, the runner's place at its end, 1 for first; the plays
 * whose full length is blocked (`short`); the horses that may not run (`barred`); the most that
 * the viewer can stake; what the bank pays for each horse.
 *
 * `face_down` are the horses whose condition no screen may show to this viewer (RF4.4).
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

/** The numbers of the horses that run for this seat (RF4.1). */
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

/** A seat has chosen its runners, which are secret until all have chosen (RF4.1). */
export interface EntryMade {
  readonly type: "entry_made";
  readonly seat: number;
  readonly horses: readonly number[] | null;
}

/** RF4.1: exactly `count` of these horses run. */
export interface EntryOffer {
  readonly type: "entry";
  readonly id: string;
  readonly horses: readonly number[];
  readonly count: number;
  readonly race: number;
}

/** All players choose their runners at the same time (RF4.1). */
export interface EntryOpened {
  readonly type: "entry_opened";
  readonly race: number;
}

/** A gallop card grants another move; `race_die` is set if it was rolled again (RF6.13). */
export interface ExtraMove {
  readonly type: "extra_move";
  readonly runner: number;
  readonly length: number;
  readonly race_die: number | null;
}

/**
 * The deck was empty; the discards form the new deck, except for cards in force (RF6.10).
 *
 * The cards in `without` are discarded already, but stay in force until the turn ends.
 */
export interface GallopDeckReformed {
  readonly type: "gallop_deck_reformed";
  readonly without?: readonly number[];
}

/** A gallop card; `stays` if it remains in force after this turn. */
export interface GallopDrawn {
  readonly type: "gallop_drawn";
  readonly runner: number;
  readonly card: number;
  readonly stays: boolean;
}

/** The next horse is for sale; these seats may bid, in this order (RF2.5). */
export interface HorseOffered {
  readonly type: "horse_offered";
  readonly horse: number;
  readonly bidders: readonly number[];
}

/**
 * Sold to the highest offer (RF2.3), to a lone buyer (RF2.9), because nobody wanted any horse
 * (RF2.7), or for whatever cash the seat has (RF2.8).
 */
export interface HorseSold {
  readonly type: "horse_sold";
  readonly horse: number;
  readonly seat: number;
  readonly price: number;
  readonly how: "lone_buyer" | "nobody_wanted" | "offer" | "what_cash_there_is";
}

/** Sold for its price and condition; its kept cards are discarded face down (RF9.1). */
export interface HorseSoldBack {
  readonly type: "horse_sold_back";
  readonly seat: number;
  readonly horse: number;
  readonly price: number;
}

/** The horse has reached the turf (RF3.4). */
export interface HorseTrained {
  readonly type: "horse_trained";
  readonly seat: number;
  readonly horse: number;
}

/** Nobody made an offer, so the horse goes under the stack (RF2.4). */
export interface HorseUnsold {
  readonly type: "horse_unsold";
  readonly horse: number;
}

/** Runners by colour with their lanes, rolls to break ties, what each seat may stake (RF5.4). */
export interface LanesTaken {
  readonly type: "lanes_taken";
  readonly runners: readonly Runner[];
  readonly throws: readonly (readonly (readonly [number, number])[])[];
  readonly most: readonly number[];
}

/** The length of a move: what is added to the race die, and the total. */
export type Length = readonly [bonus: number, slow: number, card: number, total: number];

export interface MeetingEnded {
  readonly type: "meeting_ended";
  readonly winners: readonly number[];
}

/** Paid to the bank; what the seat cannot pay is forgiven (RF1.9). */
export interface MoneyPaid {
  readonly type: "money_paid";
  readonly seat: number;
  readonly due: number;
  readonly amount: number;
  readonly why: "fee" | "fine" | "stakes" | "training";
}

/** Received from the bank. */
export interface MoneyReceived {
  readonly type: "money_received";
  readonly seat: number;
  readonly amount: number;
  readonly why: "training";
}

/** RF6.2 to RF6.5: every space that can be reached, for each card that may be played. */
export interface MoveOffer {
  readonly type: "move";
  readonly id: string;
  readonly runner: number;
  readonly plays: readonly Ways[];
}

/** Where the runner goes, and which card it plays to get there (RF6.2, RF6.4); -1 is home. */
export interface MoveRunner {
  readonly type: "move_runner";
  readonly offer: string;
  readonly play: "durchbruch" | "durchbruch_as_karriere" | "karriere" | "kept_gallop" | "none";
  readonly to: number;
}

/**
 * An entry in the chronicle of kept cards.
 *
 * A card was drawn, played face up, or sold face down with its horse; or (without seat and horse)
 * undrawn and discarded cards formed the deck again.
 */
export type Note = readonly [what: "drawn" | "played" | "reformed" | "sold", seat: number, horse: number, kind: number | null];

/**
 * Odds in tenths, from the bets on all runners and on the winner (RF7.3).
 *
 * None if nobody has backed the winner.
 */
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

/** All slips that this seat places in the race, in any order (RF5.1). */
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

/** Players have their slips back (RF7.6). */
export interface RaceSettled {
  readonly type: "race_settled";
}

/** The colours in order of turns, the space of each, the gallop deck (RF6.1, RF6.10). */
export interface RaceStarted {
  readonly type: "race_started";
  readonly order: readonly number[];
  readonly at: readonly number[];
  readonly gallop: readonly number[];
}

/** The colours in the order in which they came home (RF6.8). */
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

/** Roll the race die and the ordinary die (RF6.2). */
export interface RollDice {
  readonly type: "roll_dice";
  readonly offer: string;
}

/** Roll the ordinary die for the horse in training (RF3.2). */
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

/** The runner is home in this place (RF6.8); its gallop cards are discarded (RF6.10). */
export interface RunnerHome {
  readonly type: "runner_home";
  readonly runner: number;
  readonly place: number;
}

/**
 * A runner moved along `path`, which is empty if it was blocked.
 *
 * `due` is the full length of the move, `crossed` how often the runner has crossed the finish.
 * `card` is the kept training card that it played, `spent` the gallop cards that the move used up.
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

/** A seat has chosen the horses to sell, which are secret until all have chosen. */
export interface SaleMade {
  readonly type: "sale_made";
  readonly seat: number;
  readonly horses: readonly number[] | null;
}

/** RF9.1: exactly `count` of these horses go to the bank. */
export interface SaleOffer {
  readonly type: "sale";
  readonly id: string;
  readonly horses: readonly number[];
  readonly count: number;
}

/** All players choose at the same time which horses to sell (RF9.1). */
export interface SaleOpened {
  readonly type: "sale_opened";
  readonly each: number;
}

/** A secret offer; viewers who may not know it see None. */
export interface SealedBidMade {
  readonly type: "sealed_bid_made";
  readonly seat: number;
  readonly amount: number | null;
}

export interface SealedBidsOpened {
  readonly type: "sealed_bids_opened";
  readonly bids: readonly (readonly [number, number])[];
}

/** A horse and its number of kept cards; only its owner sees which `cards` these are. */
export interface SeenHorse {
  readonly owner: number | null;
  readonly level: number;
  readonly kept: number;
  readonly cards: readonly number[] | null;
  readonly ran_first: boolean;
}

/** The horse on sale; `sealed` shows who has made an offer, and only the viewer's own amount. */
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
 * A past race: what each seat gained, and the ratio R in hundredths (RF7.3).
 *
 * Until money changes hands again, there is also each seat's money `before` the race, and for each
 * payment, in `totals`, how much its seat owned after it.
 */
export interface Settled {
  readonly gains: readonly number[];
  readonly ratio?: number | null;
  readonly before?: readonly number[] | null;
  readonly totals?: readonly number[] | null;
}

/** How many slips each seat has on each colour, which is public (RF5.3). */
export interface SlipsCounted {
  readonly type: "slips_counted";
  readonly slips: readonly (readonly number[])[];
}

/** RF5: these slips, on at most `colours` of the colours, for at most `most` in all. */
export interface SlipsOffer {
  readonly type: "slips";
  readonly id: string;
  readonly slips: readonly number[];
  readonly runners: number;
  readonly colours: number;
  readonly most: number;
}

/** A seat has placed its slips, which are secret until all have placed theirs (RF5.3). */
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

/** The host opens the meeting of three races. */
export interface StartMeeting {
  readonly type: "start_meeting";
  readonly offer: string;
}

export interface StartOffer {
  readonly type: "start";
  readonly id: string;
}

/**
 * The current roll: whether it brings a gallop card, and the length of the move.
 *
 * There is a length for each play, in the order of `MoveRunner.play`; null if the runner has no
 * such card in force. A further move has no lengths. `barred`: a gallop card cancels the bonus.
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

/**
 * By seat, the horses still waiting, the one in training and its space.
 *
 * `turn` is set once training has `started`.
 */
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

/** A card for this horse; a kept card is its owner's secret, and others see None (RF3.6). */
export interface TrainingCardDrawn {
  readonly type: "training_card_drawn";
  readonly seat: number;
  readonly horse: number;
  readonly card: number | null;
  readonly kept: boolean;
}

/** The deck was empty; the discards form the new deck (RF3.7). */
export interface TrainingDeckReformed {
  readonly type: "training_deck_reformed";
}

export interface TrainingOffer {
  readonly type: "training";
  readonly id: string;
}

/** These horses of each seat will train; undrawn and discarded cards form the deck. */
export interface TrainingOpened {
  readonly type: "training_opened";
  readonly number: number;
  readonly horses: readonly (readonly number[])[];
}

/** The horse in training moves to this space (RF3.2). */
export interface TrainingRolled {
  readonly type: "training_rolled";
  readonly seat: number;
  readonly horse: number;
  readonly die: number;
  readonly to: number;
}

/** The highest die starts; tied players rolled again (RF3.1). */
export interface TrainingStarted {
  readonly type: "training_started";
  readonly seat: number;
  readonly throws: readonly (readonly (readonly [number, number])[])[];
}

/** The seat whose turn it is in training; None when all horses have trained. */
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
 * A view as it is sent, with what the rules derive from it.
 *
 * `discards` are the face-up training cards, by kind; kept ones are in the chronicle.
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

/** The players take their seats; the host has not opened the meeting yet. */
export interface Waiting {
  readonly type: "waiting";
}

/** A space where the move may end, and a path that leads there. */
export type Way = readonly [to: number, path: readonly number[]];

/** Where a move may end with this play. */
export interface Ways {
  readonly play: "durchbruch" | "durchbruch_as_karriere" | "karriere" | "kept_gallop" | "none";
  readonly length: number;
  readonly ways: readonly Way[];
}

/** The stake times the odds, including the stake (RF7.5). */
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
  | SealedBidsOpened
  | HorseSold
  | HorseUnsold
  | AuctionClosed
  | TrainingOpened
  | TraineeChosen
  | TrainingStarted
  | TrainingRolled
  | TrainingDeckReformed
  | HorseTrained
  | TrainingTurn
  | EntryOpened
  | LanesTaken
  | SaleOpened
  | HorseSoldBack
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
  | RaceSettled
  | SealedBidMade
  | TrainingCardDrawn
  | EntryMade
  | SlipsPlaced
  | SaleMade;

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
