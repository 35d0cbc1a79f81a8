"""Wins, counted under the laboratory's keys (`paddock.lab.metrics`)."""

from collections import Counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paddock.fast.sets import members_of

Counts = Counter[tuple[str | int, ...]]


def count_wins(counts: Counts, winners: NDArray[Any]) -> None:
    """Of each game who has won it, as a mask. A win that k seats share is kept under k."""
    masks, games = np.unique(winners, return_counts=True)
    for mask, number in zip(masks.tolist(), games.tolist(), strict=True):
        for seat in members_of(mask):
            counts["win", seat, mask.bit_count()] += number
