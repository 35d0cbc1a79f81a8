"""Counts many games on several cores or machines.

Work is split into chunks, ranges of game numbers. A worker may be a new process, so it is given
everything it needs: a plan, not a game. Counts are only added, so the result does not depend on
which worker counts which chunk.

Ctrl-C stops an executor at once, even in the middle of a game. The counts so far are kept.
"""

from __future__ import annotations

import os
import signal
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import partial
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection, Pipe, wait
from threading import Thread
from traceback import format_exc
from typing import Any, NamedTuple

from msgspec import Struct

from paddock.kernel.refusal import Refusal, refusal
from paddock.kernel.text import english
from paddock.lab.metrics import Counts

# Counts the games of a range of numbers.
Work = Callable[[range], Counts]
# Does the work on every chunk and yields the results in the order of the chunks.
Executor = Callable[[Work, Sequence[range]], Generator[Counts, None, None]]
# Called with the number of games just played.
OnProgress = Callable[[int], None]
# The total with the counts of one more chunk; the third argument is the number of games so far.
Merge = Callable[[Counts, Counts, int], Counts]


class Counted(NamedTuple):
    """The counts of the first `done` games."""

    counts: Counts
    done: int


class RunFailed(RuntimeError):
    """The run cannot go on; `reason` says why, and what to do.

    `counted` has the counts so far, and `report` a report of them if there are any.
    """

    def __init__(self, reason: Refusal) -> None:
        super().__init__(english(reason.text))
        self.reason = reason
        self.counted = Counted(Counter(), 0)
        self.report: Any = None


class Interrupted(KeyboardInterrupt):
    """Somebody pressed Ctrl-C; `counted` and `report` are as in `RunFailed`."""

    def __init__(self, counted: Counted) -> None:
        super().__init__()
        self.counted = counted
        self.report: Any = None


def serial(work: Work, chunks: Sequence[range]) -> Generator[Counts, None, None]:
    """An executor without workers: this process takes one chunk after the other."""
    yield from map(work, chunks)


def processes(workers: int) -> Executor:
    """An executor with this many processes on this machine."""
    return partial(_run, start_process, workers)


def threads(workers: int) -> Executor:
    """An executor with this many threads, for compiled work, which releases the GIL."""
    return partial(_run, start_thread, workers)


def add(total: Counts, counts: Counts, _done: int) -> Counts:
    """The sum of both, in a new counter."""
    both = Counter(total)
    both.update(counts)
    return both


def count(
    work: Work,
    games: int,
    chunk_size: int,
    executor: Executor = serial,
    on_progress: OnProgress | None = None,
    merge: Merge = add,
) -> Counts:
    """What `work` counts in games 0 .. games - 1.

    `RunFailed` and `Interrupted` carry the counts so far.
    """
    # Replaced as a whole, never changed in place, so an interrupt never finds it half updated.
    counted = Counted(Counter(), 0)
    chunks = [range(at, min(at + chunk_size, games)) for at in range(0, games, chunk_size)]
    try:
        with closing(executor(work, chunks)) as results:
            for chunk, counts in zip(chunks, results, strict=True):
                counted = Counted(merge(counted.counts, counts, chunk.stop), chunk.stop)
                if on_progress:
                    on_progress(len(chunk))
    except RunFailed as lost:
        lost.counted = counted
        raise
    except KeyboardInterrupt:
        raise Interrupted(counted) from None
    return counted.counts


def _run(
    start: Start, workers: int, work: Work, chunks: Sequence[range]
) -> Generator[Counts, None, None]:
    """Each worker has one chunk at a time; results that arrive out of order are held back.

    A single worker is a thread, so that this process still gets Ctrl-C at once.
    """
    started: list[Worker] = []
    needed = min(workers, len(chunks))
    start = start_thread if needed == 1 else start
    waiting = iter(enumerate(chunks))
    early: dict[int, Counts] = {}
    try:
        with sigint_blocked():
            started += (start(work) for _ in range(needed))
        for worker in started:
            worker.send(*next(waiting))
        for wanted in range(len(chunks)):
            while wanted not in early:
                worker = next_ready(started)
                index, counts = worker.receive()
                early[index] = counts
                if (following := next(waiting, None)) is not None:
                    worker.send(*following)
            yield early.pop(wanted)
    except Failure as error:
        raise RunFailed(error.reason) from error
    finally:
        for worker in started:
            worker.stop()


class Failure(Exception):
    """A worker cannot go on: the reason, and the traceback if its work failed."""

    def __init__(self, reason: Refusal, traceback: str = "") -> None:
        super().__init__(traceback or reason.code)
        self.reason = reason
        self.traceback = traceback


class WorkError(Struct, frozen=True):
    """Sent instead of counts if the work failed: the exception itself might not be picklable."""

    summary: str
    traceback: str


class Worker:
    """Our end of a pipe to the process or thread that does the work."""

    def __init__(self, pipe: Connection[Any, Any], stop: Callable[[], None]) -> None:
        self.pipe = pipe
        self._stop = stop
        self._index = 0

    def send(self, index: int, chunk: range) -> None:
        """Send a chunk; `index` is its position among all chunks."""
        self._index = index
        with _failure_if_closed():
            self.pipe.send(chunk)

    def receive(self) -> tuple[int, Counts]:
        """The position of the chunk and its counts."""
        with _failure_if_closed():
            message = self.pipe.recv()
        if isinstance(message, WorkError):
            failed = refusal("work_failed", "A game failed: {reason}", reason=message.summary)
            raise Failure(failed, message.traceback)
        counts: Counts = message
        return self._index, counts

    def stop(self) -> None:
        self._stop()
        self.pipe.close()


Start = Callable[[Work], Worker]


def next_ready(workers: Sequence[Worker]) -> Worker:
    """Wait for a worker that has sent something."""
    ready = wait([worker.pipe for worker in workers])
    return next(worker for worker in workers if worker.pipe in ready)


@contextmanager
def _failure_if_closed() -> Iterator[None]:
    try:
        yield
    except (EOFError, OSError) as error:
        ended = refusal(
            "worker_ended",
            "A worker process was killed, perhaps because memory ran out. Try fewer --workers.",
        )
        raise Failure(ended) from error


@contextmanager
def sigint_blocked() -> Iterator[None]:
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
    process = context.Process(target=_process_main, args=(theirs, work), daemon=True)
    process.start()
    theirs.close()

    def stop() -> None:
        process.kill()  # it may be busy with something that ignores any other signal
        process.join()

    return Worker(ours, stop)


def start_thread(work: Work) -> Worker:
    """A worker in a thread. When stopped it ends after its current chunk; nobody waits for it."""
    ours, theirs = Pipe()
    Thread(target=_serve, args=(theirs, work), daemon=True).start()
    return Worker(ours, lambda: None)


def _process_main(pipe: Connection[Any, Any], work: Work) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # where it is not blocked
    Thread(target=_exit_with_parent, daemon=True).start()
    _serve(pipe, work)


def _exit_with_parent() -> None:
    """Exit when the parent process ends, however it ends."""
    parent = parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os._exit(1)


def _serve(pipe: Connection[Any, Any], work: Work) -> None:
    with suppress(EOFError, OSError):  # stopped
        while True:
            pipe.send(_counts(work, pipe.recv()))


def _counts(work: Work, chunk: range) -> Counts | WorkError:
    try:
        return work(chunk)
    except Exception as error:  # noqa: BLE001  # reported to the caller, whatever it is
        return WorkError(f"{type(error).__name__}: {error}", format_exc())
