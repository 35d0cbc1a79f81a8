"""Work that ends early because workers are lost or somebody presses Ctrl-C.

The first Ctrl-C stops the work and reports what was played so far. The second one stops everything
at once.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import active_children
from signal import SIG_IGN, SIGINT, getsignal, signal
from typing import NoReturn

import typer
from rich.console import Console

from paddock.kernel.text import Text, english, say
from paddock.lab.workers import Failure, Interrupted, RunFailed

INTERRUPTED = 130  # 128 plus the number of the signal, as in shells


@contextmanager
def interruptible() -> Iterator[None]:
    """Turn the first Ctrl-C into a `KeyboardInterrupt`; the program then ends here with status 130.

    It skips Python's normal shutdown, which would wait for threads that are still compiling, or
    unload the compiler while they use it.
    """
    pressed = False

    def press(*_: object) -> None:
        nonlocal pressed
        if pressed:
            _leave()
        pressed = True
        raise KeyboardInterrupt

    before = getsignal(SIGINT)
    if before is not SIG_IGN:  # a shell makes background jobs ignore it
        signal(SIGINT, press)
    try:
        yield
    except KeyboardInterrupt:
        typer.echo(english(say("Interrupted before any game was finished.")), err=True)
    finally:
        if pressed:
            sys.stdout.flush()
            _leave()
        signal(SIGINT, before)


def end_early(cut: RunFailed | Interrupted, note: Text | None) -> NoReturn:
    """Say why, and what the report covers, if there is one. `RunFailed` ends with status 1."""
    if isinstance(cut.__cause__, Failure):
        typer.echo(cut.__cause__.traceback, err=True, nl=False)
    if isinstance(cut, Interrupted) and note is None:
        raise cut
    why = str(cut) if isinstance(cut, RunFailed) else english(say("Interrupted."))
    typer.echo("\n".join([why, *([english(note)] if note else [])]), err=True)
    raise typer.Exit(1 if isinstance(cut, RunFailed) else INTERRUPTED)


def _leave() -> NoReturn:
    for worker in active_children():
        worker.kill()
    Console(stderr=True).show_cursor()  # a bar may have hidden it
    os._exit(INTERRUPTED)
