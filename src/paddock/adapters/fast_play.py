"""A match by the fast engine, from one choice to the next.

Its chance is not that of the reference engine: the same seed is another match.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np
from rich.console import Console

from paddock.adapters.encoding import encoding, rennfieber_fast, royal_turf_fast
from paddock.adapters.play import Look
from paddock.fast.chance import NO_DRAWS
from paddock.fast.compiler import shown
from paddock.fast.record import Rows
from paddock.fast.rennfieber import tables as rennfieber
from paddock.fast.rennfieber.movement import WAYS
from paddock.fast.royal_turf import tables as royal_turf
from paddock.games.rennfieber import Rennfieber
from paddock.games.royal_turf import RoyalTurf


class FastPlay:
    """Either game: `begin`, `act` and `look` are compiled, and work in the same arrays.

    These are figures, one table, and whatever else the game needs.
    """

    def __init__(self, game: RoyalTurf | Rennfieber) -> None:
        self.game = game
        self.encoding = encoding(game)
        self.seat: int | None = None
        self._compiled, self._arrays = _compiled(game), _arrays(game)
        self._table = self._arrays[1]
        self._blank = self._table.copy()
        with shown(Console(stderr=True)):
            self.begin(0, 0)
            self.look(0)
            self._compiled.act(*self._arrays, self._compiled.ILLEGAL, NO_DRAWS)

    def __getstate__(self) -> dict[str, Any]:
        """A copy, or a stored one, finds the compiled functions anew: a module is not copied."""
        return {name: value for name, value in vars(self).items() if name != "_compiled"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._compiled = _compiled(self.game)

    @property
    def state(self) -> Any:
        figures, table, *_ = self._arrays
        if isinstance(self.game, RoyalTurf):
            return royal_turf.Tables(figures, table).state(0)
        return rennfieber.Tables(figures, table).state(0, self.game)

    def begin(self, seed: int, number: int) -> None:
        self._table[:] = self._blank
        self._table["seed"], self._table["number"] = seed % royal_turf.SEEDS, number
        self._next(self._compiled.begin(*self._arrays, NO_DRAWS))

    def act(self, action: int) -> None:
        following = self._compiled.act(*self._arrays, action, NO_DRAWS)
        if following == self._compiled.ILLEGAL:
            raise ValueError(f"action {action} is not legal")
        self._next(following)

    def look(self, seat: int) -> Look:
        sheet = np.zeros(self.encoding.shape, np.float32)
        mask = np.zeros(self.encoding.size, np.int8)
        self._compiled.look(*self._arrays, seat, sheet, mask)
        return sheet, mask

    def _next(self, seat: int) -> None:
        self.seat = None if seat == self._compiled.NOBODY else seat


def _compiled(game: RoyalTurf | Rennfieber) -> ModuleType:
    return royal_turf_fast if isinstance(game, RoyalTurf) else rennfieber_fast


def _arrays(game: RoyalTurf | Rennfieber) -> tuple[Rows, ...]:
    if isinstance(game, RoyalTurf):
        return royal_turf.Tables.new(game, range(1))
    return (*rennfieber.Tables.new(game, range(1)), np.zeros(1, WAYS))
