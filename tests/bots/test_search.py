"""The search tries options fairly, drops the worse ones, and keeps to its budget."""

from collections.abc import Sequence
from math import sqrt

import pytest

from paddock.bots import search as module
from paddock.bots.search import Budget, Prior, search

BLANK = Prior((0.0,) * 8, 1)


class Bandit:
    """Options of known means, in worlds whose luck all options share; it records its calls."""

    def __init__(self, *means: float) -> None:
        self.means = means
        self.calls: list[tuple[tuple[int, ...], range]] = []

    def __call__(self, options: Sequence[int], worlds: range) -> list[list[float]]:
        self.calls.append((tuple(options), worlds))
        luck = [10.0 * (-1) ** world for world in worlds]
        return [[self.means[option] + lucky for lucky in luck] for option in options]


def test_the_best_option_is_found() -> None:
    """Whichever it is, although luck is ten times the difference between options."""
    for best in range(8):
        means = [float(option == best) for option in range(8)]
        found = search(Bandit(*means), BLANK, Budget(rollouts=400))
        assert max(range(8), key=lambda option: found[option].value) == best


def test_half_is_dropped_each_time_and_the_rest_meets_the_same_worlds() -> None:
    """Eight, four, two options; each world once, in order."""
    bandit = Bandit(*range(8))
    found = search(bandit, BLANK, Budget(rollouts=240))
    assert [options for options, _ in bandit.calls] == [tuple(range(8)), (4, 5, 6, 7), (6, 7)]
    assert [world for _, worlds in bandit.calls for world in worlds] == list(range(10 + 20 + 40))
    assert [estimate.worlds for estimate in found] == [10] * 4 + [30] * 2 + [70] * 2


@pytest.mark.parametrize("rollouts", [1, 7, 8, 100, 1001, 5000])
def test_the_budget_of_rollouts_is_not_exceeded(rollouts: int) -> None:
    """It is almost used up, if it is enough for all options."""
    bandit = Bandit(*range(7))
    search(bandit, Prior((0.0,) * 7, 1), Budget(rollouts=rollouts))
    made = sum(len(options) * len(worlds) for options, worlds in bandit.calls)
    assert made <= rollouts
    assert made > rollouts - 7 - 4 - 2 or rollouts < 3 * 7


def test_time_is_kept_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rollout takes a millisecond here: 200 ms are exceeded by less than one batch."""
    now, bandit = [0.0], Bandit(*range(8))

    def evaluate(options: Sequence[int], worlds: range) -> list[list[float]]:
        now[0] += 0.001 * len(options) * len(worlds)
        return bandit(options, worlds)

    monkeypatch.setattr(module, "monotonic", lambda: now[0])
    search(evaluate, BLANK, Budget(seconds=0.2))
    assert 0.2 <= now[0] < 0.2 + 0.001 * 2 * module.LARGEST_BATCH
    assert bandit.calls[-1][0] == (6, 7)
    first = [options for options, _ in bandit.calls]
    assert first.count(tuple(range(8))) == 3  # 32 ms each, in a third of the time


def test_where_it_goes_quickly_the_clock_is_looked_at_less_often(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The batches double up to a limit, since looking at the clock takes time as well."""
    now, bandit = [0.0], Bandit(0, 1)

    def evaluate(options: Sequence[int], worlds: range) -> list[list[float]]:
        now[0] += 0.001
        return bandit(options, worlds)

    monkeypatch.setattr(module, "monotonic", lambda: now[0])
    search(evaluate, Prior((0.0, 0.0), 1), Budget(seconds=0.01))
    sizes = [len(worlds) for _, worlds in bandit.calls]
    assert sizes[:7] == [4, 8, 16, 32, 64, 128, 256]
    assert set(sizes[7:]) == {256}


def test_the_prior_decides_until_enough_is_seen() -> None:
    """With the weight of 100 worlds it outweighs a better value in ten worlds, not in 1,000."""
    prior = Prior((1.0, 0.0), 100)
    for rollouts, wins in ((0, 0), (20, 0), (2000, 1)):
        found = search(Bandit(0.0, 1.0), prior, Budget(rollouts=rollouts))
        assert max((0, 1), key=lambda option: found[option].value) == wins


def test_the_level_of_the_prior_does_not_matter() -> None:
    """Only its differences between options count, so it may be on a different scale."""
    low, high = (
        search(Bandit(0.0, 1.0), Prior((level, level + 0.5), 50), Budget(rollouts=200))
        for level in (-1000.0, 1000.0)
    )
    for one, other in zip(low, high, strict=True):
        assert one.value == pytest.approx(other.value)
    assert low[1].value - low[0].value == pytest.approx((50 * 0.5 + 100) / 150)


def test_errors_are_those_of_a_mean() -> None:
    """The standard deviation of 10, divided by the root of the number of worlds."""
    found = search(Bandit(3.0, 3.0), Prior((0.0, 0.0), 0), Budget(rollouts=400))
    for estimate in found:
        assert estimate.value == pytest.approx(3.0)
        assert estimate.error == pytest.approx(10 / sqrt(200))
