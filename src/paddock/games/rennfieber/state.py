"""Everything that changes during a meeting. Options and figures are in the `Ruleset`."""

from typing import Literal, Self

from msgspec import Struct
from msgspec.structs import replace

from paddock.games.rennfieber.commands import Stake
from paddock.games.rennfieber.events import OddsSet, Payment, Runner
from paddock.kernel.money import Ledger


class Horse(Struct, frozen=True):
    """A horse: its owner, its level on its own scale, and its kept cards, by kind."""

    owner: int | None = None
    level: int = 0
    kept: tuple[int, ...] = ()
    ran_first: bool = False


class Deck(Struct, frozen=True):
    """How many cards of each kind are still to be drawn, and how many are discarded.

    No order is stored: drawing a card is a draw among all of them.
    """

    cards: tuple[int, ...]
    discards: tuple[int, ...]

    @property
    def size(self) -> int:
        return sum(self.cards)

    def drawn(self, kind: int) -> Self:
        return replace(self, cards=_changed(self.cards, kind, -1))

    def discarded(self, *kinds: int) -> Self:
        discards = self.discards
        for kind in kinds:
            discards = _changed(discards, kind, 1)
        return replace(self, discards=discards)

    def reformed(self) -> Self:
        together = tuple(a + b for a, b in zip(self.cards, self.discards, strict=True))
        return replace(self, cards=together, discards=(0,) * len(together))

    def kind_at(self, place: int) -> int:
        """The kind of the card at this place, with the kinds in the edition's order."""
        for kind, count in enumerate(self.cards):
            if place < count:
                return kind
            place -= count
        raise IndexError(place)


def _changed(counts: tuple[int, ...], kind: int, by: int) -> tuple[int, ...]:
    changed = list(counts)
    changed[kind] += by
    return tuple(changed)


class Note(Struct, frozen=True, array_like=True):
    """An entry in the chronicle of kept cards.

    A card was drawn, played face up, or sold face down with its horse; or (without seat and horse)
    undrawn and discarded cards formed the deck again.
    """

    what: Literal["drawn", "played", "sold", "reformed"]
    seat: int = -1
    horse: int = -1
    kind: int | None = None


class Waiting(Struct, frozen=True, tag="waiting"):
    """The players take their seats; the host has not opened the meeting yet."""


class Lot(Struct, frozen=True):
    """The horse on sale. `bidders` may still bid, the next one first; `sealed` offers as made."""

    horse: int
    bidders: tuple[int, ...]
    holder: int | None = None
    standing: int = 0
    sealed: tuple[tuple[int, int], ...] = ()


class Auction(Struct, frozen=True, tag="auction"):
    """The stack is as in `AuctionOpened`; `short` is how many horses each seat must still buy.

    `next` is the seat that may bid first.
    """

    number: int
    shuffled: tuple[int, ...]
    under: tuple[int, ...]
    short: tuple[int, ...]
    next: int
    lots: int = 0
    drawn: int = 0
    unsold: int = 0
    lot: Lot | None = None


class Training(Struct, frozen=True, tag="training"):
    """By seat, the horses still waiting, the one in training and its space.

    `turn` is set once training has `started`.
    """

    number: int
    waiting: tuple[tuple[int, ...], ...]
    trainee: tuple[int | None, ...]
    space: tuple[int, ...]
    started: bool = False
    turn: int | None = None
    rolls: int = 0
    cards: int = 0


class Entering(Struct, frozen=True, tag="entering"):
    chosen: tuple[tuple[int, ...] | None, ...]


class Betting(Struct, frozen=True, tag="betting"):
    runners: tuple[Runner, ...]
    most: tuple[int, ...]  # what each seat may stake (RF5.4)
    stakes: tuple[tuple[Stake, ...] | None, ...]
    slips: tuple[tuple[int, ...], ...] = ()


class Dice(Struct, frozen=True, array_like=True):
    race_die: int
    die: int


class Racing(Struct, frozen=True, tag="racing"):
    """`at` is each runner's space, or HOME; `crossed` is how often each has passed the finish.

    `force` has the gallop cards in force, by runner. `extra` is the length of the additional move
    that a gallop card grants to the current runner.
    """

    runners: tuple[Runner, ...]
    most: tuple[int, ...]
    stakes: tuple[tuple[Stake, ...], ...]
    slips: tuple[tuple[int, ...], ...]
    order: tuple[int, ...]
    at: tuple[int, ...]
    crossed: tuple[int, ...]
    gallop: Deck
    force: tuple[tuple[int, ...], ...]
    turn: int
    home: tuple[int, ...] = ()
    turns: int = 0
    race_dice: int = 0
    gallops: int = 0
    dice: Dice | None = None
    extra: int | None = None


class Settling(Struct, frozen=True, tag="settling"):
    run: Racing
    odds: OddsSet | None = None
    payments: tuple[Payment, ...] = ()


class Selling(Struct, frozen=True, tag="selling"):
    each: int
    chosen: tuple[tuple[int, ...] | None, ...]


class Over(Struct, frozen=True, tag="over"):
    winners: tuple[int, ...]


Phase = Waiting | Auction | Training | Entering | Betting | Racing | Settling | Selling | Over


class PastRace(Struct, frozen=True):
    """A settled race, all of it public."""

    runners: tuple[Runner, ...]
    stakes: tuple[tuple[Stake, ...], ...]
    home: tuple[int, ...]
    odds: OddsSet | None
    turns: int
    payments: tuple[Payment, ...]


class State(Struct, frozen=True):
    race: int
    ledger: Ledger
    horses: tuple[Horse, ...]
    training: Deck
    chronicle: tuple[Note, ...]
    past: tuple[PastRace, ...]
    phase: Phase

    @property
    def seats(self) -> int:
        return len(self.ledger.purses)

    def owned(self, seat: int) -> tuple[int, ...]:
        return tuple(n for n, horse in enumerate(self.horses) if horse.owner == seat)
