"""A match of Royal Turf by the fast engine, from one choice to the next.

Its chance is not that of the reference engine: the same seed is another match.
"""

from __future__ import annotations

import numpy as np
from rich.console import Console

from paddock.adapters.encoding.royal_turf import RoyalTurfEncoding
from paddock.adapters.encoding.royal_turf_fast import ILLEGAL, NO_DRAWS, act, begin, look
from paddock.adapters.play import Look
from paddock.fast.compiler import shown
from paddock.fast.royal_turf.tables import NOBODY, Tables
from paddock.games.royal_turf import RoyalTurf
from paddock.games.royal_turf.state import State

SEEDS = 1 << 64


class FastPlay:
    def __init__(self, game: RoyalTurf) -> None:
        self.game = game
        self.encoding = RoyalTurfEncoding(game)
        self.seat: int | None = None
        self._tables = Tables.new(game, range(1))
        self._blank = self._tables.rows.copy()
        with shown(Console(stderr=True)):
            self.begin(0, 0)
            self.look(0)
            act(*self._tables, ILLEGAL, NO_DRAWS)

    @property
    def state(self) -> State:
        return self._tables.state(0)

    def begin(self, seed: int, number: int) -> None:
        figures, rows = self._tables
        rows[:] = self._blank
        rows["seed"], rows["number"] = seed % SEEDS, number
        self._next(begin(figures, rows, NO_DRAWS))

    def act(self, action: int) -> None:
        figures, rows = self._tables
        following = act(figures, rows, action, NO_DRAWS)
        if following == ILLEGAL:
            raise ValueError(f"action {action} is not legal")
        self._next(following)

    def look(self, seat: int) -> Look:
        sheet = np.zeros(self.encoding.shape, np.float32)
        mask = np.zeros(self.encoding.size, np.int8)
        figures, rows = self._tables
        look(figures, rows, seat, sheet, mask)
        return sheet, mask

    def _next(self, seat: int) -> None:
        self.seat = None if seat == NOBODY else seat
