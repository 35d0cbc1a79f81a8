"""Actions as numbers and views as arrays, as a game's module `encoding` defines them.

An action is a small choice. Some commands take several (a bid, a secret choice, a card and then a
space), which are chosen one after the other. The choices so far are the draft, which only that seat
knows. Legal actions come from the offer and are never computed from the state.
"""

from typing import Any, Protocol, runtime_checkable

from numpy import float32
from numpy.typing import NDArray

from paddock.adapters.game_modules import game_module
from paddock.adapters.layout import Layout
from paddock.games import AnyGame

Draft = tuple[int, ...]


class Encoding(Protocol):
    """A table's actions are 0 .. `size` - 1; `layout` has the fields of its observations."""

    size: int
    layout: Layout

    def legal(self, offer: Any, draft: Draft = ()) -> list[int]:
        """The actions that may come next, in ascending order; none without an offer."""

    def command(self, offer: Any, actions: Draft) -> Any:
        """The command that these legal actions make, or None if more are needed."""

    def actions(self, offer: Any, command: Any) -> Draft:
        """The only actions that make this command."""

    def observe(self, view: Any, draft: Draft = ()) -> NDArray[float32]:
        """What a seat sees, with itself as seat 0 and the others clockwise from it."""

    def describe(self, action: int) -> str: ...


@runtime_checkable
class EncodingModule(Protocol):
    """A game's module `encoding`."""

    def Encoding(self, game: Any, /) -> Encoding: ...  # noqa: N802  # it is a class


def encoding(game: AnyGame) -> Encoding:
    """The encoding of this table."""
    module: EncodingModule = game_module(game.name, "encoding")
    return module.Encoding(game)
