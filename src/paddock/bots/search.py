"""Search by playing on: which of several options does best in the same imagined worlds.

Sequential halving (Karnin, Koren and Somekh, "Almost optimal exploration in multi-armed bandits",
2013): all options are tried in as many worlds, the worse half is dropped, the rest is tried in
further ones, until one is left. All that are compared meet the same worlds, with the same dice
(common random numbers), so that what they owe to luck they owe alike.

A search has a budget: so many rollouts, by which it comes out the same every time, or a time. Where
one world serves all options at once there is nothing to drop, and `Trial` alone counts the worlds.
"""

from collections.abc import Callable, Iterator, Sequence
from math import ceil, inf, log2, sqrt
from time import monotonic

from msgspec import Struct

# Values of these options in the worlds of these numbers: a row for each option.
Evaluate = Callable[[Sequence[int], range], Sequence[Sequence[float]]]
# Worlds that are tried between two looks at the clock: few at first, more where it goes quickly.
FEW, MANY = 4, 256
QUICK = 0.005  # seconds


class Budget(Struct, frozen=True):
    """How long a search may go on: until so many rollouts are made or so much time is gone."""

    rollouts: float = inf
    seconds: float = inf


class Opinion(Struct, frozen=True):
    """What was held of the options beforehand: it counts as if seen in so many worlds."""

    values: tuple[float, ...]
    worlds: int


class Tally:
    """The values that an option has had."""

    __slots__ = ("number", "squares", "total")

    def __init__(self) -> None:
        self.number, self.total, self.squares = 0, 0.0, 0.0

    def add(self, values: Sequence[float]) -> None:
        self.number += len(values)
        self.total += sum(values)
        self.squares += sum(value * value for value in values)

    def spread(self) -> float:
        """The variance of a single value."""
        mean = self.total / self.number
        return max(0.0, self.squares / self.number - mean * mean)


class Estimate(Struct, frozen=True):
    """An option's value, its standard error, and in how many worlds it was tried."""

    value: float
    error: float
    worlds: int


def search(evaluate: Evaluate, opinion: Opinion, budget: Budget) -> list[Estimate]:
    """What each option is worth; one that was dropped early is known the less.

    Worlds are numbered from 0 on, and no number comes twice.
    """
    tallies = [Tally() for _ in opinion.values]
    alive = list(range(len(tallies)))
    halvings = ceil(log2(len(alive)))
    trial = Trial(budget)
    for number in range(1, halvings + 1):
        for worlds in trial.worlds(len(alive), number / halvings):
            for option, values in zip(alive, evaluate(alive, worlds), strict=True):
                tallies[option].add(values)
        estimates = _estimates(tallies, opinion)
        alive.sort(key=lambda option: -estimates[option].value)
        alive = sorted(alive[: ceil(len(alive) / 2)])
    return _estimates(tallies, opinion)


class Trial:
    """The worlds tried so far, and what is left of the budget."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._began, self._spent, self._world = monotonic(), 0, 0
        self._glance = FEW if budget.seconds < inf else MANY

    def worlds(self, options: int, share: float = 1.0) -> Iterator[range]:
        """Those to try next with so many options, until such a share of the budget is spent."""
        until = self._began + self._budget.seconds * share
        while worlds := self._next(options, share):
            began = monotonic()
            if self._world and began >= until:
                break
            yield worlds
            self._world = worlds.stop
            self._spent += len(worlds) * options
            if monotonic() - began < QUICK:
                self._glance = min(2 * self._glance, MANY)

    def _next(self, options: int, share: float) -> range:
        """None if the rollouts of this share are made."""
        left = (self._budget.rollouts * share - self._spent) / options
        return range(self._world, self._world + int(min(left, self._glance)))


def _estimates(tallies: Sequence[Tally], opinion: Opinion) -> list[Estimate]:
    """The opinion has a level of its own: it says how options differ, not what they are worth."""
    number = sum(tally.number for tally in tallies)
    if not number:
        return [Estimate(value, 0.0, 0) for value in opinion.values]
    held = list(zip(tallies, opinion.values, strict=True))
    level = sum(tally.total - value * tally.number for tally, value in held) / number
    spread = sum(tally.spread() * tally.number for tally in tallies if tally.number) / number
    found = []
    for tally, value in held:
        weight = tally.number + opinion.worlds
        mean = (tally.total + (value + level) * opinion.worlds) / weight
        found.append(Estimate(mean, sqrt(spread / weight), tally.number))
    return found
