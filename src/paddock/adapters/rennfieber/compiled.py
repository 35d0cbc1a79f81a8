"""Rennfieber on the fast engine, choice by choice, with the observations of `Encoding`."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from paddock.adapters.layout import Offsets
from paddock.adapters.rennfieber import observation as scenes
from paddock.adapters.rennfieber.observation import FURTHEST, MONEY
from paddock.fast.chance import Script
from paddock.fast.compiler import compiled
from paddock.fast.layout import Rows
from paddock.fast.rennfieber import phases
from paddock.fast.rennfieber.figures import (
    CONDITION,
    KEPT_DURCHBRUCH,
    KEPT_KARRIERE,
    PAY,
    RECEIVE,
    SEALED,
    Figures,
)
from paddock.fast.rennfieber.movement import WAYS
from paddock.fast.rennfieber.play import BEGIN, ILLEGAL, step
from paddock.fast.rennfieber.table import LAID, NOBODY, Table
from paddock.fast.rennfieber.tables import Tables
from paddock.games.rennfieber import Rennfieber
from paddock.games.rennfieber.edition import COLOURS, GALLOP_CARDS, HORSES, KEPT, LEVELS
from paddock.games.rennfieber.rules.auction import RAISE
from paddock.games.rennfieber.rules.movement import LAPS
from paddock.games.rennfieber.rules.race import DIE
from paddock.games.rennfieber.state import State
from paddock.games.rennfieber.track import HOME

__all__ = ["ILLEGAL", "NOBODY", "act", "arrays", "begin", "observe", "state"]

Numbers = NDArray[Any]
# By phase of a table: the number of its scene in the field `phase`.
SCENES = np.full(phases.OVER + 1, -1)
for _phase, _scene in (
    (phases.BIDDING, scenes.AUCTION),
    (phases.CHOOSING, scenes.TRAINING),
    (phases.TRAINING, scenes.TRAINING),
    (phases.ENTERING, scenes.ENTERING),
    (phases.BETTING, scenes.BETTING),
    (phases.ROLLING, scenes.RACING),
    (phases.MOVING, scenes.RACING),
    (phases.SELLING, scenes.SELLING),
    (phases.OVER, scenes.OVER),
):
    SCENES[_phase] = _scene

act = step


def arrays(game: Rennfieber) -> tuple[Rows, Rows, Rows]:
    return *Tables.new(game, range(1)), np.zeros(1, WAYS)


def state(game: Rennfieber, figures: Rows, rows: Rows, _ways: Rows) -> State:
    return Tables(figures, rows).state(0, game)


def begin(figures: Rows, rows: Rows, ways: Rows, script: Script) -> int:
    """Play on to the first choice."""
    return step(figures, rows, ways, BEGIN, script)


@compiled
def observe(  # noqa: PLR0913, PLR0917  # compiled code has no objects: everything is a parameter
    figures: Rows, rows: Rows, ways: Rows, seat: int, offsets: Rows, buffer: Numbers, mask: Numbers
) -> None:
    """Write what a seat sees, and what it may do."""
    write_observation(figures[0], rows[0], seat, offsets[0], buffer)
    if rows[0].seat == seat:
        for action in range(figures[0].home_action + 1):
            mask[action] = ways[0].legal[action]


@compiled
def write_observation(
    figures: Figures, table: Table, seat: int, at: Offsets, buffer: Numbers
) -> None:
    """Write what a seat sees into a blank buffer."""
    racing = table.phase in (phases.ROLLING, phases.MOVING)
    write_standing(figures, table, seat, at, buffer)
    write_horses(figures, table, seat, at, buffer)
    write_training_cards(figures, table, at, buffer)
    write_chosen(figures, table, seat, at, buffer)
    if table.phase == phases.BIDDING:
        write_auction(figures, table, seat, at, buffer)
    if table.phase in (phases.CHOOSING, phases.TRAINING):
        write_training(figures, table, seat, at, buffer)
    if racing or table.phase == phases.BETTING:
        write_field(figures, table, seat, at, buffer)
    if racing:
        write_race(figures, table, seat, at, buffer)
        write_gallop(figures, table, at, buffer)
    if seat == table.seat:
        write_draft(figures, table, at, buffer)


@compiled
def acting(figures: Figures, table: Table) -> int:
    """The seats that must choose, as a bit mask."""
    if table.phase == phases.OVER:
        return 0
    if table.phase == phases.BIDDING and figures.auction == SEALED:
        bidders = 0
        for place in range(table.n_bidders):
            bidders |= 1 << table.bidders[place]
        return bidders & ~table.done
    first = table.phase == phases.CHOOSING and not table.started
    if first or table.phase in (phases.ENTERING, phases.BETTING, phases.SELLING):
        return ((1 << figures.seats) - 1) & ~table.done
    return 1 << table.seat


@compiled
def write_standing(figures: Figures, table: Table, seat: int, at: Offsets, buffer: Numbers) -> None:
    """Phase, race, seats to act, money."""
    seats, now = figures.seats, acting(figures, table)
    buffer[at.phase + SCENES[table.phase]] = 1
    buffer[at.race + table.race] = 1
    for other in range(seats):
        place = (other - seat) % seats
        buffer[at.to_act + place] = now >> other & 1
        buffer[at.money + place] = table.money[other] / MONEY


@compiled
def write_horses(figures: Figures, table: Table, seat: int, at: Offsets, buffer: Numbers) -> None:
    """The horses' owners, conditions and kept cards, and which horses ran in race 1."""
    seats = figures.seats
    for horse in range(HORSES):
        condition = figures.conditions[horse * len(LEVELS) + table.level[horse]]
        buffer[at.level + horse] = (condition + (condition < 1)) / (len(LEVELS) - 1)
        owner = table.owner[horse]
        if owner != NOBODY:
            buffer[at.owner + seats * horse + (owner - seat) % seats] = 1
            buffer[at.ran_first + horse] = table.ran_first >> horse & 1
    total = 0
    for kind in range(figures.training_kinds):
        if figures.training_effects[kind] in (KEPT_KARRIERE, KEPT_DURCHBRUCH):
            total += figures.training_counts[kind]
    for card in range(table.n_kept):
        horse = table.kept_by[card]
        buffer[at.kept + horse] += 1
        if table.owner[horse] == seat:
            second = figures.training_effects[table.kept_card[card]] == KEPT_DURCHBRUCH
            buffer[at.cards + len(KEPT) * horse + second] += 1
    for first, size in ((at.kept, HORSES), (at.cards, HORSES * len(KEPT))):
        for place in range(first, first + size):
            if buffer[place]:
                buffer[place] /= total


@compiled
def write_training_cards(figures: Figures, table: Table, at: Offsets, buffer: Numbers) -> None:
    """Training cards: how many are left, and which are discarded."""
    left = total = 0
    for kind in range(figures.training_kinds):
        left += table.training_deck[kind]
        total += figures.training_counts[kind]
        if figures.training_effects[kind] in (CONDITION, PAY, RECEIVE):
            buffer[at.discards + kind] = (
                table.training_discards[kind] / figures.training_counts[kind]
            )
    buffer[at.deck] = left / total


@compiled
def write_chosen(figures: Figures, table: Table, seat: int, at: Offsets, buffer: Numbers) -> None:
    """Who has made a secret choice, and the horses that this seat has chosen."""
    if table.phase in (phases.BIDDING, phases.ENTERING, phases.BETTING, phases.SELLING):
        for other in range(figures.seats):
            buffer[at.confirmed + (other - seat) % figures.seats] = table.done >> other & 1
    if table.phase in (phases.ENTERING, phases.SELLING) and table.done >> seat & 1:
        for horse in range(HORSES):
            buffer[at.chosen + horse] = table.chosen[seat] >> horse & 1


@compiled
def write_auction(figures: Figures, table: Table, seat: int, at: Offsets, buffer: Numbers) -> None:
    """The stack, who must still buy, and the lot with its bids."""
    seats = figures.seats
    for horse in range(HORSES):
        buffer[at.stack + horse] = table.shuffled >> horse & 1
    for place in range(table.n_under):
        buffer[at.under + table.under[place]] = (place + 1) / HORSES
    for other in range(seats):
        buffer[at.short + (other - seat) % seats] = table.to_buy[other] / figures.horses_each
    buffer[at.opens + (table.opener - seat) % seats] = 1
    buffer[at.unsold] = table.unsold / HORSES
    buffer[at.lot + table.lot] = 1
    for place in range(table.n_bidders):
        buffer[at.bidders + (table.bidders[place] - seat) % seats] = 1
    if table.holder != NOBODY:
        buffer[at.holder + (table.holder - seat) % seats] = 1
    buffer[at.standing] = table.standing / MONEY
    if table.bids[seat] != NOBODY:
        buffer[at.own_bid] = table.bids[seat] / MONEY


@compiled
def write_training(figures: Figures, table: Table, seat: int, at: Offsets, buffer: Numbers) -> None:
    """Which horses have yet to train, which are on the track, and how far."""
    seats = figures.seats
    for horse in range(HORSES):
        buffer[at.waiting + horse] = table.waiting >> horse & 1
    for other in range(seats):
        if table.trainee[other] != NOBODY:
            buffer[at.trainee + table.trainee[other]] = 1
            far = table.training_space[other] / (figures.training_spaces + 1)
            buffer[at.training_space + (other - seat) % seats] = far


@compiled
def write_field(figures: Figures, table: Table, seat: int, at: Offsets, buffer: Numbers) -> None:
    """The runners, what each seat may stake, and this seat's slips."""
    seats = figures.seats
    for runner in range(figures.runners):
        buffer[at.runner + HORSES * runner + table.horses[runner]] = 1
        buffer[at.rider + seats * runner + (table.riders[runner] - seat) % seats] = 1
        buffer[at.start_lane + runner] = table.lanes[runner] / COLOURS
    for other in range(seats):
        buffer[at.most + (other - seat) % seats] = table.stake_limit[other] / MONEY
    if table.phase != phases.BETTING or table.done >> seat & 1:
        write_slips(figures, table, seat, at.own_slips, buffer)


@compiled
def write_slips(figures: Figures, table: Table, seat: int, first: int, buffer: Numbers) -> None:
    """A seat's slips, by value and colour."""
    total = stock(figures)
    for place in range(COLOURS * figures.slip_kinds):
        buffer[first + place] = table.laid[seat * LAID + place] / total


@compiled
def stock(figures: Figures) -> int:
    """How many slips a seat has."""
    total = 0
    for kind in range(figures.slip_kinds):
        total += figures.stock[kind]
    return total


@compiled
def write_race(figures: Figures, table: Table, seat: int, at: Offsets, buffer: Numbers) -> None:
    """The slips on each colour; the runners' places and order."""
    seats, total = figures.seats, stock(figures)
    for other in range(seats):
        place = at.slips + COLOURS * ((other - seat) % seats)
        for colour in range(figures.runners):
            slips = 0
            for kind in range(figures.slip_kinds):
                slips += table.laid[other * LAID + kind * COLOURS + colour]
            buffer[place + colour] = slips / total
    for runner in range(figures.runners):
        space = table.runner_space[runner]
        buffer[at.crossed + runner] = table.crossed[runner] / LAPS
        if space != HOME:
            buffer[at.lane + COLOURS * runner + figures.lane[space]] = 1
            buffer[at.centre + runner] = figures.centre[space]
        buffer[at.order + table.order[runner]] = (runner + 1) / COLOURS
    for place in range(table.n_finished):
        buffer[at.home + table.finish[place]] = (place + 1) / COLOURS
    buffer[at.turn + table.runner] = 1


@compiled
def write_gallop(figures: Figures, table: Table, at: Offsets, buffer: Numbers) -> None:
    """Gallop cards left, discarded and in force; the dice, and an extra move."""
    kinds = figures.gallop_kinds
    for kind in range(kinds):
        buffer[at.gallop + kind] = table.gallop_deck[kind] / figures.gallop_counts[kind]
        buffer[at.gallop_discards + kind] = (
            table.gallop_discards[kind] / figures.gallop_counts[kind]
        )
    for runner in range(figures.runners):
        first, own = runner * GALLOP_CARDS, at.force + kinds * runner
        for place in range(first, first + table.n_in_force[runner]):
            buffer[own + table.in_force[place]] += 1
        if table.n_in_force[runner]:
            for kind in range(kinds):
                buffer[own + kind] /= figures.gallop_counts[kind]
    if table.phase == phases.MOVING:
        buffer[at.race_die] = table.race_die / DIE
        buffer[at.die] = table.die / DIE
        buffer[at.extra] = table.extra / FURTHEST


@compiled
def write_draft(figures: Figures, table: Table, at: Offsets, buffer: Numbers) -> None:
    """The draft of the seat that must choose."""
    if table.phase == phases.BIDDING:
        buffer[at.draft_raise] = table.raised * RAISE / MONEY
    elif table.phase in (phases.ENTERING, phases.SELLING):
        for horse in range(HORSES):
            buffer[at.draft_horses + horse] = table.chosen[table.seat] >> horse & 1
    elif table.phase == phases.BETTING:
        write_slips(figures, table, table.seat, at.draft_slips, buffer)
    elif table.phase == phases.MOVING and table.played != NOBODY:
        buffer[at.draft_play + table.played] = 1
