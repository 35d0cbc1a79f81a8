"""The faces of the games: how each looks in a terminal and is spoken to; `FACES` lists them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

from paddock.games.royal_turf import RoyalTurf
from paddock.kernel.game import Answer, Game
from paddock.kernel.log import Header
from paddock.kernel.text import Text
from paddock.terminal.language import Words
from paddock.terminal.lines import Line
from paddock.terminal.palette import Signs
from paddock.terminal.royal_turf import RoyalTurfFace
from paddock.terminal.screen import Frame, Size


class Commentary(Protocol):
    """What one viewer hears of a match, from its beginning."""

    @property
    def paragraphs(self) -> list[str]: ...

    def hear(self, events: Iterable[Any], /) -> list[str]:
        """The sentences said of these events, which must be as the viewer may read them."""
        ...


class Face(Protocol):
    """Views, offers, events and commands are those of the face's own game."""

    @property
    def secret(self) -> bool:
        """Whether a seat's view can hold what other seats must not see."""
        ...

    def commentary(self) -> Commentary: ...
    def question(self, seat: int, view: Any, offer: Any) -> Text: ...
    def waiting(self, seat: int, offer: Any) -> Text: ...
    def find_seat(self, typed: str) -> int | None: ...
    def understood(self, typed: str, offer: Any) -> Answer | Text: ...
    def frame(
        self,
        view: Any,
        task: str,
        said: Sequence[str],
        offer: Any,
        notice: str,
        size: Size,
    ) -> Frame: ...
    def opening(self) -> list[Line]: ...
    def settled(self, events: Sequence[Any], view: Any) -> list[Line]: ...
    def final(self, view: Any, winners: Sequence[int]) -> list[Line]: ...
    def page(self, typed: str, view: Any) -> list[Line]: ...


FACES: dict[str, Callable[[Any, Header, Words, Signs], Face]] = {RoyalTurf.name: RoyalTurfFace}


def face_of(game: Game[Any, Any, Any, Any], header: Header, words: Words, signs: Signs) -> Face:
    return FACES[game.name](game, header, words, signs)
