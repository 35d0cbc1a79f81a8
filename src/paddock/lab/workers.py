"""Many games on several processors.

Work is cut into ranges of game numbers. A worker is a fresh process, so what it is given must say
everything: a `Plan`, not a game. How the ranges fall never shows in the result, since the parts
are counts that only add up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from signal import SIG_IGN, SIGINT, signal

from paddock.lab.metrics import Counts
from paddock.lab.table import Plan

Count = Callable[[Plan, range], Counts]
Told = Callable[[int], None]
# Long enough that handing over costs nothing, short enough that progress is seen.
CHUNK = 20


def silence(_games: int) -> None:
    """For whoever does not care to hear how far things are."""


def count(work: Count, plan: Plan, games: int, workers: int = 1, told: Told = silence) -> Counts:
    """What `work` counts in games 0 .. games - 1; `told` hears how many more are done."""
    total: Counts = Counter()
    chunks = [range(first, min(first + CHUNK, games)) for first in range(0, games, CHUNK)]
    for chunk, part in zip(chunks, _parts(partial(work, plan), chunks, workers), strict=True):
        total.update(part)
        told(len(chunk))
    return total


def _parts(work: Callable[[range], Counts], chunks: list[range], workers: int) -> Iterator[Counts]:
    if workers == 1 or len(chunks) == 1:
        yield from map(work, chunks)
        return
    context = get_context("spawn")  # a fork would inherit whatever threads and locks there are
    # Whoever interrupts means the whole: workers finish what they are at, without a word.
    with ProcessPoolExecutor(
        min(workers, len(chunks)), context, initializer=signal, initargs=(SIGINT, SIG_IGN)
    ) as pool:
        yield from pool.map(work, chunks)
