"""What is counted of many games.

Everything is a whole number under a key, so that counts from any number of processes add up to the
same sums in any order; shares and means are worked out once, at the end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Protocol

Counts = Counter[tuple[str | int, ...]]


class Metrics(Protocol):
    """What is worth counting in one game. It learns all of it from events."""

    counts: Counts

    def watch(self, event: Any, /) -> None: ...

    def moves(self) -> int:
        """How many of what this game calls a move: the measure of speed."""
        ...

    def report(self) -> dict[str, Any]:
        """Shares and means of all that was counted, fit for JSON."""
        ...

    def seat(self, seat: int, /) -> dict[str, Any]:
        """The same for one seat."""
        ...


def count_win(counts: Counts, winners: Sequence[int]) -> None:
    """A win that k seats share is worth 1/k to each; k is kept, so that the count stays whole."""
    for winner in winners:
        counts["win", winner, len(winners)] += 1


def wins(counts: Counts, winner: int, seats: int) -> float:
    return sum(counts["win", winner, sharers] / sharers for sharers in range(1, seats + 1))
