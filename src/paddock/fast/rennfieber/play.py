"""Policies, and whole meetings or races between them."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from paddock.fast.chance import NO_DRAWS, Script, draw
from paddock.fast.compiler import compiled, signed
from paddock.fast.record import Rows
from paddock.fast.rennfieber.actions import act, choice, confirm_horses, mark
from paddock.fast.rennfieber.auction import bid, highest, least, next_lot, open_auction
from paddock.fast.rennfieber.betting import colours_allowed, place_slips
from paddock.fast.rennfieber.entry import take_lanes
from paddock.fast.rennfieber.figures import MOST_SEATS, Figures
from paddock.fast.rennfieber.movement import WAYS, Ways, find_ways, plays
from paddock.fast.rennfieber.punter import ride
from paddock.fast.rennfieber.race import apply, choose, roll_dice
from paddock.fast.rennfieber.table import (
    BETTING,
    BIDDING,
    CHOOSING,
    DRAWING,
    ENTERING,
    LAID,
    MOVING,
    NOBODY,
    OFFERING,
    OVER,
    ROLLING,
    SELLING,
    TRAINING,
    WAITING,
    Table,
)
from paddock.fast.rennfieber.tables import Tables
from paddock.fast.rennfieber.training import choose_trainee, roll, trainees
from paddock.fast.sets import nth, size
from paddock.games.rennfieber.edition import COLOURS, SLIPS
from paddock.games.rennfieber.rules.auction import RAISE
from paddock.games.rennfieber.track import HOME

RANDOM, PUNTER = range(2)
# The policies that play whole meetings; the punter only rides.
POLICIES = {"random": RANDOM}

Choices = NDArray[np.int64]
ILLEGAL, BEGIN = -2, -3


def play(
    tables: Tables, policies: Sequence[int], *, one_race: bool = False, draws: Script = NO_DRAWS
) -> None:
    """Play each meeting to its end, or to the end of the current race.

    There is a policy number for each seat. Meetings with a `cue` use the draws in order.
    """
    seats = int(tables.figures["seats"][0])
    if len(policies) != seats:
        raise ValueError(f"{len(policies)} policies for {seats} seats")
    if PUNTER in policies and not one_race:
        raise ValueError("the compiled punter only rides races")
    who = np.zeros(MOST_SEATS, np.int64)
    who[:seats] = policies
    play_all(tables.figures, tables.rows, np.zeros(1, WAYS), who, draws, one_race)


@compiled
def play_all(
    figures: Rows, rows: Rows, ways: Rows, policies: Choices, draws: Script, one_race: bool
) -> None:
    for at in range(len(rows)):
        table = rows[at]
        while table.phase != OVER:
            if table.phase in (ROLLING, MOVING):
                play_race(figures[0], table, ways[0], policies, draws)
            elif one_race:
                break
            else:
                prepare(figures[0], table, draws)


@compiled
def play_race(figures: Figures, table: Table, ways: Ways, policies: Choices, draws: Script) -> None:
    """Play the race from its current position until it is settled."""
    while table.phase in (ROLLING, MOVING):
        if table.phase == ROLLING:
            roll_dice(figures, table, draws)
        if policies[table.seat] == RANDOM:
            choose_any(figures, table, ways)
        else:
            ride(figures, table, ways)
        apply(figures, table, ways, draws)


@compiled
def prepare(figures: Figures, table: Table, draws: Script) -> None:
    """Make a random decision between races, or do what needs none."""
    if table.phase == BIDDING:
        bid(figures, table, any_bid(figures, table), draws)
    elif table.phase == CHOOSING:
        horses = trainees(table, table.seat)
        choose_trainee(figures, table, nth(horses, draw(table, size(horses))), draws)
    elif table.phase == BETTING:
        lay_any(figures, table)
        place_slips(figures, table)
    elif table.phase in (ENTERING, SELLING):
        table.chosen[table.seat] = any_horses(figures, table)
        confirm_horses(figures, table)
    else:
        advance(figures, table, draws)


@compiled
def advance(figures: Figures, table: Table, script: Script) -> None:
    """Do what needs no decision: open an auction, offer a horse, roll dice."""
    if table.phase == WAITING:
        open_auction(figures, table, script)
    elif table.phase == OFFERING:
        next_lot(figures, table, script)
    elif table.phase == DRAWING:
        take_lanes(figures, table, script)
    elif table.phase == TRAINING:
        roll(figures, table, script)
    elif table.phase == ROLLING:
        roll_dice(figures, table, script)


# --- random choices, with the probabilities of the offers' `sample` -------------------------------


@compiled
def choose_any(figures: Figures, table: Table, ways: Ways) -> None:
    """A card or none, then an end, each equally likely."""
    possible = plays(figures, table)
    number = size(possible)
    find_ways(figures, table, ways, nth(possible, draw(table, number) if number > 1 else 0))
    at = ways.first + draw(table, ways.last - ways.first + ways.home)
    ways.spot = HOME if at == ways.last else ways.spots[at]


@compiled
def any_bid(figures: Figures, table: Table) -> int:
    """A legal bid, or 0 for none."""
    lowest = least(figures, table)
    steps = (highest(figures, table) - lowest) // RAISE + 1
    step = draw(table, max(steps, 0) + 1)
    return lowest + (step - 1) * RAISE if step else 0


@compiled
def any_horses(figures: Figures, table: Table) -> int:
    """As many horses as must be entered or sold."""
    left, chosen = choice(table), 0
    for _ in range(figures.each):
        horse = 1 << nth(left, draw(table, size(left)))
        left &= ~horse
        chosen |= horse
    return chosen


@compiled
def lay_any(figures: Figures, table: Table) -> None:
    """Choose the colours, then lay each slip independently, in random order, within the money."""
    colours, left = colours_allowed(figures), (1 << figures.runners) - 1
    backed = np.zeros(COLOURS, np.int64)
    for at in range(colours):
        backed[at] = nth(left, draw(table, size(left)))
        left &= ~(1 << backed[at])
    stock, slips = np.zeros(SLIPS, np.int64), 0
    for kind in range(figures.slip_kinds):
        stock[kind] = figures.stock[kind]
        slips += figures.stock[kind]
    money = table.most[table.seat] + 0
    for number in range(slips, 0, -1):
        place, kind = draw(table, number), 0
        while place >= stock[kind]:
            place -= stock[kind]
            kind += 1
        stock[kind] -= 1
        at = draw(table, colours + 1)
        if at < colours and figures.slips[kind] <= money:
            table.laid[table.seat * LAID + kind * COLOURS + backed[at]] += 1
            money -= figures.slips[kind]


# --- choices made by a caller --------------------------------------------------------------------


@compiled
def step(figures: Rows, rows: Rows, ways: Rows, action: int, script: Script) -> int:
    """Carry out an action at the first table and return the next seat to choose, or `ILLEGAL`.

    The game goes on to the next seat with more than one action, or to its end, which returns
    `NOBODY`. Instead of an action, `BEGIN` leads to the first choice.
    """
    table = rows[0]
    if action != BEGIN:
        if not 0 <= action <= figures[0].homeward or not ways[0].legal[action]:
            return ILLEGAL
        act(figures[0], table, ways[0], action, script)
    while table.phase != OVER:
        advance(figures[0], table, script)
        legal = mark(figures[0], table, ways[0])
        if legal > 1:
            return signed(table.seat)
        if legal == 1:
            action = 0
            while not ways[0].legal[action]:
                action += 1
            act(figures[0], table, ways[0], action, script)
    mark(figures[0], table, ways[0])  # clears what was legal
    return NOBODY


def move(tables: Tables, plays: Choices, spaces: Choices) -> None:
    """Make a move in every race: the card that is played, and the space where the move ends."""
    move_all(tables.figures, tables.rows, np.zeros(1, WAYS), plays, spaces, NO_DRAWS)


@compiled
def move_all(
    figures: Rows, rows: Rows, ways: Rows, plays: Choices, spaces: Choices, draws: Script
) -> None:
    for at in range(len(rows)):
        if not choose(figures[0], rows[at], ways[0], plays[at], spaces[at]):
            raise ValueError("a move is not allowed")
        apply(figures[0], rows[at], ways[0], draws)
