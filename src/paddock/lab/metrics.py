"""What the laboratory counts in many games.

Every count is a whole number under a key, so counts from any number of processes add up to the same
sums in any order. Shares and means are computed once, at the end.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Protocol, cast, runtime_checkable

from msgspec import Struct

from paddock.games import AnyGame, part

Counts = Counter[tuple[str | int, ...]]


class Reading(Struct, frozen=True):
    """How to read a report: the titles of its tables, and which figures are not shares."""

    titles: Mapping[str, str] = {}
    money: frozenset[str] = frozenset()
    numbers: frozenset[str] = frozenset()


class Metrics(Protocol):
    """What is counted in one game, all of it from events."""

    reading: ClassVar[Reading]
    counts: Counts

    def watch(self, event: Any, /) -> None: ...

    def moves(self) -> int:
        """The number of moves, as this game calls them: the measure of speed."""

    def report(self) -> dict[str, Any]:
        """Shares and means of all counts, ready for JSON."""

    def seat(self, seat: int, /) -> dict[str, Any]:
        """The same for one seat."""


@runtime_checkable
class Part(Protocol):
    """What a game's module for the laboratory has."""

    METRICS: Callable[[Any], Metrics]


def metrics_of(game: AnyGame) -> Metrics:
    """The game's own metrics, or wins alone."""
    own = cast("Part | None", part(game.name, "lab"))
    return own.METRICS(game) if own else WinsAlone()


class WinsAlone:
    """For a game without metrics of its own: only wins are counted, and each event is a move."""

    reading: ClassVar[Reading] = Reading()

    def __init__(self) -> None:
        self.counts: Counts = Counter()

    def watch(self, _event: object) -> None:
        self.counts["event",] += 1

    def moves(self) -> int:
        return self.counts["event",]

    def report(self) -> dict[str, Any]:
        return {}

    def seat(self, _seat: int) -> dict[str, Any]:
        return {}


def count_win(counts: Counts, winners: Sequence[int]) -> None:
    """A win that k seats share is worth 1/k to each; k is part of the key, so counts stay whole."""
    for winner in winners:
        counts["win", winner, len(winners)] += 1


def wins(counts: Counts, winner: int, seats: int) -> float:
    return sum(counts["win", winner, sharers] / sharers for sharers in range(1, seats + 1))
