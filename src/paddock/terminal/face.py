"""The faces of the games: how each one looks in a terminal and reads what is typed."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol, cast, get_origin, runtime_checkable

from paddock.games import AnyGame, part
from paddock.kernel.game import Answer
from paddock.kernel.log import Header
from paddock.kernel.menu import Menu
from paddock.kernel.text import Text, say
from paddock.terminal.call import Commentary
from paddock.terminal.language import Words
from paddock.terminal.lines import Line
from paddock.terminal.palette import Signs
from paddock.terminal.plain import PlainFace
from paddock.terminal.refused_error import RefusedError
from paddock.terminal.screen import Frame, Shown, Size


class Face(Protocol):
    """Views, offers, events and commands belong to the face's own game."""

    @property
    def secret(self) -> bool:
        """Whether a seat's view can hold something that other seats must not see."""

    def private(self, offer: Any, /) -> bool:
        """Whether answering this offer shows or reveals something that others must not see."""

    def commentary(self) -> Commentary: ...
    def question(self, seat: int, view: Any, offer: Any) -> Text: ...
    def waiting(self, seat: int, offer: Any) -> Text: ...
    def find_seat(self, typed: str) -> int | None: ...
    def understood(self, typed: str, view: Any, offer: Any) -> Answer | Text: ...
    def described(self, command: Any, view: Any, offer: Any) -> str:
        """A choice in a few words."""

    def money(self, amount: int) -> str: ...
    def frame(self, shown: Shown, size: Size, /) -> Frame: ...
    def opening(self) -> list[Line]: ...
    def settled(self, events: Sequence[Any], view: Any) -> list[Line]: ...
    def final(self, view: Any, winners: Sequence[int]) -> list[Line]: ...

    def weight(self, events: Sequence[Any], /) -> float:
        """How much of a full pause to give the viewer to take these events in."""

    def page(self, typed: str, shown: Shown, size: Size, /) -> list[Line]:
        """The page that a key opens; empty if there is none."""


@runtime_checkable
class TerminalModule(Protocol):
    """What a game's terminal module must have."""

    FACE: Callable[[Any, Header, Words, Signs], Face]


def face_of(game: AnyGame, header: Header, words: Words, signs: Signs) -> Face:
    """The game's own face, or the plain one if its offers are menus."""
    own = cast("TerminalModule | None", part(game.name, "terminal"))
    if own is None and not issubclass(get_origin(game.types.offer) or game.types.offer, Menu):
        raise RefusedError(say("{game} cannot be played in the terminal.", game=game.name))
    return (own.FACE if own else PlainFace)(game, header, words, signs)
