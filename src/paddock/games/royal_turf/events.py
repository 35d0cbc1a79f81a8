"""What happened, in words of the game. Every event states its result; none needs a rule to read.

Horses are 0 .. 6 in board order, cards 0 .. 20 (three a horse, in board order), seats 0 .. 5.
Progress is counted from the line (RT4.6): 0 is space 33 at the start, 34 and more is home.
"""

from typing import Literal

from msgspec import Struct

Symbol = Literal["head", "cap", "saddle", "shoe"]


class Bet(Struct, frozen=True, array_like=True):
    """A token on a horse's betting area."""

    seat: int
    horse: int
    value: int


class CardsShuffled(Struct, frozen=True, tag="cards_shuffled", forbid_unknown_fields=True):
    """The pile is these cards, in an order that nobody knows (RT2.1, RT2.4, RT2.5)."""

    cards: tuple[int, ...]


class RaceOpened(Struct, frozen=True, tag="race_opened", forbid_unknown_fields=True):
    """The track is empty, the pace token lies on its space (RT2.2)."""

    race: int


class HorsePlaced(Struct, frozen=True, tag="horse_placed", forbid_unknown_fields=True):
    """A card was turned for a horse not yet placed; it takes the foremost free space (RT2.3)."""

    horse: int
    card: int
    start: int


class CardSetAside(Struct, frozen=True, tag="card_set_aside", forbid_unknown_fields=True):
    """A further card of a placed horse waits beside the pile (RT2.4)."""

    card: int


class CardSlidUnder(Struct, frozen=True, tag="card_slid_under", forbid_unknown_fields=True):
    """A further card of a placed horse went under the pile, for all to see (RT2.4)."""

    card: int


class NamingAsked(Struct, frozen=True, tag="naming_asked", forbid_unknown_fields=True):
    """The host is to name the first bettor among these seats (RT3.1, RT3.2)."""

    among: tuple[int, ...]


class FirstBettorFound(Struct, frozen=True, tag="first_bettor_found", forbid_unknown_fields=True):
    """Who bets and rolls first, and why (RT3.1, RT3.2)."""

    seat: int
    how: Literal["drawn", "richest", "named"]


class BetPlaced(Struct, frozen=True, tag="bet_placed", forbid_unknown_fields=True):
    """A token was placed; whoever may not know its value reads None (RT3.3, RT6.3)."""

    seat: int
    horse: int
    value: int | None


class RaceStarted(Struct, frozen=True, tag="race_started", forbid_unknown_fields=True):
    """All bets are placed; this seat rolls first (RT4.1)."""

    seat: int


class DieRolled(Struct, frozen=True, tag="die_rolled", forbid_unknown_fields=True):
    seat: int
    symbol: Symbol


class HorseMoved(Struct, frozen=True, tag="horse_moved", forbid_unknown_fields=True):
    """A horse had its turn: due so many spaces, it went from one progress to another (RT4.5)."""

    seat: int
    horse: int
    due: int
    origin: int
    to: int


class PaceTaken(Struct, frozen=True, tag="pace_taken", forbid_unknown_fields=True):
    """First to reach or pass the pace space (RT4.8)."""

    horse: int


class HorseFinished(Struct, frozen=True, tag="horse_finished", forbid_unknown_fields=True):
    """Past the line in this place; it leaves the track (RT4.9)."""

    horse: int
    place: int


class MarksCleared(Struct, frozen=True, tag="marks_cleared", forbid_unknown_fields=True):
    """Every horse still racing has moved: all are free again (RT4.4)."""


class RaceStopped(Struct, frozen=True, tag="race_stopped", forbid_unknown_fields=True):
    """The third horse is home; the hindmost takes the last place (RT4.10)."""

    last: int


class TokensRevealed(Struct, frozen=True, tag="tokens_revealed", forbid_unknown_fields=True):
    """All tokens are turned over, those never placed too (RT6.3)."""

    bets: tuple[Bet, ...]
    unplayed: tuple[tuple[int, ...], ...]


class PlacePaid(Struct, frozen=True, tag="place_paid", forbid_unknown_fields=True):
    """value x figure x factor: the figure of this place in this column (RT5.2, RT5.3, RT5.7)."""

    seat: int
    horse: int
    place: int
    value: int
    column: int
    figure: int
    factor: int
    amount: int


class PacePaid(Struct, frozen=True, tag="pace_paid", forbid_unknown_fields=True):
    """value x figure x factor for the horse with the pace token (RT5.4)."""

    seat: int
    horse: int
    value: int
    figure: int
    factor: int
    amount: int


class LossPaid(Struct, frozen=True, tag="loss_paid", forbid_unknown_fields=True):
    """value x figure x factor to the bank for the hindmost, or what is there (RT5.5, RT5.10)."""

    seat: int
    horse: int
    value: int
    figure: int
    factor: int
    due: int
    amount: int


class RaceSettled(Struct, frozen=True, tag="race_settled", forbid_unknown_fields=True):
    """The tokens are back with their players, these cards leave the game (RT5.9, RT2.5)."""

    retired: tuple[int, ...]


class MeetingEnded(Struct, frozen=True, tag="meeting_ended", forbid_unknown_fields=True):
    """The richest have won (RT5.11)."""

    winners: tuple[int, ...]


Payment = PlacePaid | PacePaid | LossPaid

Event = (
    CardsShuffled
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
    | MeetingEnded
)
