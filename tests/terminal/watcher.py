"""A fake screen that records every page, and answers as the test says."""

from collections.abc import Callable, Sequence
from gettext import NullTranslations
from pathlib import Path

import pytest

from paddock.bots import policy
from paddock.games import AnyGame
from paddock.kernel.log import Seat
from paddock.terminal.face import face_of
from paddock.terminal.keyboard import Keyboard, Left
from paddock.terminal.language import Words
from paddock.terminal.lines import Line
from paddock.terminal.opening import begin
from paddock.terminal.screen import Frame, Screen, Size
from paddock.terminal.session import Session
from tests.terminal.meeting import answer
from tests.terminal.scene import ORDINARY, plain


class Nobody(Keyboard):
    """A keyboard without input; its pauses take no time."""

    def __init__(self) -> None:
        self.live = True
        self.pauses: list[float] = []

    def pause(self, seconds: float) -> None:
        self.pauses.append(seconds)

    def forget(self) -> None:
        pass


class Watcher(Screen):
    """`answer` gives what is typed at a page."""

    def __init__(
        self, answer: Callable[[str], str] = answer, size: tuple[int, int] = ORDINARY
    ) -> None:
        super().__init__(Words(NullTranslations()), Nobody())
        self.leaves_after = ""
        self.live = True
        self.pages: list[str] = []
        self.asked: list[str] = []
        self._answer = answer
        self._size = Size(*size)

    @property
    def size(self) -> Size:
        return self._size

    def show(self, frame: Frame) -> None:
        self.pages.append("\n".join(plain([*frame.above, *frame.below])))

    def turn(self, lines: Sequence[Line], prompt: str = "") -> str:
        self.pages.append("\n".join([*plain(lines), prompt]))
        if self.leaves_after and self.leaves_after in self.pages[-1]:
            raise Left
        return ""

    def wipe(self) -> None:
        self.pages.append("")

    def ask(self, prompt: str) -> str:
        self.asked.append(self.pages[-1])
        typed = self._answer(self.pages[-1])
        assert typed, f"nothing to type at:\n{self.pages[-1]}"
        return typed


def left(session: Session, watcher: Watcher, page: str, pause: float = 0) -> None:
    """Play up to this page, where the people leave."""
    watcher.leaves_after = page
    with pytest.raises(Left):
        session.play(pause=pause)


def seated(names: str, bot: str) -> tuple[Seat, ...]:
    """Seats for these people, with bots at the seats named like the bot."""
    return tuple(Seat(name, bot if name == bot else None) for name in names.split(","))


def watched(game: AnyGame, path: Path, seats: tuple[Seat, ...]) -> tuple[Session, Watcher]:
    """A table of this game with its log, where people play without a plan."""
    table, watcher = begin(game, seats, path, 5), Watcher()
    face = face_of(game, table.header, watcher.words, watcher.signs)
    bots = {place: policy(game, seat.policy) for place, seat in enumerate(seats) if seat.policy}
    return Session(table, bots, face, watcher), watcher
