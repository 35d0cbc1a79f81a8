"""What OpenSpiel asks of a game beside the game itself, told by its module `openspiel`."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol, runtime_checkable

from paddock.adapters.encoding import Draft
from paddock.adapters.openspiel.node import Asked


class Length(NamedTuple):
    """The most choices and draws of a match, and the most outcomes of a draw.

    The bounds are safe rather than close. A race ends since somebody always advances: of few horses
    on a long ring, one has a free space ahead when a round begins, and keeps it unless another
    advances.
    """

    choices: int
    draws: int
    outcomes: int


First = Mapping[type[Any], Callable[[Any, Any], Draft]]


class Foresight(NamedTuple):
    """How many outcomes draws have, where that is sure before the rules ask.

    To ask them is to carry a command out as far as it goes, each time from its beginning. What is
    foreseen is checked when the draw is made; what is not foreseen is asked. `first` has, by the
    kind of a command, the draws that it begins with in a state, none if that is not sure; `ahead`
    those that begin with the one asked for.
    """

    first: First
    ahead: Callable[[Asked], Draft]


@runtime_checkable
class Facts(Protocol):
    """A game's module `openspiel`."""

    SEATS: range

    def length(self, game: Any, /) -> Length: ...
    def foresight(self, game: Any, /) -> Foresight: ...
