"""What a game's module `openspiel` must define."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol, runtime_checkable

from paddock.adapters.encoding import Draft
from paddock.adapters.openspiel.node import DrawNeeded


class Bounds(NamedTuple):
    """Upper bounds: the choices and the draws of a match, and the outcomes of a draw.

    They are safe rather than tight. Every race ends, because some horse can always advance: few
    horses cannot occupy a whole lap, so one of them has a free space ahead when a round begins.
    Only another horse can take that space, and to do so it must itself advance.
    """

    choices: int
    draws: int
    outcomes: int


FirstDraws = Mapping[type[Any], Callable[[Any, Any], Draft]]


class DrawSizes(NamedTuple):
    """The numbers of outcomes of draws, where they are known before the rules ask for the draws.

    This saves time: otherwise a command must be carried out, as far as it goes, to learn which draw
    comes next. The sizes are checked when the rules ask. `first` has, by type of command, a
    function of the state and the command that returns the sizes of its first draws, or nothing if
    they are not known. `following` returns the sizes of a draw that is needed and of those after
    it.
    """

    first: FirstDraws
    following: Callable[[DrawNeeded], Draft]


@runtime_checkable
class OpenSpielModule(Protocol):
    """A game's module `openspiel`."""

    SEATS: range

    def bounds(self, game: Any, /) -> Bounds: ...
    def draw_sizes(self, game: Any, /) -> DrawSizes: ...
