"""Everything that changes during a meeting. Options and figures are in the `Ruleset`."""

from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from paddock.games.royal_turf.events import Bet, Payment, Symbol
from paddock.kernel.money import Ledger


class Pile(Struct, frozen=True):
    """The cards still to be turned.

    Nobody knows the order of the `shuffled` cards, so none is stored: turning one is a draw among
    them. The cards `under` them are in a known order, the next one first (RT2.6).
    """

    shuffled: tuple[int, ...] = ()
    under: tuple[int, ...] = ()

    def without(self, card: int) -> Self:
        if card in self.shuffled:
            return replace(self, shuffled=tuple(other for other in self.shuffled if other != card))
        return replace(self, under=tuple(other for other in self.under if other != card))


class Grid(Struct, frozen=True):
    """The runners: each horse's card in play and the progress it started from."""

    cards: tuple[int, ...]
    starts: tuple[int, ...]


class Ride(Struct, frozen=True, array_like=True):
    """A turn of the race that was taken; its place in the list determines the seat."""

    symbol: Symbol
    horse: int
    to: int


class Waiting(Struct, frozen=True, tag="waiting"):
    """The players take their seats; the host has not opened the meeting yet."""


class SettingUp(Struct, frozen=True, tag="setting_up"):
    """Cards are being turned: (horse, card, start) in order of placing; `drawn` counts draws."""

    placed: tuple[tuple[int, int, int], ...] = ()
    aside: tuple[int, ...] = ()
    drawn: int = 0


class Naming(Struct, frozen=True, tag="naming"):
    grid: Grid
    among: tuple[int, ...]


class Betting(Struct, frozen=True, tag="betting"):
    grid: Grid
    first: int
    bets: tuple[Bet, ...] = ()


class Racing(Struct, frozen=True, tag="racing"):
    """`rolled` is the symbol on the die, None before the roll."""

    grid: Grid
    first: int
    bets: tuple[Bet, ...]
    progress: tuple[int, ...]
    moved: tuple[int, ...] = ()
    podium: tuple[int, ...] = ()
    pace: int | None = None
    round: int = 1
    rides: tuple[Ride, ...] = ()
    rolled: Symbol | None = None


class Settling(Struct, frozen=True, tag="settling"):
    """The race is over; `payments` are those made so far."""

    run: Racing
    last: int
    unplayed: tuple[tuple[int, ...], ...] = ()
    payments: tuple[Payment, ...] = ()


class Over(Struct, frozen=True, tag="over"):
    winners: tuple[int, ...]


Phase = Waiting | SettingUp | Naming | Betting | Racing | Settling | Over


class PastRace(Struct, frozen=True):
    """A settled race, all of it public."""

    grid: Grid
    first: int
    bets: tuple[Bet, ...]
    unplayed: tuple[tuple[int, ...], ...]
    progress: tuple[int, ...]
    podium: tuple[int, ...]
    pace: int | None
    last: int
    rounds: int
    rides: tuple[Ride, ...]
    payments: tuple[Payment, ...]


class State(Struct, frozen=True):
    race: int
    ledger: Ledger
    pile: Pile
    gone: tuple[int, ...]
    past: tuple[PastRace, ...]
    phase: Phase
