"""What changes during a meeting, and nothing else. Options and figures live in the `Ruleset`."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from paddock.games.rennfieber.commands import Stake
from paddock.games.rennfieber.events import OddsSet, Payment, Runner
from paddock.kernel.money import Ledger


class Horse(Struct, frozen=True):
    """A horse card: who owns it, its level on its own scale, the kept cards (kinds) by it."""

    owner: int | None = None
    level: int = 0
    kept: tuple[int, ...] = ()
    ran_first: bool = False


class Deck(Struct, frozen=True):
    """How many cards of each kind are still to be drawn, and how many lie discarded.

    No order is kept: drawing a card is a draw among all of them.
    """

    cards: tuple[int, ...]
    discards: tuple[int, ...]

    @property
    def size(self) -> int:
        return sum(self.cards)

    def drawn(self, kind: int) -> Deck:
        return Deck(_changed(self.cards, kind, -1), self.discards)

    def discarded(self, *kinds: int) -> Deck:
        discards = self.discards
        for kind in kinds:
            discards = _changed(discards, kind, 1)
        return Deck(self.cards, discards)

    def reformed(self) -> Deck:
        together = tuple(a + b for a, b in zip(self.cards, self.discards, strict=True))
        return Deck(together, (0,) * len(together))

    def kind_at(self, place: int) -> int:
        """The kind of the card at this place, kinds in the edition's order."""
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
    """A line of the chronicle of kept cards: drawn, played openly, sold unseen with its horse, or
    (without seat and horse) the deck formed anew of what was undrawn and discarded."""

    what: Literal["drawn", "played", "sold", "reformed"]
    seat: int = -1
    horse: int = -1
    kind: int | None = None


class Waiting(Struct, frozen=True, tag="waiting"):
    """The players sit down; the host has not begun."""


class Lot(Struct, frozen=True):
    """The horse on sale. `bidders` are still in, whoever is next first; `bids` in their order."""

    horse: int
    bidders: tuple[int, ...]
    holder: int | None = None
    standing: int = 0
    sealed: tuple[tuple[int, int], ...] = ()


class Auction(Struct, frozen=True, tag="auction"):
    """Stack as in `AuctionOpened`; `short` is what each seat must still buy, `next` who opens."""

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
    """Horses waiting per seat, the one on the track and its space; `turn` once it has started."""

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
    """`at` is each runner's space, HOME once it is in; `crossed` counts passages of the finish.

    `force` are gallop cards in force, by runner. `extra` is the length of a further move that a
    gallop card grants to the runner whose turn it is.
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
