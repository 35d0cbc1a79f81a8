"""Games that are played on at the terminal's table, for their logs."""

from collections.abc import Callable
from typing import Any

from paddock.kernel.game import Answer
from paddock.terminal.opening import Opened
from tests.offered import offered

WHOLE = 10_000  # steps: more than any match has


def play_on(
    table: Opened, steps: int = WHOLE, choose: Callable[[int, Any], Answer] | None = None
) -> Opened:
    """So many steps, or up to the end: anything, unless somebody chooses what a seat does."""
    for _ in range(steps):
        seats = table.match.game.to_act(table.match.state)
        if not seats:
            break
        offer = offered(table.match.game, table.match.state, seats[0])
        rng = table.rng(len(table.match.records) + 1)
        table.give(seats[0], choose(seats[0], offer) if choose else offer.sample(rng))
    return table
