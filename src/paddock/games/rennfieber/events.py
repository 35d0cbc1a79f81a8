"""What happened, in words of the game. Every event states its result; none needs a rule to read.

Horses are 0 .. 17 (number 1 is 0), seats 0 .. 5, colours (and so runners) 0 .. 5. A level is the
place on the horse's own scale, 0 the lowest. Cards are kinds, as listed in the edition.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from paddock.games.rennfieber.commands import Play, Stake

Why = Literal["training", "fee", "fine", "stakes"]


class Runner(Struct, frozen=True):
    """A horse in a race: its place in the list is its colour (RF1.8)."""

    horse: int
    seat: int
    lane: int


class AuctionOpened(Struct, frozen=True, tag="auction_opened", forbid_unknown_fields=True):
    """For sale, in an order nobody knows or in a known one; `short` is how many each must buy."""

    number: int
    shuffled: tuple[int, ...]
    under: tuple[int, ...]
    short: tuple[int, ...]
    first: int


class HorseOffered(Struct, frozen=True, tag="horse_offered", forbid_unknown_fields=True):
    """The next horse; these seats may bid, in this order (RF2.5)."""

    horse: int
    bidders: tuple[int, ...]


class BidMade(Struct, frozen=True, tag="bid_made", forbid_unknown_fields=True):
    """An open offer, 0 for none or no further one; and who is still in, the next one first."""

    seat: int
    amount: int
    bidders: tuple[int, ...]


class SealedBidMade(Struct, frozen=True, tag="sealed_bid_made", forbid_unknown_fields=True):
    """A secret offer; whoever may not know it reads None."""

    seat: int
    amount: int | None


class SealedBidsOpened(Struct, frozen=True, tag="sealed_bids_opened", forbid_unknown_fields=True):
    bids: tuple[tuple[int, int], ...]


class HorseSold(Struct, frozen=True, tag="horse_sold", forbid_unknown_fields=True):
    """To the highest offer (RF2.3), to a lone buyer (RF2.9), as nobody wanted any (RF2.7), or for
    what cash there is (RF2.8)."""

    horse: int
    seat: int
    price: int
    how: Literal["offer", "lone_buyer", "nobody_wanted", "what_cash_there_is"]


class HorseUnsold(Struct, frozen=True, tag="horse_unsold", forbid_unknown_fields=True):
    """Without an offer it goes under the stack (RF2.4)."""

    horse: int


class AuctionClosed(Struct, frozen=True, tag="auction_closed", forbid_unknown_fields=True):
    """All have what they must have; what is left leaves the game (RF2.1)."""

    unsold: tuple[int, ...]


class TrainingOpened(Struct, frozen=True, tag="training_opened", forbid_unknown_fields=True):
    """These horses of each seat will train; the deck is undrawn and discarded cards together."""

    number: int
    horses: tuple[tuple[int, ...], ...]


class TraineeChosen(Struct, frozen=True, tag="trainee_chosen", forbid_unknown_fields=True):
    seat: int
    horse: int


class TrainingStarted(Struct, frozen=True, tag="training_started", forbid_unknown_fields=True):
    """The highest die starts; ties were thrown again (RF3.1)."""

    seat: int
    throws: tuple[tuple[tuple[int, int], ...], ...]


class TrainingRolled(Struct, frozen=True, tag="training_rolled", forbid_unknown_fields=True):
    """The horse in training goes to this space (RF3.2)."""

    seat: int
    horse: int
    die: int
    to: int


class TrainingDeckReformed(
    Struct, frozen=True, tag="training_deck_reformed", forbid_unknown_fields=True
):
    """The deck was empty; the discards are the deck again (RF3.7)."""


class TrainingCardDrawn(Struct, frozen=True, tag="training_card_drawn", forbid_unknown_fields=True):
    """A card for this horse; a kept one is its owner's secret and reads None to others (RF3.6)."""

    seat: int
    horse: int
    card: int | None
    kept: bool


class ConditionChanged(Struct, frozen=True, tag="condition_changed", forbid_unknown_fields=True):
    """By training (RF3.5) or by a race (RF7.2), to this level of the horse's scale."""

    horse: int
    level: int


class HorseTrained(Struct, frozen=True, tag="horse_trained", forbid_unknown_fields=True):
    """It has reached the turf (RF3.4)."""

    seat: int
    horse: int


class TrainingTurn(Struct, frozen=True, tag="training_turn", forbid_unknown_fields=True):
    """Whose turn it is in training; None when all horses have trained."""

    seat: int | None


class MoneyPaid(Struct, frozen=True, tag="money_paid", forbid_unknown_fields=True):
    """To the bank; what is not there is forgiven (RF1.9)."""

    seat: int
    due: int
    amount: int
    why: Why


class MoneyReceived(Struct, frozen=True, tag="money_received", forbid_unknown_fields=True):
    """From the bank."""

    seat: int
    amount: int
    why: Literal["training"]


class EntryOpened(Struct, frozen=True, tag="entry_opened", forbid_unknown_fields=True):
    """All players choose their runners at once (RF4.1)."""

    race: int


class EntryMade(Struct, frozen=True, tag="entry_made", forbid_unknown_fields=True):
    """A seat has chosen; what, is its secret until all have (RF4.1)."""

    seat: int
    horses: tuple[int, ...] | None


class LanesTaken(Struct, frozen=True, tag="lanes_taken", forbid_unknown_fields=True):
    """Runners by colour with their lanes, throws that broke ties; what each may stake (RF5.4)."""

    runners: tuple[Runner, ...]
    throws: tuple[tuple[tuple[int, int], ...], ...]
    most: tuple[int, ...]


class SlipsPlaced(Struct, frozen=True, tag="slips_placed", forbid_unknown_fields=True):
    """A seat has bet; on what and how much, is its secret until all have (RF5.3)."""

    seat: int
    stakes: tuple[Stake, ...] | None


class SlipsCounted(Struct, frozen=True, tag="slips_counted", forbid_unknown_fields=True):
    """How many slips each seat has on each colour, for all to see (RF5.3)."""

    slips: tuple[tuple[int, ...], ...]


class RaceStarted(Struct, frozen=True, tag="race_started", forbid_unknown_fields=True):
    """The colours in their order of turns, where each stands, the gallop deck (RF6.1, RF6.10)."""

    order: tuple[int, ...]
    at: tuple[int, ...]
    gallop: tuple[int, ...]


class DiceRolled(Struct, frozen=True, tag="dice_rolled", forbid_unknown_fields=True):
    runner: int
    race_die: int
    die: int


class TurnMissed(Struct, frozen=True, tag="turn_missed", forbid_unknown_fields=True):
    runner: int
    card: int


class RunnerMoved(Struct, frozen=True, tag="runner_moved", forbid_unknown_fields=True):
    """Due so many spaces, it went along these, none if blocked; it has crossed the finish so often.

    `card` is the kept training card that it played, `spent` the gallop cards used up by the move.
    """

    runner: int
    play: Play
    due: int
    path: tuple[int, ...]
    crossed: int
    card: int | None = None
    spent: tuple[int, ...] = ()


class RunnerHome(Struct, frozen=True, tag="runner_home", forbid_unknown_fields=True):
    """Past the finish in this place (RF6.8); its gallop cards are no longer in force (RF6.10)."""

    runner: int
    place: int


class GallopDeckReformed(
    Struct, frozen=True, tag="gallop_deck_reformed", forbid_unknown_fields=True
):
    """The deck was empty; the discards, without cards in force, are the deck again (RF6.10).

    `without` lie among the discards already, but are in force until the turn ends.
    """

    without: tuple[int, ...] = ()


class GallopDrawn(Struct, frozen=True, tag="gallop_drawn", forbid_unknown_fields=True):
    """`stays` if it remains in force beyond this turn."""

    runner: int
    card: int
    stays: bool


class ExtraMove(Struct, frozen=True, tag="extra_move", forbid_unknown_fields=True):
    """A gallop card lets the runner move on; with the race die if it was thrown again (RF6.13)."""

    runner: int
    length: int
    race_die: int | None


class TurnBegan(Struct, frozen=True, tag="turn_began", forbid_unknown_fields=True):
    runner: int


class RaceStopped(Struct, frozen=True, tag="race_stopped", forbid_unknown_fields=True):
    """The colours as they came in (RF6.8)."""

    order: tuple[int, ...]


class PrizePaid(Struct, frozen=True, tag="prize_paid", forbid_unknown_fields=True):
    seat: int
    runner: int
    place: int
    amount: int


class OddsSet(Struct, frozen=True, tag="odds_set", forbid_unknown_fields=True):
    """Odds in tenths, from what lies on all and on the winner (RF7.3); none where nobody has it."""

    winner: int
    on_all: int
    on_winner: int
    tenths: int | None


class SlipsTurned(Struct, frozen=True, tag="slips_turned", forbid_unknown_fields=True):
    """All slips are turned over (RF7.4)."""

    stakes: tuple[tuple[Stake, ...], ...]


class WinningsPaid(Struct, frozen=True, tag="winnings_paid", forbid_unknown_fields=True):
    """Stake times odds, gross (RF7.5)."""

    seat: int
    stake: int
    tenths: int
    amount: int


class RaceSettled(Struct, frozen=True, tag="race_settled", forbid_unknown_fields=True):
    """Slips are back with their players (RF7.6)."""


class SaleOpened(Struct, frozen=True, tag="sale_opened", forbid_unknown_fields=True):
    """All players choose at once what to sell (RF9.1)."""

    each: int


class SaleMade(Struct, frozen=True, tag="sale_made", forbid_unknown_fields=True):
    """A seat has chosen; what, is its secret until all have."""

    seat: int
    horses: tuple[int, ...] | None


class HorseSoldBack(Struct, frozen=True, tag="horse_sold_back", forbid_unknown_fields=True):
    """For its price and its condition; its kept cards are discarded unseen (RF9.1)."""

    seat: int
    horse: int
    price: int


class MeetingEnded(Struct, frozen=True, tag="meeting_ended", forbid_unknown_fields=True):
    winners: tuple[int, ...]


Payment = PrizePaid | MoneyPaid | WinningsPaid

# The events by what they are about, in the order of play.
AuctionEvent = (
    AuctionOpened
    | HorseOffered
    | BidMade
    | SealedBidMade
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
    | TrainingCardDrawn
    | HorseTrained
    | TrainingTurn
)
ChoiceEvent = EntryOpened | EntryMade | LanesTaken | SaleOpened | SaleMade | HorseSoldBack
SlipsEvent = SlipsPlaced | SlipsCounted | SlipsTurned
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
Event = (
    AuctionEvent
    | TrainingEvent
    | ChoiceEvent
    | SlipsEvent
    | RaceEvent
    | SettlementEvent
    | RaceSettled
)
