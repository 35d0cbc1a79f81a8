"""Matches at the terminal's table, played for their logs."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from paddock.games import AnyGame
from paddock.kernel.game import Answer
from paddock.kernel.log import Seat
from paddock.terminal.opening import Opened, begin
from tests.offered import offered

WHOLE = 10_000  # steps: more than any match has


def played(
    path: Path, game: AnyGame, seats: tuple[Seat, ...], steps: int, number: int | None = 11
) -> Opened:
    """A match of this many steps whose log is closed."""
    table = play_on(begin(game, seats, path, number), steps)
    table.journal.close()
    return table


def play_on(
    table: Opened, steps: int = WHOLE, choose: Callable[[int, Any], Answer] | None = None
) -> Opened:
    """Play this many steps, at most to the end: at random, unless `choose` picks the commands."""
    for _ in range(steps):
        seats = table.match.game.to_act(table.match.state)
        if not seats:
            break
        offer = offered(table.match.game, table.match.state, seats[0])
        rng = table.rng(len(table.match.records) + 1)
        table.give(seats[0], choose(seats[0], offer) if choose else offer.sample(rng))
    return table
