"""Many matches of Royal Turf in parallel, compiled."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from paddock.adapters.batch import Outcome
from paddock.adapters.reward import ILLEGAL_REWARD
from paddock.adapters.royal_turf.compiled import mark_legal, write_observation
from paddock.adapters.royal_turf.encoding import POUNDS
from paddock.fast.chance import Script
from paddock.fast.compiler import compiled
from paddock.fast.layout import Rows
from paddock.fast.royal_turf.figures import Figures
from paddock.fast.royal_turf.form import ESTIMATES, Estimates
from paddock.fast.royal_turf.play import POLICIES, PUNTER, random_action
from paddock.fast.royal_turf.punter import choose_action
from paddock.fast.royal_turf.rules import advance, apply, count, legal
from paddock.fast.royal_turf.tables import OVER, Table, Tables
from paddock.games.royal_turf import RoyalTurf
from paddock.games.royal_turf.actions import ACTIONS

Numbers = NDArray[Any]

__all__ = ["POLICIES", "step", "tables"]


def tables(game: RoyalTurf, matches: int) -> Tables:
    return Tables.new(game, range(matches))


@compiled
def step(  # noqa: PLR0913, PLR0917  # compiled code has no objects: everything is a parameter
    figures: Rows,
    rows: Rows,
    blank: Rows,
    choices: tuple[Numbers, Numbers],
    setting: tuple[int, int, bool],
    script: Script,
    offsets: Rows,
    outcome: Outcome,
) -> None:
    actions, ended = choices
    seat, policy, money = setting
    estimates = np.zeros(1, ESTIMATES)
    for at in range(len(rows)):
        table = rows[at]
        if ended[at]:
            start_next(rows, blank, at)
        elif not 0 <= actions[at] < ACTIONS or legal(figures[0], table) >> actions[at] & 1 == 0:
            outcome.illegal[at] = outcome.ended[at] = True
            outcome.rewards[at] = ILLEGAL_REWARD
        else:
            apply(figures[0], table, actions[at])
        if not outcome.illegal[at]:
            others_play(figures[0], table, seat, policy, estimates[0], script)
            if table.phase == OVER:
                outcome.ended[at] = True
                outcome.rewards[at] = reward(figures[0], table, seat, money)
        write_observation(figures[0], table, seat, offsets[0], outcome.observations[at])
        if not outcome.ended[at]:
            mark_legal(figures[0], table, outcome.masks[at])


@compiled
def start_next(rows: Rows, blank: Rows, at: int) -> None:
    """Start the next match of the same seed."""
    seed, number = rows[at].seed, rows[at].number
    rows[at] = blank[0]
    rows[at].seed, rows[at].number = seed, number + np.uint64(1)


@compiled
def others_play(
    figures: Figures, table: Table, seat: int, policy: int, estimates: Estimates, script: Script
) -> None:
    """Play on until the learner has a choice or the match is over."""
    while True:
        advance(figures, table, script)
        if table.phase == OVER:
            return
        mask = legal(figures, table)
        if table.seat == seat and mask & (mask - 1):
            return
        if mask & (mask - 1) and policy == PUNTER:
            apply(figures, table, choose_action(figures, table, estimates))
        else:
            apply(figures, table, random_action(figures, table))


@compiled
def reward(figures: Figures, table: Table, seat: int, money: bool) -> float:
    """As in `paddock.adapters.reward`."""
    if money:
        return float(table.money[seat] / POUNDS)
    winners = count(table.winners)
    if winners == figures.seats:
        return 0.0
    return 1 / winners if table.winners >> seat & 1 else -1 / (figures.seats - winners)
