"""The faces of the games: how each looks in a terminal and is spoken to."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol, cast, get_origin, runtime_checkable

from paddock.games import AnyGame, part
from paddock.kernel.game import Answer
from paddock.kernel.log import Header
from paddock.kernel.menu import Menu
from paddock.kernel.text import Text, say
from paddock.terminal.language import Words
from paddock.terminal.lines import Line
from paddock.terminal.palette import Signs
from paddock.terminal.plain import PlainFace
from paddock.terminal.refusal import Refused
from paddock.terminal.screen import Frame, Shown, Size


class Commentary(Protocol):
    """What one viewer hears of a match, from its beginning."""

    @property
    def paragraphs(self) -> list[str]: ...

    def hear(self, events: Iterable[Any], /) -> list[str]:
        """The sentences said of these events, which must be as the viewer may read them."""


class Face(Protocol):
    """Views, offers, events and commands are those of the face's own game."""

    @property
    def secret(self) -> bool:
        """Whether a seat's view can hold what other seats must not see."""

    def private(self, offer: Any, /) -> bool:
        """Whether whoever is asked must see or say what other seats must not."""

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
        """How much of a pause these events deserve to be looked at."""

    def page(self, typed: str, shown: Shown, size: Size, /) -> list[Line]:
        """What is to be read by a key; nothing where no page is called so."""


@runtime_checkable
class Part(Protocol):
    """What a game's module for the terminal has."""

    FACE: Callable[[Any, Header, Words, Signs], Face]


def face_of(game: AnyGame, header: Header, words: Words, signs: Signs) -> Face:
    """The game's own face, or the plain one if its offers are menus."""
    own = cast("Part | None", part(game.name, "terminal"))
    if own is None and not issubclass(get_origin(game.types.offer) or game.types.offer, Menu):
        raise Refused(say("There is no face of {game} for the terminal.", game=game.name))
    return (own.FACE if own else PlainFace)(game, header, words, signs)
