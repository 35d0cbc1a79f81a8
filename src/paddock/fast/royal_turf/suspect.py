"""What a seat's bets and moves reveal about its tokens.

For each deal, that is each order in which the seat may have placed its tokens, the race is
replayed: how likely would a punter with these tokens have been to make these choices? And how
likely would a stranger, who uses no form book and chooses at random? The seat may be either. A
punter looks at no token values but its own, so those of the others do not matter here.
"""

from math import exp, log
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from paddock.fast.compiler import compiled
from paddock.fast.record import Rows
from paddock.fast.royal_turf.figures import Figures
from paddock.fast.royal_turf.form import BOOK, Book
from paddock.fast.royal_turf.punter import value_bets, value_moves
from paddock.fast.royal_turf.rules import apply, legal
from paddock.fast.royal_turf.tables import MOVING, Table, Tables
from paddock.games.royal_turf.actions import BET, MOVE, NAME
from paddock.games.royal_turf.edition import HORSES

Numbers = NDArray[np.int64]
Reals = NDArray[np.float64]

# A choice that is this many pounds worse is made e times less often, in a race that pays once.
INDIFFERENCE = 30.0
# How often a punter makes a random choice, for reasons of its own.
WHIM = 0.15
# The share of players who use no form book.
STRANGERS = 0.1
PUNTER, STRANGER = range(2)


class Seen(NamedTuple):
    """What all seats did, and the seat in question: horses backed, rides as (symbol, horse)."""

    seat: int
    backed: Numbers
    rides: Numbers


def suspect(start: Tables, seen: Seen, deals: Numbers) -> Reals:
    """The log-likelihood of what was seen under each deal; `start` is the race before any bet.

    A deal lists the kinds of the seat's tokens in the order in which they were placed.
    """
    likely = np.zeros((len(deals), 2))
    rows = np.repeat(start.rows, len(deals))
    suspect_all(start.figures, rows, np.zeros(1, BOOK), seen, deals, likely)
    either: Reals = np.logaddexp(
        log(1 - STRANGERS) + likely[:, PUNTER], log(STRANGERS) + likely[:, STRANGER]
    )
    return either


@compiled
def suspect_all(
    figures: Rows, rows: Rows, book: Rows, seen: Seen, deals: Numbers, likely: Reals
) -> None:
    for at in range(len(rows)):
        table, mine = rows[at], 0
        for number in range(len(seen.backed)):
            kind = 0
            if table.seat == seen.seat:
                kind = deals[at, mine]
                mine += 1
            action = BET + kind * HORSES + seen.backed[number]
            if table.seat == seen.seat:
                value_bets(figures[0], table, book[0], legal(figures[0], table))
                weigh(figures[0], table, book[0], action, likely[at])
            apply(figures[0], table, action)
        for number in range(len(seen.rides)):
            table.rolled, table.phase = seen.rides[number, 0], MOVING
            action = MOVE + seen.rides[number, 1]
            if table.seat == seen.seat:
                value_moves(figures[0], table, book[0])
                weigh(figures[0], table, book[0], action, likely[at])
            apply(figures[0], table, action)


@compiled
def weigh(figures: Figures, table: Table, book: Book, action: int, likely: Reals) -> None:
    """Add the log-likelihood of this action for a punter, using its values, and for a stranger."""
    mask, most, number, total = legal(figures, table), -np.inf, 0, 0.0
    for other in range(NAME):
        if mask >> other & 1:
            most = max(most, book.values[other])
            number += 1
    scale = INDIFFERENCE * figures.gain[table.race]
    for other in range(NAME):
        if mask >> other & 1:
            total += exp((book.values[other] - most) / scale)
    wanted = exp((book.values[action] - most) / scale) / total
    likely[PUNTER] += log(WHIM / number + (1 - WHIM) * wanted)
    likely[STRANGER] -= log(number)
