"""What a seat's bets and moves reveal about its tokens.

For each order in which the seat may have placed its tokens, the race is replayed: how likely would
a punter with these tokens have been to make these choices? And how likely would a stranger, who
uses no form book and chooses at random? The seat may be either. A punter considers no token values
but its own, so those of the other seats do not matter here.
"""

from math import exp, log
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from paddock.fast.compiler import compiled
from paddock.fast.layout import Rows
from paddock.fast.royal_turf.figures import Figures
from paddock.fast.royal_turf.form import ESTIMATES, Estimates
from paddock.fast.royal_turf.punter import value_bets, value_moves
from paddock.fast.royal_turf.rules import apply, legal
from paddock.fast.royal_turf.tables import MOVING, Table, Tables
from paddock.games.royal_turf.actions import BET, MOVE, NAME
from paddock.games.royal_turf.edition import HORSES

Numbers = NDArray[np.int64]
Reals = NDArray[np.float64]

# The temperature of a punter's softmax, in pounds of a race that pays once.
TEMPERATURE = 30.0
RANDOM_SHARE = 0.15  # of a punter's choices, made for reasons of its own
STRANGER_SHARE = 0.1  # of players who use no form book
PUNTER, STRANGER = range(2)


class Evidence(NamedTuple):
    """What all seats did, and the seat in question: horses backed, rides as (symbol, horse)."""

    seat: int
    backed: Numbers
    rides: Numbers


def log_likelihoods(start: Tables, evidence: Evidence, orders: Numbers) -> Reals:
    """The log-likelihood of the evidence under each order; `start` is the race before any bet.

    An order lists the kinds of the seat's tokens as they were placed.
    """
    sums = np.zeros((len(orders), 2))
    rows = np.repeat(start.rows, len(orders))
    replay_all(start.figures, rows, np.zeros(1, ESTIMATES), evidence, orders, sums)
    either: Reals = np.logaddexp(
        log(1 - STRANGER_SHARE) + sums[:, PUNTER], log(STRANGER_SHARE) + sums[:, STRANGER]
    )
    return either


@compiled
def replay_all(
    figures: Rows, rows: Rows, estimates: Rows, evidence: Evidence, orders: Numbers, sums: Reals
) -> None:
    for at in range(len(rows)):
        table, mine = rows[at], 0
        for number in range(len(evidence.backed)):
            kind = 0
            if table.seat == evidence.seat:
                kind = orders[at, mine]
                mine += 1
            action = BET + kind * HORSES + evidence.backed[number]
            if table.seat == evidence.seat:
                value_bets(figures[0], table, estimates[0], legal(figures[0], table))
                add_choice(figures[0], table, estimates[0], action, sums[at])
            apply(figures[0], table, action)
        for number in range(len(evidence.rides)):
            table.rolled, table.phase = evidence.rides[number, 0], MOVING
            action = MOVE + evidence.rides[number, 1]
            if table.seat == evidence.seat:
                value_moves(figures[0], table, estimates[0])
                add_choice(figures[0], table, estimates[0], action, sums[at])
            apply(figures[0], table, action)


@compiled
def add_choice(
    figures: Figures, table: Table, estimates: Estimates, action: int, sums: Reals
) -> None:
    """Add the log-likelihood of this action for a punter, by its values, and for a stranger."""
    mask, most, number, total = legal(figures, table), -np.inf, 0, 0.0
    for other in range(NAME):
        if mask >> other & 1:
            most = max(most, estimates.values[other])
            number += 1
    scale = TEMPERATURE * figures.gain[table.race]
    for other in range(NAME):
        if mask >> other & 1:
            total += exp((estimates.values[other] - most) / scale)
    softmax = exp((estimates.values[action] - most) / scale) / total
    sums[PUNTER] += log(RANDOM_SHARE / number + (1 - RANDOM_SHARE) * softmax)
    sums[STRANGER] -= log(number)
