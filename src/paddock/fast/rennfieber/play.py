"""Policies, and whole meetings or races between them."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from paddock.fast.chance import NO_DRAWS, Script, draw
from paddock.fast.compiler import compiled, signed
from paddock.fast.layout import Rows
from paddock.fast.rennfieber import phases
from paddock.fast.rennfieber.actions import act, confirm_horses, horses_to_choose, mark_legal
from paddock.fast.rennfieber.auction import bid, highest, least, next_lot, open_auction
from paddock.fast.rennfieber.betting import colours_allowed, place_slips
from paddock.fast.rennfieber.entry import draw_lanes
from paddock.fast.rennfieber.figures import Figures
from paddock.fast.rennfieber.movement import WAYS, Ways, find_ways, plays
from paddock.fast.rennfieber.punter import ride
from paddock.fast.rennfieber.race import carry_out, roll_dice, select_move
from paddock.fast.rennfieber.table import LAID, NOBODY, Table
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

    There is a policy number for each seat. Meetings with a `script_row` use the draws in order.
    """
    seats = int(tables.figures["seats"][0])
    if len(policies) != seats:
        raise ValueError(f"{len(policies)} policies for {seats} seats")
    if PUNTER in policies and not one_race:
        raise ValueError("the compiled punter only rides races")
    by_seat = np.array(policies, np.int64)
    play_all(tables.figures, tables.rows, np.zeros(1, WAYS), by_seat, draws, one_race)


@compiled
def play_all(
    figures: Rows, rows: Rows, ways: Rows, policies: Choices, draws: Script, one_race: bool
) -> None:
    for at in range(len(rows)):
        table = rows[at]
        while table.phase != phases.OVER:
            if table.phase in (phases.ROLLING, phases.MOVING):
                play_race(figures[0], table, ways[0], policies, draws)
            elif one_race:
                break
            else:
                play_between_races(figures[0], table, draws)


@compiled
def play_race(figures: Figures, table: Table, ways: Ways, policies: Choices, draws: Script) -> None:
    """Play the race from its current position until it is settled."""
    while table.phase in (phases.ROLLING, phases.MOVING):
        if table.phase == phases.ROLLING:
            roll_dice(figures, table, draws)
        if policies[table.seat] == RANDOM:
            random_move(figures, table, ways)
        else:
            ride(figures, table, ways)
        carry_out(figures, table, ways, draws)


@compiled
def play_between_races(figures: Figures, table: Table, draws: Script) -> None:
    """Make a random decision between races, or do what needs no decision."""
    if table.phase == phases.BIDDING:
        bid(figures, table, random_bid(figures, table), draws)
    elif table.phase == phases.CHOOSING:
        horses = trainees(table, table.seat)
        choose_trainee(figures, table, nth(horses, draw(table, size(horses))), draws)
    elif table.phase == phases.BETTING:
        lay_random_slips(figures, table)
        place_slips(figures, table)
    elif table.phase in (phases.ENTERING, phases.SELLING):
        table.chosen[table.seat] = random_horses(figures, table)
        confirm_horses(figures, table)
    else:
        advance(figures, table, draws)


@compiled
def advance(figures: Figures, table: Table, script: Script) -> None:
    """Do what needs no decision: open an auction, offer a horse, roll dice."""
    if table.phase == phases.WAITING:
        open_auction(figures, table, script)
    elif table.phase == phases.OFFERING:
        next_lot(figures, table, script)
    elif table.phase == phases.DRAWING:
        draw_lanes(figures, table, script)
    elif table.phase == phases.TRAINING:
        roll(figures, table, script)
    elif table.phase == phases.ROLLING:
        roll_dice(figures, table, script)


# --- random choices, with the probabilities of the offers' `sample` -------------------------------


@compiled
def random_move(figures: Figures, table: Table, ways: Ways) -> None:
    """A card or none, then an end, each equally likely."""
    possible = plays(figures, table)
    number = size(possible)
    find_ways(figures, table, ways, nth(possible, draw(table, number) if number > 1 else 0))
    at = ways.first + draw(table, ways.last - ways.first + ways.leads_home)
    ways.spot = HOME if at == ways.last else ways.spots[at]


@compiled
def random_bid(figures: Figures, table: Table) -> int:
    """A legal bid, or 0 for no bid."""
    lowest = least(figures, table)
    steps = (highest(figures, table) - lowest) // RAISE + 1
    step = draw(table, max(steps, 0) + 1)
    return lowest + (step - 1) * RAISE if step else 0


@compiled
def random_horses(figures: Figures, table: Table) -> int:
    """As many horses as must be entered or sold."""
    left, chosen = horses_to_choose(table), 0
    for _ in range(figures.runners_each):
        horse = 1 << nth(left, draw(table, size(left)))
        left &= ~horse
        chosen |= horse
    return chosen


@compiled
def lay_random_slips(figures: Figures, table: Table) -> None:
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
    money = table.stake_limit[table.seat] + 0
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
    """Carry out an action at the first table; return the next seat that must choose, or `ILLEGAL`.

    The game goes on to the next seat with more than one action, or to its end, which returns
    `NOBODY`. Instead of an action, `BEGIN` leads to the first choice.
    """
    table = rows[0]
    if action != BEGIN:
        if not 0 <= action <= figures[0].home_action or not ways[0].legal[action]:
            return ILLEGAL
        act(figures[0], table, ways[0], action, script)
    while table.phase != phases.OVER:
        advance(figures[0], table, script)
        legal = mark_legal(figures[0], table, ways[0])
        if legal > 1:
            return signed(table.seat)
        if legal == 1:
            action = 0
            while not ways[0].legal[action]:
                action += 1
            act(figures[0], table, ways[0], action, script)
    mark_legal(figures[0], table, ways[0])  # clears what was legal
    return NOBODY


def move(tables: Tables, plays: Choices, spaces: Choices) -> None:
    """Make a move in every race, given the cards to play and the spaces where the moves end."""
    move_all(tables.figures, tables.rows, np.zeros(1, WAYS), plays, spaces, NO_DRAWS)


@compiled
def move_all(
    figures: Rows, rows: Rows, ways: Rows, plays: Choices, spaces: Choices, draws: Script
) -> None:
    for at in range(len(rows)):
        if not select_move(figures[0], rows[at], ways[0], plays[at], spaces[at]):
            raise ValueError("a move is not allowed")
        carry_out(figures[0], rows[at], ways[0], draws)
