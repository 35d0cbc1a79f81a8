"""Search by rollouts: find the option that does best in the same imagined worlds.

Sequential halving (Karnin, Koren and Somekh, "Almost optimal exploration in multi-armed bandits",
2013): all options are tried in the same number of worlds, the worse half is dropped, and the rest
is tried in more worlds, until one is left. All options meet the same worlds with the same dice
(common random numbers), so luck affects them alike.

A search has a budget of rollouts, which makes it reproducible, or of time. If one world serves all
options at once, nothing needs to be dropped, and `Trial` alone counts the worlds.
"""

from collections.abc import Callable, Iterator, Sequence
from math import ceil, inf, log2, sqrt
from time import monotonic

from msgspec import Struct

# The values of these options in the worlds with these numbers: a row for each option.
Evaluate = Callable[[Sequence[int], range], Sequence[Sequence[float]]]
# The number of worlds between two looks at the clock: few at first, more if they are quick.
FEW, MANY = 4, 256
QUICK = 0.005  # seconds


class Budget(Struct, frozen=True):
    """The limits of a search: a number of rollouts and a time."""

    rollouts: float = inf
    seconds: float = inf


class Opinion(Struct, frozen=True):
    """Prior values of the options, with the weight of this many worlds."""

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
    """Estimate each option; one that was dropped early is known less precisely.

    Worlds are numbered from 0 without repetition.
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
    """Hands out worlds to try as long as the budget lasts."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._began, self._spent, self._world = monotonic(), 0, 0
        self._glance = FEW if budget.seconds < inf else MANY

    def worlds(self, options: int, share: float = 1.0) -> Iterator[range]:
        """The worlds to try next with this many options, until a share of the budget is spent."""
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
        """The next worlds, an empty range if this share of the rollouts is used up."""
        left = (self._budget.rollouts * share - self._spent) / options
        return range(self._world, self._world + int(min(left, self._glance)))


def _estimates(tallies: Sequence[Tally], opinion: Opinion) -> list[Estimate]:
    """Combine values with the opinion, of which only the differences between options count."""
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
