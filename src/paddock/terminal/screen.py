"""The screen: pages painted over one another, or printed in sequence where that is impossible."""

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
_WIPE = _CLEAR + "\x1b[3J"  # clears the scrollback too
_INDENT = 4  # of the continuation of a wrapped line
_PAINTED = ("truecolor", "256")


class Size(Struct, frozen=True):
    width: int
    height: int


class Shown(Struct, frozen=True):
    """What to show one viewer of a match at one moment.

    View and offer are the game's own; there is an offer only if the viewer has to choose. `fresh`
    is how many paragraphs are new since this viewer was last asked.
    """

    view: Any
    task: str
    said: Sequence[str]
    offer: Any = None
    notice: str = ""
    fresh: int = 0

    def without_latest(self) -> Self:
        """The same without the latest paragraph, for when the task already says it."""
        return replace(self, said=self.said[:-1], fresh=max(self.fresh - 1, 0))


class Frame(Struct, frozen=True):
    """A page in two parts: what to look at, and below it, next to the input line, what to do."""

    above: Sequence[Line]
    below: Sequence[Line] = ()
    at_foot: bool = True


class Paper:
    """Standard output, printed to line by line."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.signs = ASCII if words.ascii_only else UNICODE
        self.console = console()

    @property
    def size(self) -> Size:
        return Size(*self.console.size)

    def print(self, lines: Iterable[Line], *, painted: bool = False) -> None:
        """Painted lines fill the width with our background; others keep the terminal's own."""
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
    """A `live` screen is a terminal that can be painted over; others are printed line by line."""

    def __init__(self, words: Words, keyboard: Keyboard) -> None:
        super().__init__(words)
        self.keyboard = keyboard
        self.live = self.console.file.isatty() and not self.console.is_dumb_terminal
        self._wiped = False

    @property
    def private(self) -> bool:
        """Whether what one person saw and typed can be hidden from the next."""
        return self.live and self.keyboard.live

    @contextmanager
    def opened(self) -> Iterator[None]:
        """The terminal's alternate screen, which has no scrollback."""
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
        """Replace the current page; the next input is typed below the new one."""
        if not self.live:
            self.print([*frame.above, *frame.below])
            return
        height = self.size.height
        free = [Line()] * (height - 1 - len(frame.above) - len(frame.below))
        page = [*frame.above, *(free if frame.at_foot else ()), *frame.below][1 - height :]
        rest = [Line()] * (height - len(page))
        rows = self._painted([*page, *rest]).splitlines()
        # Place each line by its coordinates: a line end on the last one would scroll the page.
        placed = "".join(f"\x1b[{y};1H{row}" for y, row in enumerate(rows, start=1))
        self._write(f"{placed}\x1b[{len(page) + 1};1H")

    def wipe(self) -> None:
        """Remove every trace of what was shown and typed so far."""
        self.keyboard.forget()
        self._wiped = True  # this game has secrets, so leaving it wipes the last of them too
        self._write(_PLAIN + _WIPE if self.live else "")

    def ask(self, prompt: str) -> str:
        """A line of input. Raises `Left` at the end of input, `Resized` if a redraw is needed."""
        with self.console.capture() as captured:
            self.console.print(Line(prompt, "ground" if self.live else ""), end="")
        # Without the reset code, so that the typed text has the prompt's colours.
        self._write(captured.get().removesuffix(_PLAIN))
        line = self.keyboard.line()
        if not self.keyboard.live:
            self._write("\n")
        return line

    def turn(self, lines: Sequence[Line], prompt: str = "") -> str:
        """Show text one screenful at a time, each until Enter; `q` leaves the game.

        Returns what is typed at the last screenful.
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
    """Lines wrapped to a width; blank lines are dropped if that makes it all fit on one screen."""
    rows = [row for line in lines for row in broken(line, width, _INDENT)]
    if painted:  # anything wider would be painted off the screen
        rows = [part for row in rows for part in chopped(row, width)]
    dense = [row for row in rows if row]
    return dense if len(dense) <= height < len(rows) else rows


def console() -> Console:
    """Rich's console with our styles, as far as the terminal's colours allow."""
    plain = Console(highlight=False, markup=False, emoji=False)
    paintable = plain.color_system in _PAINTED and not plain.no_color
    styles = theme(os.environ) if paintable else unpainted()
    return Console(highlight=False, markup=False, emoji=False, theme=styles)
