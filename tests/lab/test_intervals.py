"""Confidence intervals: textbook values, and their coverage."""

from collections.abc import Sequence
from math import comb

import pytest
from scipy.stats import t

from paddock.lab.intervals import ClusterSums, Share, difference, t95, wilson

GAMES = 4


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [(0, 10, 0.0, 0.2775), (50, 100, 0.4038, 0.5962), (10, 10, 0.7225, 1.0)],
)
def test_wilson(successes: float, trials: int, low: float, high: float) -> None:
    """Textbook values; at the ends the interval stays within 0 and 1."""
    assert list(wilson(successes, trials)) == pytest.approx([low, high], abs=5e-5)


@pytest.mark.parametrize(("successes", "trials"), [(0, 0), (-1, 5), (6, 5)])
def test_wilson_rejects_what_is_not_a_share(successes: float, trials: int) -> None:
    """No trials, a negative number, or more successes than trials."""
    with pytest.raises(ValueError, match="not a share"):
        wilson(successes, trials)


def test_newcombes_interval() -> None:
    """Newcombe's example (1998, method 10): 56 of 70 against 48 of 80; and the reverse."""
    first, second = Share(48 / 80, *wilson(48, 80)), Share(56 / 70, *wilson(56, 70))
    found, reverse = difference(first, second), difference(second, first)
    assert [found.share, found.low, found.high] == pytest.approx([0.2, 0.0524, 0.3339], abs=5e-5)
    assert [reverse.low, reverse.high] == pytest.approx([-found.high, -found.low])


def clustered(wins: Sequence[int]) -> Share:
    """The share of wins in clusters of four games each."""
    return ClusterSums(len(wins), sum(wins), sum(n**2 for n in wins)).share(GAMES, GAMES)


@pytest.mark.parametrize("p", [0.03, 0.25, 0.5, 0.9])
def test_coverage_with_perfect_correlation(p: float) -> None:
    """If the four games of a cluster always end alike, coverage is about 95 %.

    Wilson's interval of all games, as if they were independent, covers far less.
    """
    clusters = 60
    coverage = naive = 0.0
    for won in range(clusters + 1):
        likelihood = comb(clusters, won) * p**won * (1 - p) ** (clusters - won)
        share = clustered([GAMES] * won + [0] * (clusters - won))
        coverage += likelihood * (share.low <= p <= share.high)
        low, high = wilson(won * GAMES, clusters * GAMES)
        naive += likelihood * (low <= p <= high)
    assert coverage > 0.93
    assert naive < 0.8


def test_the_effective_sample_size_is_at_most_the_number_of_games() -> None:
    """Every cluster has two wins of four: no variance, but still an interval."""
    share = clustered([2] * 25)
    assert [share.share, share.low] == pytest.approx([0.5, 0.31], abs=0.01)
    nearly = clustered([2] * 24 + [1])
    assert [nearly.low, nearly.high] == pytest.approx(
        wilson(nearly.share * 100, 100, t95(24)), abs=1e-12
    )


def test_equal_clusters_count_as_one_trial_each() -> None:
    """So a policy that never loses may still lose."""
    share = clustered([GAMES] * 20)
    assert [share.low, share.high] == pytest.approx(wilson(20, 20, t95(19)))
    assert 0.7 < share.low < 0.9


def test_one_cluster_gives_no_information() -> None:
    """It has no variance between clusters."""
    assert clustered([3]) == Share(0.75, 0.0, 1.0)


@pytest.mark.parametrize("df", [1, 2, 3, 4, 5, 6, 7, 10, 30, 100, 1000])
def test_t_quantile(df: int) -> None:
    """Exact in the table, and close beyond."""
    assert t95(df) == pytest.approx(t.ppf(0.975, df), rel=0.005)
