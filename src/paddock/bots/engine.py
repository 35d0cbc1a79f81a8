"""Compiled rollouts, made ready beside the play: nobody waits for a compiler at the table.

Where compiling fails, whatever the reason, that is said once, and whoever needs it plays without.
"""

from __future__ import annotations

from concurrent.futures import Future
from functools import cache
from importlib import import_module
from logging import getLogger
from threading import Thread
from typing import Any

from paddock.kernel.text import english, say


@cache
def engine(module: str) -> Future[Any]:
    """The module of this name, made ready by a thread of its own, once a process.

    That takes seconds, and on a machine that has never done it the better part of a minute.
    """
    future: Future[Any] = Future()
    Thread(target=_make_ready, args=(module, future), name="compile", daemon=True).start()
    return future


def is_ready(future: Future[Any]) -> bool:
    """Whether it has come out well."""
    return future.done() and future.exception() is None


def _make_ready(module: str, future: Future[Any]) -> None:
    try:
        rollouts = import_module(module)
        rollouts.warm()
        future.set_result(rollouts)
    except BaseException as error:  # noqa: BLE001  # whoever waits is told
        told = say("No rollouts: compiling them failed ({reason}).", reason=repr(error))
        getLogger(__name__).warning(english(told))
        future.set_exception(error)
