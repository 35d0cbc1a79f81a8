"""Actions as numbers, views as arrays: what a game's `encoding` makes of them.

An action is a small choice. Where a command is made of several (a bid, a secret choice, a card and
then a space), they are chosen one after the other; what is chosen so far is the draft, known to
that seat alone. What is legal is read off the offer, never worked out from the state.
"""

from typing import Any, Protocol, runtime_checkable

from numpy import float32
from numpy.typing import NDArray

from paddock.adapters.layout import Layout
from paddock.adapters.piece import piece
from paddock.games import AnyGame

Draft = tuple[int, ...]


class Encoding(Protocol):
    """A table's actions are 0 .. `size` - 1; its observations are laid out by `layout`."""

    size: int
    layout: Layout

    def legal(self, offer: Any, draft: Draft = ()) -> list[int]:
        """The actions that may come next, rising; none where nothing is offered."""

    def command(self, offer: Any, actions: Draft) -> Any:
        """The command that these legal actions make, or None while more is to be chosen."""

    def actions(self, offer: Any, command: Any) -> Draft:
        """The actions that make a command: just one row of them does."""

    def observe(self, view: Any, draft: Draft = ()) -> NDArray[float32]:
        """What a seat sees, itself as seat 0 and the others clockwise from it."""

    def describe(self, action: int) -> str: ...


@runtime_checkable
class Encodings(Protocol):
    """A game's module `encoding`."""

    def Encoding(self, game: Any, /) -> Encoding: ...  # noqa: N802  # it is a class


def encoding(game: AnyGame) -> Encoding:
    """The encoding of this table."""
    numbers: Encodings = piece(game.name, "encoding")
    return numbers.Encoding(game)
