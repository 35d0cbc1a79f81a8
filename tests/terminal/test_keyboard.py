"""The keyboard of a terminal whose size changes, or at which somebody presses Ctrl-C."""

import gc
import os
import select
import signal
import sys
from collections.abc import Iterator
from ctypes import CDLL
from functools import partial
from operator import call
from typing import Any

import pytest

from paddock.terminal.keyboard import Keyboard, Resized

pytestmark = pytest.mark.timeout(60)  # without the wake-up a keyboard sleeps for ever


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """The other end of the one that is standard input."""
    ours, theirs = os.openpty()
    before, waking = signal.getsignal(signal.SIGWINCH), signal.set_wakeup_fd(-1)
    with os.fdopen(theirs, encoding="utf-8") as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        yield ours
    os.close(ours)
    signal.signal(signal.SIGWINCH, before)
    signal.set_wakeup_fd(waking)


@pytest.fixture
def uncollected() -> Iterator[None]:
    """No garbage is collected: in what others have run then, a signal's exception gets lost."""
    gc.disable()
    yield
    gc.enable()


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

    with monkeypatch.context() as patch:
        patch.setattr("select.select", interrupted)
        with pytest.raises(KeyboardInterrupt):
            keyboard.line()
    signal.raise_signal(signal.SIGWINCH)
    with pytest.raises(Resized):
        keyboard.line()


@pytest.mark.usefixtures("uncollected")
@pytest.mark.parametrize(
    ("number", "raised"), [(signal.SIGINT, KeyboardInterrupt), (signal.SIGWINCH, Resized)], ids=str
)
def test_no_signal_is_slept_through(
    terminal: int,
    monkeypatch: pytest.MonkeyPatch,
    number: signal.Signals,
    raised: type[BaseException],
) -> None:
    """One that comes at the last moment before the keyboard sleeps wakes it at once."""
    keyboard = Keyboard()
    asleep, come = select.select, getattr(CDLL(None), "raise")
    answers: list[Any] = []

    def just_before(read: Any, write: Any, other: Any, _seconds: None) -> Any:
        # One call: Python handles a signal only between its own instructions, so not in here.
        steps = (partial(come, number), partial(asleep, read, write, other, 0))
        answers.extend(map(call, steps))
        return answers[-1]

    monkeypatch.setattr("select.select", just_before)
    os.write(terminal, b"2 5\n")  # ends the wait, should the signal be lost
    with pytest.raises(raised):
        keyboard.line()
    ready, _, _ = answers[-1]
    assert {*ready} - {sys.stdin.fileno()}, "it would have slept on"
