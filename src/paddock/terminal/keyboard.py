"""The keyboard: reads a line at a time, and pauses that any line cuts short."""

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
    """The player has left: `q`, Ctrl-C or the end of input."""


class Resized(Exception):
    """The terminal has been resized: draw again, then ask again."""


class Keyboard:
    """Standard input. The terminal itself handles line editing; no input is kept for others."""

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
        """The next line, without its line end; raises `Left` if there is none."""
        with self.echo(on=True):
            while b"\n" not in self._typed:
                if self._ended:
                    raise Left
                self._wait(None)
        line, _, self._typed = self._typed.partition(b"\n")
        return line.decode(sys.stdin.encoding, "replace").strip()

    def pause(self, seconds: float) -> None:
        """Wait until the time is up or a line is typed. `q` leaves; any other line is discarded.

        Input typed before a question appears is no answer to it.
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
        """Discard what was typed so far: it was not meant for the next question."""
        if self.live:
            self._typed = b""
            termios.tcflush(self._file, termios.TCIFLUSH)

    @contextmanager
    def echo(self, *, on: bool) -> Iterator[None]:
        """Turn echo on for questions only: typed text could garble a drawing."""
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
        if self._resized:  # just now, or since the page was drawn
            self._resized = False
            raise Resized
        if self._file in ready:
            read = os.read(self._file, 4096)
            self._typed += read
            self._ended = not read

    def _resize(self, _signal: int, _frame: FrameType | None) -> None:
        self._resized = True


def _wake_on_signals() -> int:
    """A file descriptor that becomes readable as soon as a signal arrives.

    `select` misses a signal that arrives just before it, so Ctrl-C or a resize could be lost.
    """
    woken, waking = os.pipe()
    os.set_blocking(waking, False)
    signal.set_wakeup_fd(waking, warn_on_full_buffer=False)
    return woken
