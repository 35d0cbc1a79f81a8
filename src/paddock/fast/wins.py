"""Who wins, and counts of wins under the laboratory's keys (`paddock.lab.metrics`)."""

from collections import Counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paddock.fast.compiler import compiled
from paddock.fast.sets import members_of

Counts = Counter[tuple[str | int, ...]]


@compiled
def richest(figures: Any, table: Any) -> int:
    """The seats with the most money, as a mask."""
    most, seats = table.money[0], 0
    for seat in range(1, figures.seats):
        most = max(most, table.money[seat])
    for seat in range(figures.seats):
        seats |= (table.money[seat] == most) << seat
    return seats


def count_wins(counts: Counts, winners: NDArray[Any]) -> None:
    """Add the winners of each game, given as masks. A win that k seats share is counted under k."""
    masks, games = np.unique(winners, return_counts=True)
    for mask, number in zip(masks.tolist(), games.tolist(), strict=True):
        for seat in members_of(mask):
            counts["win", seat, mask.bit_count()] += number
