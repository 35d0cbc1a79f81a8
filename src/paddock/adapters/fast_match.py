"""A match on the fast engine, from one choice to the next.

Its random generator is not the reference engine's: the same seed gives a different match.
"""

from collections.abc import Callable
from typing import Any, Protocol, runtime_checkable

import numpy as np

from paddock.adapters.encoding import encoding
from paddock.adapters.game_modules import game_module
from paddock.adapters.match import Observed
from paddock.fast.chance import NO_DRAWS, SEEDS
from paddock.fast.layout import Rows
from paddock.fast.progress import compilation_shown
from paddock.games import AnyGame


@runtime_checkable
class CompiledModule(Protocol):
    """A game's module `compiled`: functions that take the same arrays, of which the second has the
    table.

    `begin` and `act` return the seat that must choose next, or one of the two constants.
    """

    ILLEGAL: int
    NOBODY: int

    # The parameters after the arrays: `begin` takes a script of draws; `act` an action and a
    # script; `observe` a seat, the offsets of the layout, and a blank observation and mask to fill.
    begin: Callable[..., int]
    act: Callable[..., int]
    observe: Callable[..., None]
    # Takes the game, then the arrays.
    state: Callable[..., Any]

    def arrays(self, game: Any, /) -> tuple[Rows, ...]: ...


class FastMatch:
    """A match of any compiled game."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.encoding = encoding(game)
        self.seat: int | None = None
        self._compiled: CompiledModule = game_module(game.name, "compiled")
        self._arrays = self._compiled.arrays(game)
        self._table = self._arrays[1]
        self._blank = self._table.copy()
        with compilation_shown():  # of everything that a match calls
            self.begin(0, 0)
            self.observe(0)
            self._compiled.act(*self._arrays, self._compiled.ILLEGAL, NO_DRAWS)

    def __getstate__(self) -> dict[str, Any]:
        """Leave out the compiled module, which cannot be copied or pickled."""
        return {name: value for name, value in vars(self).items() if name != "_compiled"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._compiled = game_module(self.game.name, "compiled")

    @property
    def state(self) -> Any:
        return self._compiled.state(self.game, *self._arrays)

    def begin(self, seed: int, number: int) -> None:
        self._table[:] = self._blank
        self._table["seed"], self._table["number"] = seed % SEEDS, number
        self._go_to(self._compiled.begin(*self._arrays, NO_DRAWS))

    def act(self, action: int) -> None:
        next_seat = self._compiled.act(*self._arrays, action, NO_DRAWS)
        if next_seat == self._compiled.ILLEGAL:
            raise ValueError(f"action {action} is not legal")
        self._go_to(next_seat)

    def observe(self, seat: int) -> Observed:
        layout = self.encoding.layout
        observation = np.zeros(layout.size, np.float32)
        mask = np.zeros(self.encoding.size, np.int8)
        self._compiled.observe(*self._arrays, seat, layout.offset_record, observation, mask)
        return observation, mask

    def _go_to(self, seat: int) -> None:
        self.seat = None if seat == self._compiled.NOBODY else seat
