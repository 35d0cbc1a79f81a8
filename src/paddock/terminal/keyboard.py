"""The keyboard: a line at a time, and pauses that any line cuts short."""

import os
import select
import signal
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Left(Exception):
    """Whoever sits at the keyboard has gone: `q`, Ctrl-C or the end of input."""


class Resized(Exception):
    """The terminal has another size now: draw again, then ask again."""


class Keyboard:
    """Standard input. The terminal itself edits the line; nothing typed is kept for others."""

    def __init__(self) -> None:
        self._file = sys.stdin.fileno()
        self._typed = b""
        self._ended = False
        self._resized = False
        self._woken: list[int] = []
        self.live = os.isatty(self._file)
        if self.live:
            self._woken = [_wake_on_signals()]
            signal.signal(signal.SIGWINCH, self._resize)

    def line(self) -> str:
        """The next line, without its end; raises `Left` when there is none."""
        with self.echo(on=True):
            while b"\n" not in self._typed:
                if self._ended:
                    raise Left
                self._wait(None)
        line, _, self._typed = self._typed.partition(b"\n")
        return line.decode(sys.stdin.encoding, "replace").strip()

    def pause(self, seconds: float) -> None:
        """Wait, unless a line is typed: `q` leaves, any other only cuts the wait short.

        What is typed before a question is seen is no answer to it.
        """
        if not self.live:
            time.sleep(seconds)
            return
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0 and b"\n" not in self._typed:
            try:
                self._wait(left)
            except Resized:
                continue
            if self._ended:
                return
        typed, _, self._typed = self._typed.rpartition(b"\n")
        if b"q" in typed.lower().split():
            raise Left

    def forget(self) -> None:
        """What was typed before this moment was not meant for what is asked next."""
        if self.live:
            self._typed = b""
            termios.tcflush(self._file, termios.TCIFLUSH)

    @contextmanager
    def echo(self, *, on: bool) -> Iterator[None]:
        """Show what is typed only while something is asked: it could tear a drawing apart."""
        if not self.live:
            yield
            return
        before = termios.tcgetattr(self._file)
        flags = before[3] | termios.ECHO if on else before[3] & ~termios.ECHO
        termios.tcsetattr(self._file, termios.TCSADRAIN, [*before[:3], flags, *before[4:]])
        try:
            yield
        finally:
            termios.tcsetattr(self._file, termios.TCSADRAIN, before)

    def _wait(self, seconds: float | None) -> None:
        ready = select.select([self._file, *self._woken], [], [], seconds)[0]
        for woken in self._woken:
            if woken in ready:
                os.read(woken, 4096)
        if self._resized:  # now, or since the page was drawn
            self._resized = False
            raise Resized
        if self._file in ready:
            read = os.read(self._file, 4096)
            self._typed += read
            self._ended = not read

    def _resize(self, _signal: int, _frame: FrameType | None) -> None:
        self._resized = True


def _wake_on_signals() -> int:
    """What can be read from as soon as a signal has come.

    `select` sleeps through one that comes just before it, so Ctrl-C or a new size could be lost.
    """
    woken, waking = os.pipe()
    os.set_blocking(waking, False)
    signal.set_wakeup_fd(waking, warn_on_full_buffer=False)
    return woken
