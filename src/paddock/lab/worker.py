"""A worker counts one chunk of games at a time for a crew; it can be stopped at any moment."""

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
    """A worker cannot go on: the reason, and the traceback if its work failed."""

    def __init__(self, reason: Rejected, traceback: str = "") -> None:
        super().__init__(traceback or reason.code)
        self.reason = reason
        self.traceback = traceback


class Broken(Struct, frozen=True):
    """A worker's report of work that failed: an exception might not survive pickling."""

    summary: str
    traceback: str


class Worker:
    """Our end of a pipe; at the other end a process or a thread does the work."""

    def __init__(self, link: Connection[Any, Any], stop: Callable[[], None]) -> None:
        self.link = link
        self._stop = stop
        self._at = 0

    def give(self, at: int, chunk: range) -> None:
        """Send a chunk; `at` is its position among all chunks."""
        self._at = at
        with _ended_is_told():
            self.link.send(chunk)

    def take(self) -> tuple[int, Counts]:
        """The counts of the chunk, and its position."""
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
    """Wait for a worker that has sent something."""
    ready = wait([worker.link for worker in workers])
    return next(worker for worker in workers if worker.link in ready)


@contextmanager
def _ended_is_told() -> Iterator[None]:
    try:
        yield
    except (EOFError, OSError) as error:
        ended = reject(
            "worker_ended",
            "A worker process was killed, perhaps because memory ran out. Try fewer --workers.",
        )
        raise Failure(ended) from error


@contextmanager
def deaf() -> Iterator[None]:
    """Processes started in this context never get Ctrl-C, not even before their first line."""
    if not hasattr(signal, "pthread_sigmask"):  # on Windows
        yield
        return
    resource_tracker.ensure_running()  # starting it later would unblock the signal
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def start_process(work: Work) -> Worker:
    """A worker in a new process. It is spawned, since a fork would inherit threads and locks."""
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_work_apart, args=(theirs, work), daemon=True)
    process.start()
    theirs.close()

    def stop() -> None:
        process.kill()  # it may be busy with something that ignores any other signal
        process.join()

    return Worker(ours, stop)


def start_thread(work: Work) -> Worker:
    """A worker in a thread. When stopped it ends after its current chunk; nobody waits for it."""
    ours, theirs = Pipe()
    Thread(target=_work, args=(theirs, work), daemon=True).start()
    return Worker(ours, lambda: None)


def _work_apart(link: Connection[Any, Any], work: Work) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # where it is not blocked
    Thread(target=_end_with_parent, daemon=True).start()
    _work(link, work)


def _end_with_parent() -> None:
    """Exit when the parent process ends, however it ends."""
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
