"""What a game's module `openspiel` tells OpenSpiel about the game."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol, runtime_checkable

from paddock.adapters.encoding import Draft
from paddock.adapters.openspiel.node import DrawNeeded


class Length(NamedTuple):
    """Upper bounds: the choices and draws of a match, and the outcomes of a draw.

    They are safe rather than tight. Every race ends because some horse always advances: with few
    horses on a long ring, one has a free space ahead when a round begins, and only a horse that
    advances can take it.
    """

    choices: int
    draws: int
    outcomes: int


First = Mapping[type[Any], Callable[[Any, Any], Draft]]


class Foresight(NamedTuple):
    """How many outcomes draws have, if that is certain before the rules ask for them.

    This saves time: to learn what the rules ask for, a command is carried out from its beginning as
    far as it goes. Each draw is still checked against what was foreseen. `first` has, by type of
    command, a function that returns the numbers of outcomes of its first draws, or nothing if they
    are not certain. `ahead` returns those of a draw that was asked for and of the draws after it.
    """

    first: First
    ahead: Callable[[DrawNeeded], Draft]


@runtime_checkable
class Facts(Protocol):
    """A game's module `openspiel`."""

    SEATS: range

    def length(self, game: Any, /) -> Length: ...
    def foresight(self, game: Any, /) -> Foresight: ...
