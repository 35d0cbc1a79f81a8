"""What the fast engine plays, counted as the laboratory counts. Importing this needs Numba."""

from __future__ import annotations

from collections.abc import Mapping

from rich.console import Console

from paddock.fast.compiler import shown
from paddock.fast.royal_turf import play
from paddock.fast.royal_turf.counts import counts_of
from paddock.fast.royal_turf.tables import Tables
from paddock.games.royal_turf import RoyalTurf
from paddock.lab.metrics import Counts
from paddock.lab.table import Plan

# By game and name: the number of the compiled policy.
POLICIES: Mapping[str, Mapping[str, int]] = {RoyalTurf.name: play.POLICIES}
SEEDS = 1 << 64


def count_games(plan: Plan, numbers: range) -> Counts:
    """The counts of the games of these numbers; seeds that differ by 2**64 are the same."""
    game, _ = plan.seat()
    assert isinstance(game, RoyalTurf)
    tables = Tables.new(game, numbers, plan.seed % SEEDS)
    play.play(tables, [play.POLICIES[name] for name in plan.policies])
    return counts_of(tables)


def warm(plan: Plan) -> None:
    """Compile what is not compiled yet, once and here, before many workers ask for it."""
    with shown(Console(stderr=True)):
        count_games(plan, range(1))
