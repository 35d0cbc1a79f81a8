"""The keyboard of a terminal that is resized, or at which somebody presses Ctrl-C."""

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

pytestmark = pytest.mark.timeout(60)  # a keyboard that misses a signal waits for ever


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """A pseudo-terminal as standard input; yields its other end."""
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
    """Disable garbage collection: in a finalizer, the exception of a signal would get lost."""
    gc.disable()
    yield
    gc.enable()


def test_a_resize_just_before_a_question_is_noticed(terminal: int) -> None:
    """It came after the page was drawn, so the page is drawn once more."""
    keyboard = Keyboard()
    signal.raise_signal(signal.SIGWINCH)
    signal.raise_signal(signal.SIGWINCH)
    with pytest.raises(Resized):
        keyboard.line()
    os.write(terminal, b"2 5\n")
    assert keyboard.line() == "2 5"


def test_a_resize_does_not_end_a_pause(terminal: int) -> None:
    """The next page is drawn in the new size anyway."""
    keyboard = Keyboard()
    os.write(terminal, b"\n")
    signal.raise_signal(signal.SIGWINCH)
    keyboard.pause(60)
    os.write(terminal, b"q\n")
    assert keyboard.line() == "q"


@pytest.mark.usefixtures("terminal")
def test_a_resize_after_ctrl_c_interrupts_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is only noted, because the game is being saved."""
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
def test_no_signal_is_missed(
    terminal: int,
    monkeypatch: pytest.MonkeyPatch,
    number: signal.Signals,
    raised: type[BaseException],
) -> None:
    """A signal that arrives just before the keyboard starts to wait still wakes it."""
    keyboard = Keyboard()
    asleep, come = select.select, getattr(CDLL(None), "raise")
    answers: list[Any] = []

    def just_before(read: Any, write: Any, other: Any, _seconds: None) -> Any:
        # A single call: Python handles signals only between its own instructions.
        steps = (partial(come, number), partial(asleep, read, write, other, 0))
        answers.extend(map(call, steps))
        return answers[-1]

    monkeypatch.setattr("select.select", just_before)
    os.write(terminal, b"2 5\n")  # ends the wait if the signal is lost
    with pytest.raises(raised):
        keyboard.line()
    ready, _, _ = answers[-1]
    assert {*ready} - {sys.stdin.fileno()}, "it would still be waiting"
