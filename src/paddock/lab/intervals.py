"""Confidence intervals of shares."""

from __future__ import annotations

from math import hypot, sqrt

from msgspec import Struct

Z95 = 1.959963984540054
# Student's quantiles for 95 % and one to six degrees of freedom.
FEW = (12.706205, 4.302653, 3.182446, 2.776445, 2.570582, 2.446912)


def wilson(successes: float, trials: float, z: float = Z95) -> tuple[float, float]:
    """Wilson's interval for a share, 95 % by default; it holds near 0 and 1, where others fail.

    A shared win may count as a fraction. That makes the interval a little too wide, never too
    narrow: a mean of values between 0 and 1 varies most if all of them are 0 or 1.
    """
    if not 0 <= successes <= trials or not trials:
        raise ValueError(f"{successes} of {trials} is not a share")
    share = successes / trials
    centre = share + z * z / (2 * trials)
    reach = z * sqrt(share * (1 - share) / trials + (z / (2 * trials)) ** 2)
    scale = 1 + z * z / trials
    return (centre - reach) / scale, (centre + reach) / scale


class Share(Struct, frozen=True):
    """A share and its 95 % confidence interval."""

    share: float
    low: float
    high: float

    def scaled(self, factor: float) -> Share:
        return Share(self.share * factor, self.low * factor, self.high * factor)


def gap(before: Share, after: Share) -> Share:
    """How much greater the second of two independent shares is.

    Newcombe's interval, made of the two Wilson intervals.
    """
    below = hypot(after.share - after.low, before.high - before.share)
    above = hypot(after.high - after.share, before.share - before.low)
    change = after.share - before.share
    return Share(change, change - below, change + above)


class Sums(Struct, frozen=True):
    """Points counted in blocks: how many blocks, the sum, and the sum of the squares.

    The games of a block depend on each other (they share cards and dice); blocks do not.
    """

    blocks: int
    total: int
    squares: int

    def share(self, most: int, games: int) -> Share:
        """The share of points scored, if a block has `games` games and can bring `most` points.

        The games of a block are not independent, so the spread between blocks decides how many
        independent trials they are worth: never more than there are games, and one for each block
        if all blocks are alike. Wilson's interval for that many trials holds near 0 and 1 too. The
        spread is itself an estimate, so Student's t replaces the normal quantile.
        """
        share = self.total / (self.blocks * most)
        if self.blocks == 1:
            return Share(share, 0.0, 1.0)
        around = self.squares * self.blocks - self.total**2  # exact: no rounding makes a spread
        variance = around / (self.blocks**2 * (self.blocks - 1) * most**2)
        trials = share * (1 - share) / variance if around else self.blocks
        trials = min(trials, self.blocks * games)
        return Share(share, *wilson(share * trials, trials, student(self.blocks - 1)))


def student(freedom: int, z: float = Z95) -> float:
    """Student's quantile for this many degrees of freedom, computed from the normal quantile.

    Fisher's series up to its second term, which is 0.4 % off at 7 degrees; a table has the fewer.
    """
    if z == Z95 and freedom <= len(FEW):
        return FEW[freedom - 1]
    return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
