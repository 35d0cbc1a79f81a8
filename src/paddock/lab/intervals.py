"""How sure one may be of a share that was counted."""

from __future__ import annotations

from math import sqrt

Z95 = 1.959963984540054


def wilson(successes: float, trials: int, z: float = Z95) -> tuple[float, float]:
    """Wilson's interval for a share, 95 % unless told: honest near 0 and 1, where others fail.

    A shared win may count as a fraction. That makes the interval a little too wide, never too
    narrow: a mean of values between 0 and 1 varies most where all of them are 0 or 1.
    """
    if not 0 <= successes <= trials or not trials:
        raise ValueError(f"{successes} of {trials} is not a share")
    share = successes / trials
    centre = share + z * z / (2 * trials)
    reach = z * sqrt(share * (1 - share) / trials + (z / (2 * trials)) ** 2)
    scale = 1 + z * z / trials
    return (centre - reach) / scale, (centre + reach) / scale
