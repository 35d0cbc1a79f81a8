"""A match on the fast engine, from one choice to the next.

Its random generator is not the reference engine's: the same seed gives another match.
"""

from collections.abc import Callable
from typing import Any, Protocol, runtime_checkable

import numpy as np

from paddock.adapters.encoding import encoding
from paddock.adapters.piece import piece
from paddock.adapters.play import Look
from paddock.fast.chance import NO_DRAWS, SEEDS
from paddock.fast.progress import shown
from paddock.fast.record import Rows
from paddock.games import AnyGame


@runtime_checkable
class Compiled(Protocol):
    """A game's module `compiled`: functions that share arrays, of which the second is a table.

    `begin` and `act` return the seat to choose next, or one of the two constants.
    """

    ILLEGAL: int
    NOBODY: int

    # After the arrays, `begin` takes chance; `act` an action and chance; `look` a seat, the places
    # of the layout, and a blank sheet and mask to write on.
    begin: Callable[..., int]
    act: Callable[..., int]
    look: Callable[..., None]
    # Takes the game, then the arrays.
    state: Callable[..., Any]

    def arrays(self, game: Any, /) -> tuple[Rows, ...]: ...


class FastPlay:
    """A match of any compiled game."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.encoding = encoding(game)
        self.seat: int | None = None
        self._compiled: Compiled = piece(game.name, "compiled")
        self._arrays = self._compiled.arrays(game)
        self._table = self._arrays[1]
        self._blank = self._table.copy()
        with shown():
            self.begin(0, 0)
            self.look(0)
            self._compiled.act(*self._arrays, self._compiled.ILLEGAL, NO_DRAWS)

    def __getstate__(self) -> dict[str, Any]:
        """Leave out the compiled module, which cannot be copied or pickled."""
        return {name: value for name, value in vars(self).items() if name != "_compiled"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._compiled = piece(self.game.name, "compiled")

    @property
    def state(self) -> Any:
        return self._compiled.state(self.game, *self._arrays)

    def begin(self, seed: int, number: int) -> None:
        self._table[:] = self._blank
        self._table["seed"], self._table["number"] = seed % SEEDS, number
        self._next(self._compiled.begin(*self._arrays, NO_DRAWS))

    def act(self, action: int) -> None:
        following = self._compiled.act(*self._arrays, action, NO_DRAWS)
        if following == self._compiled.ILLEGAL:
            raise ValueError(f"action {action} is not legal")
        self._next(following)

    def look(self, seat: int) -> Look:
        layout = self.encoding.layout
        sheet = np.zeros(layout.size, np.float32)
        mask = np.zeros(self.encoding.size, np.int8)
        self._compiled.look(*self._arrays, seat, layout.places, sheet, mask)
        return sheet, mask

    def _next(self, seat: int) -> None:
        self.seat = None if seat == self._compiled.NOBODY else seat
