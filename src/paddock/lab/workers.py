"""Many games on several processors, or several machines.

Work is cut into ranges of numbers. Whoever takes one may be a fresh process, so what it is given
must say everything: a plan, not a game. How the ranges fall never shows in the result, since the
parts are counts that only add up.

Ctrl-C stops a crew at once, even in the middle of a game. What was counted so far is kept.
"""

from collections import Counter
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from functools import partial
from typing import Any, NamedTuple

from paddock.kernel.rejection import Rejected
from paddock.kernel.text import english
from paddock.lab.metrics import Counts
from paddock.lab.worker import Failure, Start, Worker, deaf, next_ready, start_process, start_thread

Work = Callable[[range], Counts]
# Does the work on every range, and yields the results in the order of the ranges.
Crew = Callable[[Work, Sequence[range]], Generator[Counts, None, None]]
Told = Callable[[int], None]


class Counted(NamedTuple):
    """What was counted of the first `done` numbers."""

    counts: Counts
    done: int


# How a part joins the counts; it also hears how many numbers are done with it.
Enter = Callable[[Counts, Counts, int], Counts]


class Lost(RuntimeError):
    """A crew cannot go on: why, and what to do.

    `counted` is what was counted until then, and `report` what can be told of it, if anything.
    """

    def __init__(self, reason: Rejected) -> None:
        super().__init__(english(reason.text))
        self.reason = reason
        self.counted = Counted(Counter(), 0)
        self.report: Any = None


class Interrupted(KeyboardInterrupt):
    """Somebody pressed Ctrl-C; `counted` and `report` as in `Lost`."""

    def __init__(self, counted: Counted) -> None:
        super().__init__()
        self.counted = counted
        self.report: Any = None


def silence(_done: int) -> None:
    """For whoever does not care to hear how far things are."""


def alone(work: Work, chunks: Sequence[range]) -> Generator[Counts, None, None]:
    """In this process, one after the other."""
    yield from map(work, chunks)


def processes(workers: int) -> Crew:
    """By so many processes of this machine."""
    return partial(_share, start_process, workers)


def threads(workers: int) -> Crew:
    """By so many threads of this process: for work that is compiled and so can run side by side."""
    return partial(_share, start_thread, workers)


def _share(
    start: Start, workers: int, work: Work, chunks: Sequence[range]
) -> Generator[Counts, None, None]:
    """Each worker has one chunk at a time; parts that come too early wait for their turn.

    A single worker is a thread of this process, which is free to hear Ctrl-C then too.
    """
    started: list[Worker] = []
    needed = min(workers, len(chunks))
    start = start_thread if needed == 1 else start
    waiting = iter(enumerate(chunks))
    early: dict[int, Counts] = {}
    try:
        with deaf():
            started += (start(work) for _ in range(needed))
        for worker in started:
            worker.give(*next(waiting))
        for number in range(len(chunks)):
            while number not in early:
                worker = next_ready(started)
                at, part = worker.take()
                early[at] = part
                if (following := next(waiting, None)) is not None:
                    worker.give(*following)
            yield early.pop(number)
    except Failure as error:
        raise Lost(error.reason) from error
    finally:
        for worker in started:
            worker.stop()


def added(total: Counts, part: Counts, _done: int) -> Counts:
    """The sum of both, as something new."""
    both = Counter(total)
    both.update(part)
    return both


def count(  # each is a question of its own, and most have an answer
    work: Work,
    number: int,
    chunk: int,
    crew: Crew = alone,
    told: Told = silence,
    enter: Enter = added,
) -> Counts:
    """What `work` counts in 0 .. number - 1, taken `chunk` at a time.

    `told` hears how many more are done. `Lost` and `Interrupted` have what was counted before.
    """
    # Replaced as a whole, never changed: an interrupt finds it as it was, or as it will be.
    counted = Counted(Counter(), 0)
    chunks = [range(first, min(first + chunk, number)) for first in range(0, number, chunk)]
    try:
        with closing(crew(work, chunks)) as parts:
            for taken, part in zip(chunks, parts, strict=True):
                counted = Counted(enter(counted.counts, part, taken.stop), taken.stop)
                told(len(taken))
    except Lost as lost:
        lost.counted = counted
        raise
    except KeyboardInterrupt:
        raise Interrupted(counted) from None
    return counted.counts
