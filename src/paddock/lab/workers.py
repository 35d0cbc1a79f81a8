"""Many games on several processors, or several machines.

Work is cut into ranges of numbers. Whoever takes one may be a fresh process, so what it is given
must say everything: a `Plan`, not a game. How the ranges fall never shows in the result, since the
parts are counts that only add up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from multiprocessing import get_context
from signal import SIG_IGN, SIGINT, signal

from paddock.kernel.rejection import Rejected, reject
from paddock.kernel.text import english
from paddock.lab.metrics import Counts

Work = Callable[[range], Counts]
# Whoever does the work on all ranges, and hands back the parts in their order.
Crew = Callable[[Work, Sequence[range]], Iterator[Counts]]
Told = Callable[[int], None]


class Lost(RuntimeError):
    """A crew cannot go on: why, and what to do.

    `counts` are of the first `done` numbers, those that were counted until then.
    """

    def __init__(self, reason: Rejected) -> None:
        super().__init__(english(reason.text))
        self.reason = reason
        self.counts: Counts = Counter()
        self.done = 0


def silence(_done: int) -> None:
    """For whoever does not care to hear how far things are."""


def alone(work: Work, chunks: Sequence[range]) -> Iterator[Counts]:
    """In this process, one after the other."""
    return map(work, chunks)


def processes(workers: int) -> Crew:
    """By so many processes of this machine."""
    context = get_context("spawn")  # a fork would inherit whatever threads and locks there are
    # Whoever interrupts means the whole: workers finish what they are at, without a word.
    pool = partial(
        ProcessPoolExecutor, mp_context=context, initializer=signal, initargs=(SIGINT, SIG_IGN)
    )
    return partial(_share, pool, workers)


def threads(workers: int) -> Crew:
    """By so many threads of this process: for work that is compiled and so can run side by side."""
    return partial(_share, ThreadPoolExecutor, workers)


def _share(
    pool: Callable[[int], Executor], workers: int, work: Work, chunks: Sequence[range]
) -> Iterator[Counts]:
    hands = min(workers, len(chunks))
    if hands == 1:
        yield from alone(work, chunks)
        return
    try:
        with pool(hands) as executor:
            yield from executor.map(work, chunks)
    except BrokenExecutor as error:
        raise Lost(
            reject(
                "worker_ended",
                "A worker was ended from outside, perhaps for want of memory. Try fewer --workers.",
            )
        ) from error


def count(work: Work, number: int, chunk: int, crew: Crew = alone, told: Told = silence) -> Counts:
    """What `work` counts in 0 .. number - 1, taken `chunk` at a time.

    `told` hears how many more are done. What was counted before a crew was lost, it has with it.
    """
    total: Counts = Counter()
    chunks = [range(first, min(first + chunk, number)) for first in range(0, number, chunk)]
    done = 0
    try:
        for taken, part in zip(chunks, crew(work, chunks), strict=True):
            total.update(part)
            done = taken.stop
            told(len(taken))
    except Lost as lost:
        lost.counts, lost.done = total, done
        raise
    return total
