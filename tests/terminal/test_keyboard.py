"""The keyboard of a terminal whose size changes."""

import os
import signal
import sys
from collections.abc import Iterator

import pytest

from paddock.terminal.keyboard import Keyboard, Resized


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """The other end of the one that is standard input."""
    ours, theirs = os.openpty()
    before = signal.getsignal(signal.SIGWINCH)
    with os.fdopen(theirs, encoding="utf-8") as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        yield ours
    os.close(ours)
    signal.signal(signal.SIGWINCH, before)


def test_a_new_size_is_heard_before_anybody_listens(terminal: int) -> None:
    """After a page was drawn and before its answer is waited for: the page is drawn once more."""
    keyboard = Keyboard()
    signal.raise_signal(signal.SIGWINCH)
    signal.raise_signal(signal.SIGWINCH)
    with pytest.raises(Resized):
        keyboard.line()
    os.write(terminal, b"2 5\n")
    assert keyboard.line() == "2 5"


def test_a_pause_outlasts_a_new_size(terminal: int) -> None:
    """What comes next is drawn in that size anyway."""
    keyboard = Keyboard()
    os.write(terminal, b"\n")
    signal.raise_signal(signal.SIGWINCH)
    keyboard.pause(60)
    os.write(terminal, b"q\n")
    assert keyboard.line() == "q"


@pytest.mark.usefixtures("terminal")
def test_after_ctrl_c_nothing_is_torn_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """A new size is then only noted: the game is being saved."""
    keyboard = Keyboard()

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("select.select", interrupted)
    with pytest.raises(KeyboardInterrupt):
        keyboard.line()
    signal.raise_signal(signal.SIGWINCH)
    with pytest.raises(Resized):
        keyboard.line()
