"""A contest: which policy is the stronger, when no seat is better than another.

The entrants move on by a seat from game to game, so that each sits everywhere equally often.
"""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from paddock.lab.intervals import wilson
from paddock.lab.metrics import Counts, count_win, wins
from paddock.lab.table import Plan, play
from paddock.lab.workers import Told, count, silence


class Score(Struct, frozen=True):
    """An entrant's share of the wins, a win shared by k as 1/k, with its 95 % interval."""

    policy: str
    games: int
    share: float
    low: float
    high: float


def contest(plan: Plan, games: int, workers: int = 1, told: Told = silence) -> tuple[Score, ...]:
    """The scores of the plan's policies, in its order: in game i they sit i seats further on."""
    counts = count(count_entrants, plan, games, workers, told)
    return tuple(
        _score(policy, wins(counts, entrant, len(plan.policies)), games)
        for entrant, policy in enumerate(plan.policies)
    )


def count_entrants(plan: Plan, numbers: range) -> Counts:
    """Who wins the games of these numbers, by the entrant's place in the plan."""
    game, policies = plan.seat()
    seats = len(policies)
    counts: Counts = Counter()
    for number in numbers:
        seated = [policies[(seat - number) % seats] for seat in range(seats)]
        winners = play(game, seated, plan.seed, number, _overlook)
        count_win(counts, [(seat - number) % seats for seat in winners])
    return counts


def _score(policy: str, won: float, games: int) -> Score:
    return Score(policy, games, won / games, *wilson(won, games))


def _overlook(_event: object) -> None:
    """A contest counts nothing but wins."""
