"""Many games on several processors, or several machines.

Work is split into ranges of game numbers. A worker may be a new process, so it is given everything
it needs: a plan, not a game. The result does not depend on who counts which range, because counts
are only added.

Ctrl-C stops a crew at once, even in the middle of a game. The counts so far are kept.
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
# Does the work on every range and yields the results in the order of the ranges.
Crew = Callable[[Work, Sequence[range]], Generator[Counts, None, None]]
Told = Callable[[int], None]


class Counted(NamedTuple):
    """The counts of the first `done` games."""

    counts: Counts
    done: int


# Adds a part to the counts; its third argument is how many games are then done.
Enter = Callable[[Counts, Counts, int], Counts]


class Lost(RuntimeError):
    """A crew cannot go on; `reason` says why, and what to do.

    `counted` has the counts so far, and `report` a report of them if there are any.
    """

    def __init__(self, reason: Rejected) -> None:
        super().__init__(english(reason.text))
        self.reason = reason
        self.counted = Counted(Counter(), 0)
        self.report: Any = None


class Interrupted(KeyboardInterrupt):
    """Somebody pressed Ctrl-C; `counted` and `report` are as in `Lost`."""

    def __init__(self, counted: Counted) -> None:
        super().__init__()
        self.counted = counted
        self.report: Any = None


def silence(_done: int) -> None:
    """Ignore progress."""


def alone(work: Work, chunks: Sequence[range]) -> Generator[Counts, None, None]:
    """A crew of none: this process takes one range after the other."""
    yield from map(work, chunks)


def processes(workers: int) -> Crew:
    """A crew of this many processes on this machine."""
    return partial(_share, start_process, workers)


def threads(workers: int) -> Crew:
    """A crew of this many threads, for compiled work, which runs without the interpreter's lock."""
    return partial(_share, start_thread, workers)


def _share(
    start: Start, workers: int, work: Work, chunks: Sequence[range]
) -> Generator[Counts, None, None]:
    """Each worker has one chunk at a time; parts that arrive out of order wait for their turn.

    A single worker is a thread, so that this process still gets Ctrl-C at once.
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
    """The sum of both, in a new counter."""
    both = Counter(total)
    both.update(part)
    return both


def count(
    work: Work,
    number: int,
    chunk: int,
    crew: Crew = alone,
    told: Told = silence,
    enter: Enter = added,
) -> Counts:
    """What `work` counts in 0 .. number - 1, taken `chunk` at a time.

    `told` is called with the number of games just done. `Lost` and `Interrupted` carry the counts
    so far.
    """
    # Replaced as a whole, never changed in place, so an interrupt never finds it half updated.
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
