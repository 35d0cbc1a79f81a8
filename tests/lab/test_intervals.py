"""Confidence intervals: Wilson's figures, and intervals that hold as often as they promise."""

from collections.abc import Sequence
from math import comb

import pytest
from scipy.stats import t

from paddock.lab.intervals import Share, Sums, gap, student, wilson

GAMES = 4


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [(0, 10, 0.0, 0.2775), (50, 100, 0.4038, 0.5962), (10, 10, 0.7225, 1.0)],
)
def test_wilson(successes: float, trials: int, low: float, high: float) -> None:
    """Textbook figures; at the ends the interval stays within 0 and 1."""
    assert list(wilson(successes, trials)) == pytest.approx([low, high], abs=5e-5)


@pytest.mark.parametrize(("successes", "trials"), [(0, 0), (-1, 5), (6, 5)])
def test_wilson_refuses_what_is_no_share(successes: float, trials: int) -> None:
    """More successes than trials, a negative number, or no trials."""
    with pytest.raises(ValueError, match="not a share"):
        wilson(successes, trials)


def share(successes: int, trials: int) -> Share:
    return Share(successes / trials, *wilson(successes, trials))


def test_the_gap_between_two_shares() -> None:
    """Newcombe's example (1998, method 10): 56 of 70 against 48 of 80; and the reverse."""
    found = gap(share(48, 80), share(56, 70))
    assert [found.share, found.low, found.high] == pytest.approx([0.2, 0.0524, 0.3339], abs=5e-5)
    turned = gap(share(56, 70), share(48, 80))
    assert [turned.low, turned.high] == pytest.approx([-found.high, -found.low])


def summed(blocks: Sequence[int]) -> Share:
    """Blocks of four games, each with so many wins."""
    sums = Sums(len(blocks), sum(blocks), sum(block**2 for block in blocks))
    return sums.share(GAMES, GAMES)


@pytest.mark.parametrize("chance", [0.03, 0.25, 0.5, 0.9])
def test_games_that_go_together_are_not_counted_as_many(chance: float) -> None:
    """If the four games of a block always end alike, the interval holds about 95 times in 100.

    Wilson's interval of all games, as if they were independent, holds far less often.
    """
    blocks = 60
    kept = naive = 0.0
    for won in range(blocks + 1):
        likely = comb(blocks, won) * chance**won * (1 - chance) ** (blocks - won)
        share = summed([GAMES] * won + [0] * (blocks - won))
        kept += likely * (share.low <= chance <= share.high)
        low, high = wilson(won * GAMES, blocks * GAMES)
        naive += likely * (low <= chance <= high)
    assert kept > 0.93
    assert naive < 0.8


def test_games_that_balance_each_other_are_worth_no_more_than_they_are() -> None:
    """Every block has two wins of four: no spread at all, and still no certainty."""
    share = summed([2] * 25)
    assert [share.share, share.low] == pytest.approx([0.5, 0.31], abs=0.01)
    nearly = summed([2] * 24 + [1])
    assert [nearly.low, nearly.high] == pytest.approx(
        wilson(nearly.share * 100, 100, student(24)), abs=1e-12
    )


def test_a_policy_that_never_loses_may_still_lose() -> None:
    """All blocks alike count as one trial each."""
    share = summed([GAMES] * 20)
    assert [share.low, share.high] == pytest.approx(wilson(20, 20, student(19)))
    assert 0.7 < share.low < 0.9


def test_one_block_tells_nothing() -> None:
    """A single block has no spread."""
    assert summed([3]) == Share(0.75, 0.0, 1.0)


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 5, 6, 7, 10, 30, 100, 1000])
def test_students_quantile_is_scipys(freedom: int) -> None:
    """Exact from the table, and close to it beyond."""
    assert student(freedom) == pytest.approx(t.ppf(0.975, freedom), rel=0.005)
