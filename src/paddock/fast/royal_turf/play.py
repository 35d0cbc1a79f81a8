"""Policies, and whole games or races between them."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from paddock.fast.chance import NO_DRAWS, UNSCRIPTED, Script, draw, scripted
from paddock.fast.compiler import compiled, inlined
from paddock.fast.layout import Rows
from paddock.fast.royal_turf.figures import Figures
from paddock.fast.royal_turf.form import ESTIMATES, Estimates
from paddock.fast.royal_turf.punter import choose_action
from paddock.fast.royal_turf.rules import (
    apply,
    bettable_horses,
    count,
    kinds_left,
    legal,
    movable_horses,
    nth,
    open_race,
    roll_die,
)
from paddock.fast.royal_turf.tables import BETTING, MOVING, OVER, ROLLING, WAITING, Table, Tables
from paddock.games.royal_turf.actions import BET, MOVE, NAME
from paddock.games.royal_turf.edition import FACES, HORSES

RANDOM, PUNTER = range(2)
POLICIES = {"random": RANDOM, "punter": PUNTER}

Choices = NDArray[np.int64]


def play(
    tables: Tables, policies: Sequence[int], *, one_race: bool = False, draws: Script = NO_DRAWS
) -> None:
    """Play each game to its end, or to the end of the current or next race.

    There is a policy number for each seat. Games with a `script_row` use the draws in order.
    """
    seats = int(tables.figures["seats"][0])
    if len(policies) != seats:
        raise ValueError(f"{len(policies)} policies for {seats} seats")
    estimates, by_seat = np.zeros(1, ESTIMATES), np.array(policies, np.int64)
    play_all(tables.figures, tables.rows, estimates, by_seat, draws, one_race)


@compiled
def play_all(
    figures: Rows, rows: Rows, estimates: Rows, policies: Choices, draws: Script, one_race: bool
) -> None:
    for at in range(len(rows)):
        table = rows[at]
        while table.phase != OVER:
            if table.phase == WAITING:
                open_race(figures[0], table, draws)
            play_race(figures[0], table, estimates[0], policies, draws)
            if one_race:
                break


@compiled
def play_race(
    figures: Figures, table: Table, estimates: Estimates, policies: Choices, draws: Script
) -> None:
    """Play the race from its current position until it is settled."""
    while table.phase not in (WAITING, OVER):
        if table.phase == ROLLING:
            unscripted = table.script_row == UNSCRIPTED
            face = draw(table, FACES) if unscripted else scripted(table, draws, FACES)
            roll_die(figures, table, face)
        if policies[table.seat] == RANDOM:
            action = random_action(figures, table)
        else:
            action = choose_action(figures, table, estimates)
        apply(figures, table, action)


@inlined
def random_action(figures: Figures, table: Table) -> int:
    """A random legal action, with the same probabilities as the offer's `sample`."""
    if table.phase == MOVING:
        free = movable_horses(table)
        return MOVE + nth(free, draw(table, count(free)))
    return random_bet(figures, table) if table.phase == BETTING else random_seat(table)


@compiled
def random_bet(figures: Figures, table: Table) -> int:
    kinds, free = kinds_left(figures, table), bettable_horses(figures, table)
    kind = nth(kinds, draw(table, count(kinds)))
    return BET + kind * HORSES + nth(free, draw(table, count(free)))


@compiled
def random_seat(table: Table) -> int:
    return NAME + nth(table.among, draw(table, count(table.among)))


def act(tables: Tables, actions: Choices) -> None:
    """Carry out an action in every game; a negative number leaves its game unchanged."""
    act_all(tables.figures, tables.rows, actions)


@compiled
def act_all(figures: Rows, rows: Rows, actions: Choices) -> None:
    for at in range(len(rows)):
        if actions[at] >= 0:
            if legal(figures[0], rows[at]) >> actions[at] & 1 == 0:
                raise ValueError("an action is not allowed")
            apply(figures[0], rows[at], actions[at])
