"""A node of a match: between two choices, or within a command that waits for a draw."""

from typing import Any, Self

from msgspec import Struct

from paddock.adapters.encoding import Draft
from paddock.adapters.openspiel.history import PublicHistory

# As in OpenSpiel.
CHANCE = -1
TERMINAL = -4


class PendingCommand(Struct, frozen=True, gc=False):
    """A command that waits for a draw: its seat, the draft it was made of, and the numbers of
    outcomes of its draws, as far as they are known."""

    seat: int
    draft: Draft
    command: Any
    sizes: Draft = ()


class Node(Struct, frozen=True, gc=False):
    """`player` must choose one of `legal`; CHANCE draws one of them; a TERMINAL node has none.

    `state` is the state before the pending command: what that does is seen only when it is
    complete. `draws` are those made for it so far.
    """

    state: Any
    history: PublicHistory
    player: int
    legal: list[int]
    offer: Any = None
    draft: Draft = ()
    pending: PendingCommand | None = None
    draws: Draft = ()

    def __deepcopy__(self, _memo: dict[int, Any]) -> Self:
        return self

    def draft_of(self, seat: int) -> Draft:
        """What a seat has chosen of an unfinished command: only that seat knows it."""
        if self.pending is not None:
            return self.pending.draft if self.pending.seat == seat else ()
        return self.draft if self.player == seat else ()


class DrawNeeded(Exception):
    """The rules ask for a draw not made yet: number `index` of `stream`, with `n` outcomes."""

    def __init__(self, stream: str, index: int, n: int) -> None:
        self.stream = stream
        self.index = index
        self.n = n


class DrawsSoFar:
    """The draws of a command so far, in order. A draw with a single outcome is always 0."""

    __slots__ = ("_left",)

    def __init__(self, draws: Draft, sizes: Draft) -> None:
        self._left = zip(draws, sizes, strict=False)

    def draw(self, stream: str, index: int, n: int) -> int:
        if n == 1:
            return 0
        for value, size in self._left:
            if size != n:
                raise ValueError(f"expected {stream} to have {size} outcomes, but it has {n}")
            return value
        raise DrawNeeded(stream, index, n)


NO_DRAWS = DrawsSoFar((), ())
