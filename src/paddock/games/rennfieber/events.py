"""What happened, in the words of the game. Events state results: no rule is needed to read them.

Horses are 0 .. 17 (number 1 is 0), seats 0 .. 5, colours (and therefore runners) 0 .. 5. A level is
a place on the horse's own scale, 0 the lowest. Cards are kinds, as listed in the edition.
"""

from typing import Literal

from msgspec import Struct

from paddock.games.rennfieber.commands import Play, Stake
from paddock.kernel.game import GameEvent

Why = Literal["training", "fee", "fine", "stakes"]


class Runner(Struct, frozen=True):
    """A horse in a race: its place in the list is its colour (RF1.8)."""

    horse: int
    seat: int
    lane: int


class AuctionOpened(GameEvent, frozen=True, tag="auction_opened"):
    """Horses for sale, in an unknown order or `under` them in a known one.

    `short` is how many horses each seat must buy.
    """

    number: int
    shuffled: tuple[int, ...]
    under: tuple[int, ...]
    short: tuple[int, ...]
    first: int


class HorseOffered(GameEvent, frozen=True, tag="horse_offered"):
    """The next horse is for sale; these seats may bid, in this order (RF2.5)."""

    horse: int
    bidders: tuple[int, ...]


class BidMade(GameEvent, frozen=True, tag="bid_made"):
    """An open offer, or 0 for none; `bidders` may still bid, the next one first."""

    seat: int
    amount: int
    bidders: tuple[int, ...]


class SealedBidMade(GameEvent, frozen=True, tag="sealed_bid_made"):
    """A secret offer; viewers who may not know it see None."""

    seat: int
    amount: int | None


class SealedBidsOpened(GameEvent, frozen=True, tag="sealed_bids_opened"):
    bids: tuple[tuple[int, int], ...]


class HorseSold(GameEvent, frozen=True, tag="horse_sold"):
    """Sold to the highest offer (RF2.3), to a lone buyer (RF2.9), because nobody wanted any horse
    (RF2.7), or for whatever cash the seat has (RF2.8)."""

    horse: int
    seat: int
    price: int
    how: Literal["offer", "lone_buyer", "nobody_wanted", "what_cash_there_is"]


class HorseUnsold(GameEvent, frozen=True, tag="horse_unsold"):
    """Nobody made an offer, so the horse goes under the stack (RF2.4)."""

    horse: int


class AuctionClosed(GameEvent, frozen=True, tag="auction_closed"):
    """All players have their horses; unsold horses leave the game (RF2.1)."""

    unsold: tuple[int, ...]


class TrainingOpened(GameEvent, frozen=True, tag="training_opened"):
    """These horses of each seat will train; undrawn and discarded cards form the deck."""

    number: int
    horses: tuple[tuple[int, ...], ...]


class TraineeChosen(GameEvent, frozen=True, tag="trainee_chosen"):
    seat: int
    horse: int


class TrainingStarted(GameEvent, frozen=True, tag="training_started"):
    """The highest die starts; tied players rolled again (RF3.1)."""

    seat: int
    throws: tuple[tuple[tuple[int, int], ...], ...]


class TrainingRolled(GameEvent, frozen=True, tag="training_rolled"):
    """The horse in training moves to this space (RF3.2)."""

    seat: int
    horse: int
    die: int
    to: int


class TrainingDeckReformed(GameEvent, frozen=True, tag="training_deck_reformed"):
    """The deck was empty; the discards form the new deck (RF3.7)."""


class TrainingCardDrawn(GameEvent, frozen=True, tag="training_card_drawn"):
    """A card for this horse; a kept card is its owner's secret, and others see None (RF3.6)."""

    seat: int
    horse: int
    card: int | None
    kept: bool


class ConditionChanged(GameEvent, frozen=True, tag="condition_changed"):
    """Training (RF3.5) or a race (RF7.2) moved the horse to this level of its scale."""

    horse: int
    level: int


class HorseTrained(GameEvent, frozen=True, tag="horse_trained"):
    """The horse has reached the turf (RF3.4)."""

    seat: int
    horse: int


class TrainingTurn(GameEvent, frozen=True, tag="training_turn"):
    """The seat whose turn it is in training; None when all horses have trained."""

    seat: int | None


class MoneyPaid(GameEvent, frozen=True, tag="money_paid"):
    """Paid to the bank; what the seat cannot pay is forgiven (RF1.9)."""

    seat: int
    due: int
    amount: int
    why: Why


class MoneyReceived(GameEvent, frozen=True, tag="money_received"):
    """Received from the bank."""

    seat: int
    amount: int
    why: Literal["training"]


class EntryOpened(GameEvent, frozen=True, tag="entry_opened"):
    """All players choose their runners at the same time (RF4.1)."""

    race: int


class EntryMade(GameEvent, frozen=True, tag="entry_made"):
    """A seat has chosen its runners, which are secret until all have chosen (RF4.1)."""

    seat: int
    horses: tuple[int, ...] | None


class LanesTaken(GameEvent, frozen=True, tag="lanes_taken"):
    """Runners by colour with their lanes, rolls to break ties, what each seat may stake (RF5.4)."""

    runners: tuple[Runner, ...]
    throws: tuple[tuple[tuple[int, int], ...], ...]
    most: tuple[int, ...]


class SlipsPlaced(GameEvent, frozen=True, tag="slips_placed"):
    """A seat has placed its slips, which are secret until all have placed theirs (RF5.3)."""

    seat: int
    stakes: tuple[Stake, ...] | None


class SlipsCounted(GameEvent, frozen=True, tag="slips_counted"):
    """How many slips each seat has on each colour, which is public (RF5.3)."""

    slips: tuple[tuple[int, ...], ...]


class RaceStarted(GameEvent, frozen=True, tag="race_started"):
    """The colours in order of turns, the space of each, the gallop deck (RF6.1, RF6.10)."""

    order: tuple[int, ...]
    at: tuple[int, ...]
    gallop: tuple[int, ...]


class DiceRolled(GameEvent, frozen=True, tag="dice_rolled"):
    runner: int
    race_die: int
    die: int


class TurnMissed(GameEvent, frozen=True, tag="turn_missed"):
    runner: int
    card: int


class RunnerMoved(GameEvent, frozen=True, tag="runner_moved"):
    """A runner moved along `path`, which is empty if it was blocked.

    `due` is the full length of the move, `crossed` how often the runner has crossed the finish.
    `card` is the kept training card that it played, `spent` the gallop cards that the move used up.
    """

    runner: int
    play: Play
    due: int
    path: tuple[int, ...]
    crossed: int
    card: int | None = None
    spent: tuple[int, ...] = ()


class RunnerHome(GameEvent, frozen=True, tag="runner_home"):
    """The runner is home in this place (RF6.8); its gallop cards are discarded (RF6.10)."""

    runner: int
    place: int


class GallopDeckReformed(GameEvent, frozen=True, tag="gallop_deck_reformed"):
    """The deck was empty; the discards form the new deck, except for cards in force (RF6.10).

    The cards in `without` are discarded already, but stay in force until the turn ends.
    """

    without: tuple[int, ...] = ()


class GallopDrawn(GameEvent, frozen=True, tag="gallop_drawn"):
    """A gallop card; `stays` if it remains in force after this turn."""

    runner: int
    card: int
    stays: bool


class ExtraMove(GameEvent, frozen=True, tag="extra_move"):
    """A gallop card grants another move; `race_die` is set if it was rolled again (RF6.13)."""

    runner: int
    length: int
    race_die: int | None


class TurnBegan(GameEvent, frozen=True, tag="turn_began"):
    runner: int


class RaceStopped(GameEvent, frozen=True, tag="race_stopped"):
    """The colours in the order in which they came home (RF6.8)."""

    order: tuple[int, ...]


class PrizePaid(GameEvent, frozen=True, tag="prize_paid"):
    seat: int
    runner: int
    place: int
    amount: int


class OddsSet(GameEvent, frozen=True, tag="odds_set"):
    """Odds in tenths, from the bets on all runners and on the winner (RF7.3).

    None if nobody has backed the winner.
    """

    winner: int
    on_all: int
    on_winner: int
    tenths: int | None


class SlipsTurned(GameEvent, frozen=True, tag="slips_turned"):
    """All slips are turned over (RF7.4)."""

    stakes: tuple[tuple[Stake, ...], ...]


class WinningsPaid(GameEvent, frozen=True, tag="winnings_paid"):
    """The stake times the odds, including the stake (RF7.5)."""

    seat: int
    stake: int
    tenths: int
    amount: int


class RaceSettled(GameEvent, frozen=True, tag="race_settled"):
    """Players have their slips back (RF7.6)."""


class SaleOpened(GameEvent, frozen=True, tag="sale_opened"):
    """All players choose at the same time which horses to sell (RF9.1)."""

    each: int


class SaleMade(GameEvent, frozen=True, tag="sale_made"):
    """A seat has chosen the horses to sell, which are secret until all have chosen."""

    seat: int
    horses: tuple[int, ...] | None


class HorseSoldBack(GameEvent, frozen=True, tag="horse_sold_back"):
    """Sold for its price and condition; its kept cards are discarded face down (RF9.1)."""

    seat: int
    horse: int
    price: int


class MeetingEnded(GameEvent, frozen=True, tag="meeting_ended"):
    winners: tuple[int, ...]


Payment = PrizePaid | MoneyPaid | WinningsPaid

# What others may read only without the choice or the card, until it is public.
SecretEvent = SealedBidMade | TrainingCardDrawn | EntryMade | SlipsPlaced | SaleMade
# The other events by what they are about, in the order of play.
AuctionEvent = (
    AuctionOpened
    | HorseOffered
    | BidMade
    | SealedBidsOpened
    | HorseSold
    | HorseUnsold
    | AuctionClosed
)
TrainingEvent = (
    TrainingOpened
    | TraineeChosen
    | TrainingStarted
    | TrainingRolled
    | TrainingDeckReformed
    | HorseTrained
    | TrainingTurn
)
ChoiceEvent = EntryOpened | LanesTaken | SaleOpened | HorseSoldBack
SlipsEvent = SlipsCounted | SlipsTurned
RaceEvent = (
    RaceStarted
    | TurnBegan
    | TurnMissed
    | DiceRolled
    | RunnerMoved
    | GallopDrawn
    | GallopDeckReformed
    | ExtraMove
)
SettlementEvent = (
    RunnerHome
    | RaceStopped
    | ConditionChanged
    | MoneyPaid
    | MoneyReceived
    | PrizePaid
    | OddsSet
    | WinningsPaid
    | MeetingEnded
)
PublicEvent = (
    AuctionEvent
    | TrainingEvent
    | ChoiceEvent
    | SlipsEvent
    | RaceEvent
    | SettlementEvent
    | RaceSettled
)
Event = PublicEvent | SecretEvent
