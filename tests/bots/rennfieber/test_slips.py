"""The sharp's calculation of its winnings equals the engine's settlement in every world."""

from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from paddock.bots.rennfieber.rollouts import Slips
from paddock.fast.rennfieber.figures import figures_of
from paddock.fast.rennfieber.play import PUNTER, play
from paddock.fast.rennfieber.table import LAID
from paddock.fast.rennfieber.tables import Tables
from paddock.games.rennfieber import Rennfieber
from paddock.games.rennfieber.actions import slip_kinds
from paddock.games.rennfieber.commands import Stake
from paddock.games.rennfieber.edition import COLOURS
from tests.rennfieber.table import A, B, C, D, betting, game, placed_slips

pytestmark = pytest.mark.compiled

WORLDS = 60
SEAT = 0
ALL = (100, 200, 400, 500, 1_000)
# Many slips on winners and losers; some seats cannot pay for all of theirs.
CROWD = placed_slips(
    [
        [],
        [(A, value) for value in ALL],
        [(B, 200), (B, 400), (C, 500), (D, 1_000)],
        [(A, 100), (C, 1_000), (C, 400), (D, 500)],
    ]
)
OWN = placed_slips(
    [
        [],
        [(A, value) for value in ALL],
        [(A, 200), (A, 500), (A, 1_000), (B, 400)],
        [(C, 100), (C, 200), (D, 1_000), (D, 500), (A, 400)],
    ]
)
MONEY = (1_700, 1_000, 2_500, 20_000)


class Purses:
    """A stand-in for `WinModel` in which money is the only value."""

    def __init__(self, table: Rennfieber) -> None:
        self.figures = figures_of(table.rules)
        self._seats = table.seats

    def money(self, tables: Tables) -> NDArray[np.float64]:
        return tables.rows["money"][:, : self._seats].astype(np.float64)


def laid_by(table: Rennfieber, placed: tuple[tuple[Stake, ...], ...]) -> NDArray[np.int8]:
    kinds = slip_kinds(table.rules)
    laid = np.zeros(table.seats * LAID, np.int8)
    for seat, stakes in enumerate(placed):
        for stake in stakes:
            laid[seat * LAID + kinds.index(stake.value) * COLOURS + stake.colour] += 1
    return laid


def both(table: Rennfieber, money: tuple[int, ...], own: tuple[Stake, ...]) -> tuple[Any, Any]:
    """All seats' money after the same races, by the sharp and by the compiled engine."""
    view = table.view(betting(money=money, most=2_200), SEAT)
    meeting: Any = Purses(table)
    slips = Slips(table, meeting, view, lambda: CROWD, Random(1))
    slips.run(range(WORLDS))
    slips.close()
    rows = slips._starts.rows(range(WORLDS))  # the same races
    laid = laid_by(table, (own, *CROWD[1:]))
    rows["laid"][:, : len(laid)] = laid
    tables = Tables(meeting.figures, rows)
    play(tables, [PUNTER] * table.seats, one_race=True)
    return slips.settled(own), meeting.money(tables)


@pytest.mark.rule("RF7.4")
@pytest.mark.parametrize("stakes", ["covered", "unlimited"])
@pytest.mark.parametrize("odds_by", ["slips", "amounts"])
def test_slips_win_what_the_engine_pays(stakes: str, odds_by: str) -> None:
    """For every seat, whether it can pay for all its slips or for some."""
    table = game(4, stakes=stakes, odds_by=odds_by)
    found = []
    for own in OWN:
        reckoned, settled = both(table, MONEY, own)
        assert (reckoned == settled).all()
        found.append(reckoned)
    assert len(np.unique(np.concatenate(found)[:, SEAT])) > 6


@pytest.mark.rule("RF7.4")
def test_a_limit_makes_a_difference() -> None:
    """Seat 1 has 200 besides its fee and 2,200 on A: without a limit, it can pay for 100."""
    gained = {}
    for stakes in ("covered", "unlimited"):
        reckoned, _ = both(game(4, stakes=stakes), MONEY, ())
        gained[stakes] = reckoned[:, 1]
    assert (gained["covered"] >= gained["unlimited"]).all()
    assert (gained["covered"] > gained["unlimited"]).any()
