"""Policies, and races between them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from paddock.fast.chance import Script, draw
from paddock.fast.compiler import compiled, inlined
from paddock.fast.record import Rows
from paddock.fast.rennfieber.figures import MOST_SEATS, PLAYS, Figures
from paddock.fast.rennfieber.movement import WAYS, Ways, choose_end, ends, find_ways, plays
from paddock.fast.rennfieber.punter import ride
from paddock.fast.rennfieber.rules import Mask, apply, choose, mark_legal, roll_dice
from paddock.fast.rennfieber.tables import OVER, ROLLING, Table, Tables

RANDOM, PUNTER, SCRIPTED, ASKED = range(4)
POLICIES = {"random": RANDOM, "punter": PUNTER}

Choices = NDArray[np.int64]
NO_DRAWS: Script = np.zeros((0, 2), np.int64)
NO_CHOICES: Choices = np.zeros(0, np.int64)


def play(
    tables: Tables,
    policies: Sequence[int],
    *,
    draws: Script = NO_DRAWS,
    choices: Choices = NO_CHOICES,
) -> None:
    """Play each race to its end and settle it.

    There is a policy for each seat, by number. Seats that are `SCRIPTED` take the choices in the
    order in which they come, from the race's `turn` on; races with a `cue` take the draws so.
    Where a seat is `ASKED`, its race stops at each of its choices, to go on after `act`.
    """
    seats = int(tables.figures["seats"][0])
    if len(policies) != seats:
        raise ValueError(f"{len(policies)} policies for {seats} seats")
    who = np.zeros(MOST_SEATS, np.int64)
    who[:seats] = policies
    play_all(tables.figures, tables.rows, np.zeros(1, WAYS), who, draws, choices)


@compiled
def play_all(
    figures: Rows,
    rows: Rows,
    ways: Rows,
    policies: Choices,
    draws: Script,
    choices: Choices,
) -> None:
    for at in range(len(rows)):
        play_race(figures[0], rows[at], ways[0], policies, draws, choices)


@inlined
def play_race(
    figures: Figures,
    table: Table,
    ways: Ways,
    policies: Choices,
    draws: Script,
    choices: Choices,
) -> None:
    """From wherever the race stands until it is settled, or somebody is asked."""
    while table.phase != OVER:
        if table.phase == ROLLING:
            roll_dice(figures, table, draws)
        policy = policies[table.seat]
        if policy == RANDOM:
            choose_any(figures, table, ways)
        elif policy == PUNTER:
            ride(figures, table, ways)
        elif policy == SCRIPTED:
            follow(figures, table, ways, choices)
        else:
            return
        apply(figures, table, ways, draws)


@compiled
def choose_any(figures: Figures, table: Table, ways: Ways) -> None:
    """Any card that may be played or none, then any end, each as likely as another."""
    possible, number = plays(figures, table), 0
    for play in range(len(PLAYS)):
        number += possible >> play & 1
    skip = draw(table, number) if number > 1 else 0
    play = 0
    while skip > 0 or possible >> play & 1 == 0:
        skip -= possible >> play & 1
        play += 1
    find_ways(figures, table, ways, play)
    choose_end(ways, draw(table, ends(ways)))


@compiled
def follow(figures: Figures, table: Table, ways: Ways, choices: Choices) -> None:
    """The next action of the script, which has to be a legal one."""
    if table.turn >= len(choices):
        raise IndexError("the script is at its end and a seat is to choose")
    if not choose(figures, table, ways, choices[table.turn]):
        raise ValueError("the script's next choice is not allowed")
    table.turn += 1


def actions(tables: Tables) -> int:
    """How many numbers actions have at these tables."""
    return len(PLAYS) * (int(tables.figures["spaces"][0]) + 1)


def legal_actions(tables: Tables) -> Mask:
    """A row for each race, true at the legal actions; nowhere if nobody is to choose."""
    masks = np.zeros((len(tables.rows), actions(tables)), np.bool_)
    mark_all(tables.figures, tables.rows, np.zeros(1, WAYS), masks)
    return masks


def act(tables: Tables, chosen: Choices, draws: Script = NO_DRAWS) -> None:
    """Carry out an action in every race; a number below 0 leaves its race alone."""
    act_all(tables.figures, tables.rows, np.zeros(1, WAYS), chosen, draws)


@compiled
def mark_all(figures: Rows, rows: Rows, ways: Rows, masks: Mask) -> None:
    for at in range(len(rows)):
        mark_legal(figures[0], rows[at], ways[0], masks[at])


@compiled
def act_all(figures: Rows, rows: Rows, ways: Rows, chosen: Choices, draws: Script) -> None:
    for at in range(len(rows)):
        if chosen[at] >= 0:
            if not choose(figures[0], rows[at], ways[0], chosen[at]):
                raise ValueError("an action is not allowed")
            apply(figures[0], rows[at], ways[0], draws)
