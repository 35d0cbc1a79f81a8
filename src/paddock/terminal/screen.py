"""The screen: pages painted over one another, or printed one after another where that cannot be."""

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Self

from msgspec import Struct
from msgspec.structs import replace
from rich.console import Console

from paddock.kernel.text import say
from paddock.terminal.keyboard import Keyboard, Left, Resized
from paddock.terminal.language import Words
from paddock.terminal.lines import Line, broken, chopped
from paddock.terminal.palette import ASCII, UNICODE, theme, unpainted

_ENTER, _LEAVE = "\x1b[?1049h", "\x1b[?1049l"
_PLAIN = "\x1b[0m"
_CLEAR = "\x1b[H\x1b[2J"
# Also whatever of earlier pages, and of other programs, a terminal keeps to be scrolled back to.
_WIPE = _CLEAR + "\x1b[3J"
_INDENT = 4  # of what a broken line goes on with
_PAINTED = ("truecolor", "256")


class Size(Struct, frozen=True):
    width: int
    height: int


class Shown(Struct, frozen=True):
    """What there is to show of a match at one moment, to one viewer.

    View and offer are the game's own; there is an offer only where somebody is asked. `fresh` is
    how many of the paragraphs said have come since this viewer was last asked.
    """

    view: Any
    task: str
    said: Sequence[str]
    offer: Any = None
    notice: str = ""
    fresh: int = 0

    def without_latest(self) -> Self:
        """Where the task tells it too."""
        return replace(self, said=self.said[:-1], fresh=max(self.fresh - 1, 0))


class Frame(Struct, frozen=True):
    """A page in two parts: what is to be seen, and below, where one types, what is to be done."""

    above: Sequence[Line]
    below: Sequence[Line] = ()
    at_foot: bool = True


class Paper:
    """Standard output to be written on: what is printed stays."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.signs = ASCII if words.ascii_only else UNICODE
        self.console = console()

    @property
    def size(self) -> Size:
        return Size(*self.console.size)

    def print(self, lines: Iterable[Line], *, painted: bool = False) -> None:
        """Painted lines fill the width with their own ground; others use the terminal's."""
        rows = list(lines)
        if self.console.is_terminal:
            rows = [row for line in rows for row in broken(line, self.size.width, _INDENT)]
        if painted and self.console.is_terminal:
            self._write(self._painted(rows))
        else:
            with self.console.use_theme(unpainted()):
                self._write(self._rendered(rows))

    def _painted(self, lines: Iterable[Line]) -> str:
        rows = []
        for line in lines:
            row = Line(style="ground")
            row.append_text(line)
            row.truncate(self.size.width, pad=True)
            rows.append(row)
        return self._rendered(rows)

    def _rendered(self, lines: Iterable[Line]) -> str:
        with self.console.capture() as captured:
            for line in lines:
                self.console.print(line, no_wrap=True, crop=False, overflow="ignore")
        return captured.get()

    def _write(self, text: str) -> None:
        self.console.file.write(text)
        self.console.file.flush()


class Screen(Paper):
    """`live` is a terminal that can be painted over; anything else is written to line by line."""

    def __init__(self, words: Words, keyboard: Keyboard) -> None:
        super().__init__(words)
        self.keyboard = keyboard
        self.live = self.console.file.isatty() and not self.console.is_dumb_terminal
        self._wiped = False

    @property
    def private(self) -> bool:
        """Whether what one person saw and typed can be kept from the next."""
        return self.live and self.keyboard.live

    @contextmanager
    def opened(self) -> Iterator[None]:
        """The other screen of a terminal, which keeps no lines to be scrolled back to."""
        if not self.live:
            yield
            return
        self._write(_ENTER + _CLEAR)
        try:
            with self.keyboard.echo(on=False):
                yield
        finally:
            self._write(_PLAIN + (_WIPE if self._wiped else _CLEAR) + _LEAVE)

    def show(self, frame: Frame) -> None:
        """A page in place of the one before; what is asked next is typed below it."""
        if not self.live:
            self.print([*frame.above, *frame.below])
            return
        height = self.size.height
        free = [Line()] * (height - 1 - len(frame.above) - len(frame.below))
        page = [*frame.above, *(free if frame.at_foot else ()), *frame.below][1 - height :]
        rest = [Line()] * (height - len(page))
        rows = self._painted([*page, *rest]).splitlines()
        # Each line is sent to its place, for a line end on the last one would scroll.
        placed = "".join(f"\x1b[{y};1H{row}" for y, row in enumerate(rows, start=1))
        self._write(f"{placed}\x1b[{len(page) + 1};1H")

    def wipe(self) -> None:
        """Leave nothing to see of what was shown and typed so far."""
        self.keyboard.forget()
        self._wiped = True  # there are secrets in this game: the last ones go when it is left
        self._write(_PLAIN + _WIPE if self.live else "")

    def ask(self, prompt: str) -> str:
        """A line of input; `Left` at its end, `Resized` if the page must be drawn again first."""
        with self.console.capture() as captured:
            self.console.print(Line(prompt, "ground" if self.live else ""), end="")
        # Its colours stay on for what is typed.
        self._write(captured.get().removesuffix(_PLAIN))
        line = self.keyboard.line()
        if not self.keyboard.live:
            self._write("\n")
        return line

    def turn(self, lines: Sequence[Line], prompt: str = "") -> str:
        """Something to read: a screenful at a time, each until Enter; `q` leaves the game.

        What is typed at the last one is the answer, if the prompt asks for any.
        """
        start = 0
        while True:
            size = self.size
            height = size.height - 1 if self.live else len(lines)
            rows = _set(lines, size.width, height, painted=self.live)
            end = start + (height if self.live else len(rows))
            more = self.words(say("Enter: more ")) if end < len(rows) else ""
            self.show(Frame(rows[start:end], at_foot=False))
            try:
                answer = self.ask(more or prompt or self.words(say("Enter: go on ")))
            except Resized:
                start = 0
                continue
            if answer.casefold() == "q":
                raise Left
            if end >= len(rows):
                return answer
            start = end


def _set(lines: Sequence[Line], width: int, height: int, *, painted: bool) -> list[Line]:
    """Lines broken to a width; blank ones go where without them all fits on one screen."""
    rows = [row for line in lines for row in broken(line, width, _INDENT)]
    if painted:  # what is wider would be painted off the screen
        rows = [part for row in rows for part in chopped(row, width)]
    dense = [row for row in rows if row]
    return dense if len(dense) <= height < len(rows) else rows


def console() -> Console:
    """Rich's console with our styles, as far as the terminal has the colours for them."""
    plain = Console(highlight=False, markup=False, emoji=False)
    paintable = plain.color_system in _PAINTED and not plain.no_color
    styles = theme(os.environ) if paintable else unpainted()
    return Console(highlight=False, markup=False, emoji=False, theme=styles)
