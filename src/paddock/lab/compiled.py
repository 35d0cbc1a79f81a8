"""What the fast engine plays, counted as the laboratory counts. Importing this needs Numba."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

from rich.console import Console

from paddock.fast.aside import aside
from paddock.fast.progress import shown
from paddock.fast.rennfieber import counts as meetings_counted
from paddock.fast.rennfieber import play as meetings
from paddock.fast.rennfieber import tables as meeting_tables
from paddock.fast.royal_turf import counts as games_counted
from paddock.fast.royal_turf import play as games
from paddock.fast.royal_turf import tables as game_tables
from paddock.games.rennfieber import Rennfieber
from paddock.games.royal_turf import RoyalTurf
from paddock.lab.metrics import Counts
from paddock.lab.table import Plan, Seated


class Compiled(NamedTuple):
    """A game: how tables are laid, played by policies of these numbers, and counted."""

    policies: Mapping[str, int]
    new: Callable[..., Any]
    play: Callable[..., None]
    counts_of: Callable[[Any], Counts]


GAMES: Mapping[str, Compiled] = {
    RoyalTurf.name: Compiled(
        games.POLICIES, game_tables.Tables.new, games.play, games_counted.counts_of
    ),
    Rennfieber.name: Compiled(
        meetings.POLICIES, meeting_tables.Tables.new, meetings.play, meetings_counted.counts_of
    ),
}


def count_games(seated: Seated, numbers: range) -> Counts:
    """The counts of the games of these numbers; seeds that differ by 2**64 are the same."""
    plan, (game, _) = seated.plan, seated.table
    compiled = GAMES[plan.game]
    tables = compiled.new(game, numbers, plan.seed)
    compiled.play(tables, [compiled.policies[name] for name in plan.policies])
    return compiled.counts_of(tables)


def warm(plan: Plan) -> None:
    """Compile what is not compiled yet, once and here, before many workers ask for it."""
    with shown(Console(stderr=True)):
        aside(partial(count_games, Seated(plan), range(1)))
