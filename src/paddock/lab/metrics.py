"""What the lab counts in many games.

Counts are integers under keys, so those of several processes can be added in any order. Shares and
means are computed once, at the end.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Protocol, cast, runtime_checkable

from msgspec import Struct

from paddock.games import AnyGame, part

Counts = Counter[tuple[str | int, ...]]


class Reading(Struct, frozen=True):
    """How to read a report: the titles of its tables, and which values are not shares."""

    titles: Mapping[str, str] = {}
    money: frozenset[str] = frozenset()
    numbers: frozenset[str] = frozenset()


class Metrics(Protocol):
    """Counts the events of games, one game after the other."""

    reading: ClassVar[Reading]
    counts: Counts

    def watch(self, event: Any, /) -> None: ...

    def moves(self) -> int:
        """The number of moves, which `moves_per_second` counts."""

    def report(self) -> dict[str, Any]:
        """Shares and means of all counts, ready for JSON."""

    def seat(self, seat: int, /) -> dict[str, Any]:
        """The same for one seat."""


@runtime_checkable
class LabModule(Protocol):
    """A game's module `paddock.lab.<game>`."""

    METRICS: Callable[[Any], Metrics]


def metrics_of(game: AnyGame) -> Metrics:
    """The game's own metrics, or the default."""
    module = cast("LabModule | None", part(game.name, "lab"))
    return module.METRICS(game) if module else WinsOnly()


class WinsOnly:
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
    """A win shared by k seats counts 1/k for each; k is in the key, so counts stay integers."""
    for winner in winners:
        counts["win", winner, len(winners)] += 1


def wins(counts: Counts, winner: int, seats: int) -> float:
    return sum(counts["win", winner, sharers] / sharers for sharers in range(1, seats + 1))
