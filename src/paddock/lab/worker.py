"""A worker does one piece of work at a time for a crew, and can be stopped at any moment."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection, Pipe, wait
from threading import Thread
from traceback import format_exc
from typing import Any

from msgspec import Struct

from paddock.kernel.rejection import Rejected, reject
from paddock.lab.metrics import Counts

Work = Callable[[range], Counts]


class Failure(Exception):
    """A worker cannot go on: why, and the traceback of its work if that is what failed."""

    def __init__(self, reason: Rejected, traceback: str = "") -> None:
        super().__init__(traceback or reason.code)
        self.reason = reason
        self.traceback = traceback


class Broken(Struct, frozen=True):
    """What a worker says of work that failed: exceptions themselves need not survive the way."""

    summary: str
    traceback: str


class Worker:
    """One end of a pipe; at the other end a process, or a thread, that works."""

    def __init__(self, link: Connection[Any, Any], stop: Callable[[], None]) -> None:
        self.link = link
        self._stop = stop
        self._at = 0

    def give(self, at: int, chunk: range) -> None:
        """The chunk that has this place among all."""
        self._at = at
        with _ended_is_told():
            self.link.send(chunk)

    def take(self) -> tuple[int, Counts]:
        """What came of it, with its place."""
        with _ended_is_told():
            told = self.link.recv()
        if isinstance(told, Broken):
            failed = reject("work_failed", "A game failed: {reason}", reason=told.summary)
            raise Failure(failed, told.traceback)
        counts: Counts = told
        return self._at, counts

    def stop(self) -> None:
        self._stop()
        self.link.close()


Start = Callable[[Work], Worker]


def next_ready(workers: Sequence[Worker]) -> Worker:
    """The first that has something to say."""
    ready = wait([worker.link for worker in workers])
    return next(worker for worker in workers if worker.link in ready)


@contextmanager
def _ended_is_told() -> Iterator[None]:
    try:
        yield
    except (EOFError, OSError) as error:
        ended = reject(
            "worker_ended",
            "A worker was ended from outside, perhaps for want of memory. Try fewer --workers.",
        )
        raise Failure(ended) from error


@contextmanager
def deaf() -> Iterator[None]:
    """Processes that start meanwhile never hear Ctrl-C, not even before their first line."""
    if not hasattr(signal, "pthread_sigmask"):  # on Windows
        yield
        return
    resource_tracker.ensure_running()  # which would make the first process hear again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def start_process(work: Work) -> Worker:
    """Spawned: a fork would inherit whatever threads and locks there are."""
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_work_apart, args=(theirs, work), daemon=True)
    process.start()
    theirs.close()

    def stop() -> None:
        process.kill()  # it may be at something that hears nothing else
        process.join()

    return Worker(ours, stop)


def start_thread(work: Work) -> Worker:
    """One that is stopped ends after the piece that it is at; nobody waits for it."""
    ours, theirs = Pipe()
    Thread(target=_work, args=(theirs, work), daemon=True).start()
    return Worker(ours, lambda: None)


def _work_apart(link: Connection[Any, Any], work: Work) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # where it is not blocked
    Thread(target=_end_with_parent, daemon=True).start()
    _work(link, work)


def _end_with_parent() -> None:
    """However the parent ends, no worker outlives it."""
    parent = parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os._exit(1)


def _work(link: Connection[Any, Any], work: Work) -> None:
    with suppress(EOFError, OSError):  # stopped
        while True:
            link.send(_done(work, link.recv()))


def _done(work: Work, chunk: range) -> Counts | Broken:
    try:
        return work(chunk)
    except Exception as error:  # noqa: BLE001  # reported to the caller, whatever it is
        return Broken(f"{type(error).__name__}: {error}", format_exc())
