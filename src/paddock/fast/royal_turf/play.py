"""Policies, and whole games or races between them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from paddock.fast.chance import NO_DRAWS, UNSCRIPTED, Script, draw, scripted
from paddock.fast.compiler import compiled, inlined, signed
from paddock.fast.record import Rows
from paddock.fast.royal_turf.figures import MOST_SEATS, Figures
from paddock.fast.royal_turf.form import BOOK, Book
from paddock.fast.royal_turf.punter import punt
from paddock.fast.royal_turf.rules import (
    BET,
    MOVE,
    NAME,
    apply,
    count,
    horses_free,
    horses_open,
    kinds_left,
    legal,
    nth,
    open_race,
    roll_die,
)
from paddock.fast.royal_turf.tables import BETTING, MOVING, OVER, ROLLING, WAITING, Table, Tables
from paddock.games.royal_turf.edition import FACES, HORSES

RANDOM, PUNTER, SCRIPTED, ASKED = range(4)
POLICIES = {"random": RANDOM, "punter": PUNTER}

Choices = NDArray[np.int64]


class Injected(NamedTuple):
    """Chance and choices of any number of games, one after the other."""

    draws: Script
    choices: Choices


NOTHING = Injected(NO_DRAWS, np.zeros(0, np.int64))


def play(
    tables: Tables,
    policies: Sequence[int],
    *,
    one_race: bool = False,
    injected: Injected = NOTHING,
) -> None:
    """Play each game to its end, or to the end of the race that is under way or comes next.

    There is a policy for each seat, by number. Seats that are `SCRIPTED` take the choices in the
    order in which they come, from the game's `turn` on; games with a `cue` take the draws so.
    Where a seat is `ASKED`, its game stops at each of its choices, to go on after `act`.
    """
    seats = int(tables.figures["seats"][0])
    if len(policies) != seats:
        raise ValueError(f"{len(policies)} policies for {seats} seats")
    who = np.zeros(MOST_SEATS, np.int64)
    who[:seats] = policies
    book = np.zeros(1, BOOK)
    play_all(tables.figures, tables.rows, book, who, injected, one_race)


@compiled
def play_all(
    figures: Rows,
    rows: Rows,
    book: Rows,
    policies: Choices,
    injected: Injected,
    one_race: bool,
) -> None:
    for at in range(len(rows)):
        table = rows[at]
        while table.phase != OVER:
            if table.phase == WAITING:
                open_race(figures[0], table, injected.draws)
            play_race(figures[0], table, book[0], policies, injected)
            if one_race or table.phase != WAITING:
                break


@compiled
def play_race(
    figures: Figures,
    table: Table,
    book: Book,
    policies: Choices,
    injected: Injected,
) -> None:
    """From wherever the race stands until it is settled, or somebody is asked."""
    while table.phase not in (WAITING, OVER):
        if table.phase == ROLLING:
            if table.cue == UNSCRIPTED:
                face = draw(table, FACES)
            else:
                face = scripted(table, injected.draws, FACES)
            roll_die(figures, table, face)
        policy = policies[table.seat]
        if policy == RANDOM:
            action = any_action(figures, table)
        elif policy == PUNTER:
            action = punt(figures, table, book)
        elif policy == SCRIPTED:
            action = next_choice(figures, table, injected.choices)
        else:
            return
        apply(figures, table, action)


@inlined
def any_action(figures: Figures, table: Table) -> int:
    """Any of the legal actions, each as likely as its offer makes it."""
    if table.phase == MOVING:
        free = horses_free(table)
        return MOVE + nth(free, draw(table, count(free)))
    return any_bet(figures, table) if table.phase == BETTING else any_seat(table)


@compiled
def any_bet(figures: Figures, table: Table) -> int:
    kinds, free = kinds_left(figures, table), horses_open(figures, table)
    kind = nth(kinds, draw(table, count(kinds)))
    return BET + kind * HORSES + nth(free, draw(table, count(free)))


@compiled
def any_seat(table: Table) -> int:
    return NAME + nth(table.among, draw(table, count(table.among)))


@compiled
def next_choice(figures: Figures, table: Table, choices: Choices) -> int:
    """The next action of the script, which has to be a legal one."""
    if table.turn >= len(choices):
        raise IndexError("the script is at its end and a seat is to choose")
    action = signed(choices[table.turn])
    if action < 0 or legal(figures, table) >> action & 1 == 0:
        raise ValueError("the script's next choice is not allowed")
    table.turn += 1
    return action


def legal_actions(tables: Tables) -> Choices:
    """The mask of legal actions of every game; 0 where nobody is to choose."""
    masks = np.zeros(len(tables.rows), np.int64)
    find_legal(tables.figures, tables.rows, masks)
    return masks


def act(tables: Tables, actions: Choices) -> None:
    """Carry out an action in every game; a number below 0 leaves its game alone."""
    act_all(tables.figures, tables.rows, actions)


@compiled
def find_legal(figures: Rows, rows: Rows, masks: Choices) -> None:
    for at in range(len(rows)):
        masks[at] = legal(figures[0], rows[at])


@compiled
def act_all(figures: Rows, rows: Rows, actions: Choices) -> None:
    for at in range(len(rows)):
        if actions[at] >= 0:
            if legal(figures[0], rows[at]) >> actions[at] & 1 == 0:
                raise ValueError("an action is not allowed")
            apply(figures[0], rows[at], actions[at])
