"""Confidence intervals of shares."""

from __future__ import annotations

from math import hypot, sqrt

from msgspec import Struct

Z95 = 1.959963984540054
# Student's t: the 97.5 % quantile for one to six degrees of freedom.
T_TABLE = (12.706205, 4.302653, 3.182446, 2.776445, 2.570582, 2.446912)


def wilson(successes: float, trials: float, z: float = Z95) -> tuple[float, float]:
    """Wilson's score interval for a share, 95 % by default; it also works near 0 and 1.

    A shared win may count as a fraction. That makes the interval a little conservative: of all
    values between 0 and 1 with the same mean, zeros and ones have the greatest variance.
    """
    if not 0 <= successes <= trials or not trials:
        raise ValueError(f"{successes} of {trials} is not a share")
    share = successes / trials
    centre = share + z * z / (2 * trials)
    half_width = z * sqrt(share * (1 - share) / trials + (z / (2 * trials)) ** 2)
    scale = 1 + z * z / trials
    return (centre - half_width) / scale, (centre + half_width) / scale


class Share(Struct, frozen=True):
    """A share and its 95 % confidence interval."""

    share: float
    low: float
    high: float

    def scaled(self, factor: float) -> Share:
        return Share(self.share * factor, self.low * factor, self.high * factor)


def difference(before: Share, after: Share) -> Share:
    """The difference of two independent shares, with Newcombe's interval (1998, method 10)."""
    below = hypot(after.share - after.low, before.high - before.share)
    above = hypot(after.high - after.share, before.share - before.low)
    change = after.share - before.share
    return Share(change, change - below, change + above)


class ClusterSums(Struct, frozen=True):
    """Points per cluster: the number of clusters, the sum, and the sum of squares.

    Games of one cluster are correlated, since they share cards and dice; clusters are independent.
    """

    clusters: int
    total: int
    squares: int

    def share(self, max_points: int, games: int) -> Share:
        """The share of `max_points` scored in a cluster of this many games.

        The variance between clusters gives an effective sample size, at most the number of games.
        If all clusters are equal, the estimate of 0 for the variance is not trusted, and each
        cluster counts as one observation. The interval is Wilson's for that size, with a t quantile
        because the variance is estimated.
        """
        share = self.total / (self.clusters * max_points)
        if self.clusters == 1:
            return Share(share, 0.0, 1.0)
        # In integers, so that rounding never makes equal clusters differ.
        deviations = self.squares * self.clusters - self.total**2
        variance = deviations / (self.clusters**2 * (self.clusters - 1) * max_points**2)
        size = share * (1 - share) / variance if deviations else self.clusters
        size = min(size, self.clusters * games)
        return Share(share, *wilson(share * size, size, t95(self.clusters - 1)))


def t95(df: int) -> float:
    """The 97.5 % quantile of Student's t.

    Two terms of the Cornish-Fisher expansion, 0.4 % off at 7 degrees of freedom; a table below 7.
    """
    if df <= len(T_TABLE):
        return T_TABLE[df - 1]
    z = Z95
    return z + (z**3 + z) / (4 * df) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * df**2)
