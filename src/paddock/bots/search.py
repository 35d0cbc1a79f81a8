"""Search by rollouts: find the option that does best in the same worlds.

A world is a sampled state that the seat cannot tell from the real one, with its own dice; several
worlds may share a state. All options meet the same worlds (common random numbers), so luck affects
them alike. A rollout plays one option in one world.

Sequential halving (Karnin, Koren and Somekh, "Almost optimal exploration in multi-armed bandits",
2013): all options are tried in the same number of worlds, the worse half is dropped, and the rest
is tried in more worlds, until one is left. The budget of a search is a number of rollouts, which
makes it reproducible, or a time. If one rollout serves all options at once, nothing needs to be
dropped, and only the `Schedule` is used.
"""

from collections.abc import Callable, Iterator, Sequence
from math import ceil, inf, log2, sqrt
from time import monotonic

from msgspec import Struct

# The values of these options in the worlds with these numbers: a row for each option.
Evaluate = Callable[[Sequence[int], range], Sequence[Sequence[float]]]
# The number of worlds between two looks at the clock, which doubles while a batch is quick.
FIRST_BATCH, LARGEST_BATCH = 4, 256
QUICK = 0.005  # seconds


class Budget(Struct, frozen=True):
    """The limits of a search: a number of rollouts and a time."""

    rollouts: float = inf
    seconds: float = inf


class Prior(Struct, frozen=True):
    """Prior values of the options, each with the weight of this many worlds."""

    values: tuple[float, ...]
    worlds: int


class Tally:
    """Statistics of the values of an option."""

    __slots__ = ("number", "squares", "total")

    def __init__(self) -> None:
        self.number, self.total, self.squares = 0, 0.0, 0.0

    def add(self, values: Sequence[float]) -> None:
        self.number += len(values)
        self.total += sum(values)
        self.squares += sum(value * value for value in values)

    def variance(self) -> float:
        mean = self.total / self.number
        return max(0.0, self.squares / self.number - mean * mean)


class Estimate(Struct, frozen=True):
    """An option's value, its standard error, and the number of worlds in which it was tried."""

    value: float
    error: float
    worlds: int


def search(evaluate: Evaluate, prior: Prior, budget: Budget) -> list[Estimate]:
    """Estimate each option; one that was dropped early is known less precisely.

    Worlds are numbered from 0 without repetition.
    """
    tallies = [Tally() for _ in prior.values]
    alive = list(range(len(tallies)))
    halvings = ceil(log2(len(alive)))
    schedule = Schedule(budget)
    for number in range(1, halvings + 1):
        for worlds in schedule.batches(len(alive), number / halvings):
            for option, values in zip(alive, evaluate(alive, worlds), strict=True):
                tallies[option].add(values)
        estimates = _estimates(tallies, prior)
        alive.sort(key=lambda option: -estimates[option].value)
        alive = sorted(alive[: ceil(len(alive) / 2)])
    return _estimates(tallies, prior)


class Schedule:
    """Hands out batches of worlds as long as the budget lasts."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._began, self._spent, self._world = monotonic(), 0, 0
        self._batch_size = FIRST_BATCH if budget.seconds < inf else LARGEST_BATCH

    def batches(self, options: int, fraction: float = 1.0) -> Iterator[range]:
        """Worlds in which to try this many options, until this fraction of the budget is spent."""
        until = self._began + self._budget.seconds * fraction
        while worlds := self._next(options, fraction):
            began = monotonic()
            if self._world and began >= until:
                break
            yield worlds
            self._world = worlds.stop
            self._spent += len(worlds) * options
            if monotonic() - began < QUICK:
                self._batch_size = min(2 * self._batch_size, LARGEST_BATCH)

    def _next(self, options: int, fraction: float) -> range:
        """The next worlds, an empty range if this fraction of the rollouts is used up."""
        left = (self._budget.rollouts * fraction - self._spent) / options
        return range(self._world, self._world + int(min(left, self._batch_size)))


def _estimates(tallies: Sequence[Tally], prior: Prior) -> list[Estimate]:
    """Posterior means: the prior counts as `prior.worlds` further observations of its value.

    Only the differences between prior values count: they are shifted to the level of the values
    observed. The error is approximate: it uses a variance pooled over all options, and treats the
    prior's observations as real ones.
    """
    number = sum(tally.number for tally in tallies)
    if not number:
        return [Estimate(value, 0.0, 0) for value in prior.values]
    pairs = list(zip(tallies, prior.values, strict=True))
    level = sum(tally.total - value * tally.number for tally, value in pairs) / number
    variance = sum(tally.variance() * tally.number for tally in tallies if tally.number) / number
    found = []
    for tally, value in pairs:
        weight = tally.number + prior.worlds
        mean = (tally.total + (value + level) * prior.worlds) / weight
        found.append(Estimate(mean, sqrt(variance / weight), tally.number))
    return found
