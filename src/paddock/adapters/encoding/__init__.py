"""Actions as numbers, views as arrays. `ENCODINGS` is the one list of them, by game.

An action is a small choice. Where a command is made of several (a bid, a secret choice, a card and
then a space), they are chosen one after the other; what is chosen so far is the draft, known to
that seat alone. What is legal is read off the offer, never worked out from the state.
"""

from __future__ import annotations

from typing import Any, Protocol

from numpy import float32
from numpy.typing import NDArray

from paddock.adapters.encoding.layout import Layout
from paddock.adapters.encoding.rennfieber import RennfieberEncoding
from paddock.adapters.encoding.royal_turf import RoyalTurfEncoding
from paddock.games.rennfieber import Rennfieber
from paddock.games.royal_turf import RoyalTurf
from paddock.kernel.game import Game

Draft = tuple[int, ...]


class Encoding(Protocol):
    """A table's actions are 0 .. `size` - 1; its observations have `shape`, 0 to `high`."""

    size: int
    layout: Layout

    @property
    def shape(self) -> tuple[int]: ...

    @property
    def high(self) -> NDArray[float32]:
        """The most that each number of an observation can be; the least is 0."""
        ...

    def legal(self, offer: Any, draft: Draft = ()) -> list[int]:
        """The actions that may come next, rising; none where nothing is offered."""
        ...

    def command(self, offer: Any, actions: Draft) -> Any:
        """The command that these legal actions make, or None while more is to be chosen."""
        ...

    def actions(self, offer: Any, command: Any) -> Draft:
        """The actions that make a command: just one row of them does."""
        ...

    def observe(self, view: Any, draft: Draft = ()) -> NDArray[float32]:
        """What a seat sees, itself as seat 0 and the others clockwise from it."""
        ...

    def describe(self, action: int) -> str: ...


ENCODINGS: dict[str, Any] = {
    RoyalTurf.name: RoyalTurfEncoding,
    Rennfieber.name: RennfieberEncoding,
}


def encoding(game: Game[Any, Any, Any, Any]) -> Encoding:
    """The encoding of this table."""
    made: Encoding = ENCODINGS[game.name](game)
    return made
