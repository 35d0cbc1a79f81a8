"""What happened, in the words of the game. Events state results: no rule is needed to read them.

Horses are 0 .. 6 in board order, cards 0 .. 20 (three per horse, in board order), seats 0 .. 5.
Progress is counted from the line (RT4.6): 0 is space 33 at the start, 34 and above is home.
"""

from typing import Literal

from msgspec import Struct

from paddock.kernel.game import GameEvent

Symbol = Literal["head", "cap", "saddle", "shoe"]


class Bet(Struct, frozen=True, array_like=True):
    """A token on a horse's betting area."""

    seat: int
    horse: int
    value: int


class CardsShuffled(GameEvent, frozen=True, tag="cards_shuffled"):
    """The pile consists of these cards, in an order that nobody knows (RT2.1, RT2.4, RT2.5)."""

    cards: tuple[int, ...]


class RaceOpened(GameEvent, frozen=True, tag="race_opened"):
    """The track is empty and the pace token is on its space (RT2.2)."""

    race: int


class HorsePlaced(GameEvent, frozen=True, tag="horse_placed"):
    """A card was turned for a horse not yet placed; it takes the foremost free space (RT2.3)."""

    horse: int
    card: int
    start: int


class CardSetAside(GameEvent, frozen=True, tag="card_set_aside"):
    """Another card of a placed horse waits beside the pile (RT2.4)."""

    card: int


class CardSlidUnder(GameEvent, frozen=True, tag="card_slid_under"):
    """Another card of a placed horse went under the pile, for all to see (RT2.4)."""

    card: int


class NamingAsked(GameEvent, frozen=True, tag="naming_asked"):
    """The host must name one of these seats as the first bettor (RT3.1, RT3.2)."""

    among: tuple[int, ...]


class FirstBettorFound(GameEvent, frozen=True, tag="first_bettor_found"):
    """Who bets and rolls first, and why (RT3.1, RT3.2)."""

    seat: int
    how: Literal["drawn", "richest", "named"]


class BetPlaced(GameEvent, frozen=True, tag="bet_placed"):
    """A token was placed; viewers who may not know its value see None (RT3.3, RT6.3)."""

    seat: int
    horse: int
    value: int | None


class RaceStarted(GameEvent, frozen=True, tag="race_started"):
    """All bets are placed; this seat rolls first (RT4.1)."""

    seat: int


class DieRolled(GameEvent, frozen=True, tag="die_rolled"):
    seat: int
    symbol: Symbol


class HorseMoved(GameEvent, frozen=True, tag="horse_moved"):
    """A horse was due to move `due` spaces, and moved from `origin` to `to` (RT4.5)."""

    seat: int
    horse: int
    due: int
    origin: int
    to: int


class PaceTaken(GameEvent, frozen=True, tag="pace_taken"):
    """This horse is the first to reach or pass the pace space (RT4.8)."""

    horse: int


class HorseFinished(GameEvent, frozen=True, tag="horse_finished"):
    """This horse crossed the line in this place, and leaves the track (RT4.9)."""

    horse: int
    place: int


class MarksCleared(GameEvent, frozen=True, tag="marks_cleared"):
    """Every horse still racing has moved: all are free again (RT4.4)."""


class RaceStopped(GameEvent, frozen=True, tag="race_stopped"):
    """The third horse is home; the horse furthest behind is last (RT4.10)."""

    last: int


class TokensRevealed(GameEvent, frozen=True, tag="tokens_revealed"):
    """All tokens are turned over, including those never placed (RT6.3)."""

    bets: tuple[Bet, ...]
    unplayed: tuple[tuple[int, ...], ...]


class PlacePaid(GameEvent, frozen=True, tag="place_paid"):
    """value x figure x factor, with the figure for this place and column (RT5.2, RT5.3, RT5.7)."""

    seat: int
    horse: int
    place: int
    value: int
    column: int
    figure: int
    factor: int
    amount: int


class PacePaid(GameEvent, frozen=True, tag="pace_paid"):
    """value x figure x factor for the horse with the pace token (RT5.4)."""

    seat: int
    horse: int
    value: int
    figure: int
    factor: int
    amount: int


class LossPaid(GameEvent, frozen=True, tag="loss_paid"):
    """value x figure x factor to the bank for the last horse, or all there is (RT5.5, RT5.10)."""

    seat: int
    horse: int
    value: int
    figure: int
    factor: int
    due: int
    amount: int


class RaceSettled(GameEvent, frozen=True, tag="race_settled"):
    """Players get their tokens back, and these cards leave the game (RT5.9, RT2.5)."""

    retired: tuple[int, ...]


class MeetingEnded(GameEvent, frozen=True, tag="meeting_ended"):
    """The richest players have won (RT5.11)."""

    winners: tuple[int, ...]


Payment = PlacePaid | PacePaid | LossPaid

# The events by what they are about, in the order of play.
SetupEvent = (
    CardsShuffled
    | RaceOpened
    | HorsePlaced
    | CardSetAside
    | CardSlidUnder
    | NamingAsked
    | FirstBettorFound
)
RaceEvent = (
    RaceStarted | DieRolled | HorseMoved | PaceTaken | HorseFinished | MarksCleared | RaceStopped
)
PayoutEvent = TokensRevealed | Payment | RaceSettled | MeetingEnded
PublicEvent = SetupEvent | RaceEvent | PayoutEvent
Event = SetupEvent | BetPlaced | RaceEvent | PayoutEvent
