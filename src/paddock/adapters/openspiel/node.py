"""Where a match stands between two choices, or amid a command that waits for chance."""

from typing import Any, Self

from msgspec import Struct

from paddock.adapters.encoding import Draft
from paddock.adapters.openspiel.record import Record

# As in OpenSpiel.
CHANCE = -1
TERMINAL = -4


class Order(Struct, frozen=True, gc=False):
    """A command that waits for chance: whose it is, the draft it was made of, and the numbers of
    outcomes of its draws, as far as they are known."""

    seat: int
    draft: Draft
    command: Any
    sizes: Draft


class Node(Struct, frozen=True, gc=False):
    """`player` is to choose one of `legal`; CHANCE draws one of them; a TERMINAL node has none.

    `state` is the last that was settled: what an order has begun to do is seen when it is done.
    `draws` are those that it has had.
    """

    state: Any
    record: Record
    player: int
    legal: list[int]
    offer: Any = None
    draft: Draft = ()
    order: Order | None = None
    draws: Draft = ()

    def __deepcopy__(self, _memo: dict[int, Any]) -> Self:
        return self

    def drafted(self, seat: int) -> Draft:
        """What a seat has chosen of a command that is not done: nobody else knows it."""
        order = self.order
        if order is not None:
            return order.draft if order.seat == seat else ()
        return self.draft if self.player == seat else ()


class Asked(Exception):
    """The rules ask for a draw that has not been made yet: the `index`-th of `stream`, of `n`."""

    def __init__(self, stream: str, index: int, n: int) -> None:
        self.stream = stream
        self.index = index
        self.n = n


class Drawn:
    """The draws that a command has had so far, in their order; what can only be 0 is no draw."""

    __slots__ = ("_left",)

    def __init__(self, draws: Draft, sizes: Draft) -> None:
        self._left = zip(draws, sizes, strict=False)

    def draw(self, stream: str, index: int, n: int) -> int:
        if n == 1:
            return 0
        for value, size in self._left:
            if size != n:
                raise ValueError(f"{stream} was taken to have {size} outcomes, and has {n}")
            return value
        raise Asked(stream, index, n)
