"""The same observations, written by compiled code from the tables of `paddock.fast`."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from paddock.adapters.encoding.rennfieber_sheet import DIE, FURTHEST, LAPS, MONEY, PHASES
from paddock.fast.chance import Script
from paddock.fast.compiler import compiled
from paddock.fast.record import Rows
from paddock.fast.rennfieber.figures import (
    CONDITION,
    KEPT_DURCHBRUCH,
    KEPT_KARRIERE,
    PAY,
    RECEIVE,
    SEALED,
    Figures,
)
from paddock.fast.rennfieber.play import BEGIN, ILLEGAL, step
from paddock.fast.rennfieber.tables import (
    BETTING,
    BIDDING,
    CHOOSING,
    ENTERING,
    LAID,
    MOVING,
    NOBODY,
    OVER,
    ROLLING,
    SELLING,
    TRAINING,
    Table,
)
from paddock.games.rennfieber.edition import COLOURS, GALLOP_CARDS, HORSES, KEPT, LEVELS, RACES
from paddock.games.rennfieber.rules.auction import RAISE
from paddock.games.rennfieber.state import Over, Training
from paddock.games.rennfieber.track import HOME
from paddock.games.rennfieber.view import (
    AuctionScene,
    BettingScene,
    EnteringScene,
    RacingScene,
    SellingScene,
)

__all__ = ["ILLEGAL", "NOBODY", "act", "begin", "look"]

Numbers = NDArray[Any]
# By phase of a table: which of `PHASES` it is.
SCENE_SIZE = len(PHASES)
SCENES = np.full(OVER + 1, -1)
for _phase, _scene in (
    (BIDDING, AuctionScene),
    (CHOOSING, Training),
    (TRAINING, Training),
    (ENTERING, EnteringScene),
    (BETTING, BettingScene),
    (ROLLING, RacingScene),
    (MOVING, RacingScene),
    (SELLING, SellingScene),
    (OVER, Over),
):
    SCENES[_phase] = PHASES.index(_scene)

act = step


def begin(figures: Rows, rows: Rows, ways: Rows, script: Script) -> int:
    """From wherever the first table stands to its first choice."""
    return step(figures, rows, ways, BEGIN, script)


@compiled
def look(figures: Rows, rows: Rows, ways: Rows, seat: int, sheet: Numbers, mask: Numbers) -> None:
    """What a seat of the first table sees, and what it may do."""
    observe(figures[0], rows[0], seat, sheet)
    if rows[0].seat == seat:
        for action in range(figures[0].homeward + 1):
            mask[action] = ways[0].legal[action]


@compiled
def observe(figures: Figures, table: Table, seat: int, sheet: Numbers) -> None:
    """What a seat sees, on a blank sheet; field after field as in `RennfieberSheet.layout`."""
    racing = table.phase in (ROLLING, MOVING)
    at = see_standing(figures, table, seat, sheet)
    at = see_horses(figures, table, seat, sheet, at)
    at = see_lessons(figures, table, sheet, at)
    at = see_chosen(figures, table, seat, sheet, at)
    if table.phase == BIDDING:
        see_auction(figures, table, seat, sheet, at)
    at += 3 * HORSES + 4 * figures.seats + 3
    if table.phase in (CHOOSING, TRAINING):
        see_training(figures, table, seat, sheet, at)
    at += 2 * HORSES + figures.seats
    if racing or table.phase == BETTING:
        see_field(figures, table, seat, sheet, at)
    at += COLOURS * (HORSES + figures.seats + 1 + figures.slip_kinds) + figures.seats
    if racing:
        see_race(figures, table, seat, sheet, at)
    at += COLOURS * (figures.seats + COLOURS + 5)
    if racing:
        see_gallop(figures, table, sheet, at)
    at += figures.kinds * (COLOURS + 2) + 3
    if seat == table.seat:
        see_draft(figures, table, sheet, at)


@compiled
def acting(figures: Figures, table: Table) -> int:
    """Who is to choose, as a mask."""
    if table.phase == OVER:
        return 0
    if table.phase == BIDDING and figures.auction == SEALED:
        bidders = 0
        for at in range(table.bidding):
            bidders |= 1 << table.bidders[at]
        return bidders & ~table.done
    first = table.phase == CHOOSING and not table.started
    if first or table.phase in (ENTERING, BETTING, SELLING):
        return ((1 << figures.seats) - 1) & ~table.done
    return 1 << table.seat


@compiled
def see_standing(figures: Figures, table: Table, seat: int, sheet: Numbers) -> int:
    """Phase, race, who is to act, money: how many numbers these are."""
    seats, now = figures.seats, acting(figures, table)
    sheet[SCENES[table.phase]] = 1
    sheet[SCENE_SIZE + table.race] = 1
    at = SCENE_SIZE + RACES + 1
    for other in range(seats):
        place = at + (other - seat) % seats
        sheet[place] = now >> other & 1
        sheet[place + seats] = table.money[other] / MONEY
    return at + 2 * seats


@compiled
def see_horses(figures: Figures, table: Table, seat: int, sheet: Numbers, at: int) -> int:
    """Whose they are, their condition, their kept cards, and who ran in race 1."""
    seats = figures.seats
    level = at + seats * HORSES
    kept, cards, ran_first = level + HORSES, level + 2 * HORSES, level + 4 * HORSES
    for horse in range(HORSES):
        condition = figures.conditions[horse * len(LEVELS) + table.level[horse]]
        sheet[level + horse] = (condition + (condition < 1)) / (len(LEVELS) - 1)
        owner = table.owner[horse]
        if owner != NOBODY:
            sheet[at + seats * horse + (owner - seat) % seats] = 1
            sheet[ran_first + horse] = table.ran_first >> horse & 1
    for place in range(table.kept):
        horse = table.kept_by[place]
        sheet[kept + horse] += 1
        if table.owner[horse] == seat:
            second = figures.lessons[table.kept_card[place]] == KEPT_DURCHBRUCH
            sheet[cards + len(KEPT) * horse + second] += 1
    total = 0
    for kind in range(figures.lesson_kinds):
        if figures.lessons[kind] in (KEPT_KARRIERE, KEPT_DURCHBRUCH):
            total += figures.lesson_cards[kind]
    for place in range(kept, ran_first):
        if sheet[place]:
            sheet[place] /= total
    return ran_first + HORSES


@compiled
def see_lessons(figures: Figures, table: Table, sheet: Numbers, at: int) -> int:
    """Training cards: how many are left, and which lie open."""
    left = total = 0
    for kind in range(figures.lesson_kinds):
        left += table.lessons[kind]
        total += figures.lesson_cards[kind]
        if figures.lessons[kind] in (CONDITION, PAY, RECEIVE):
            sheet[at + 1 + kind] = table.lessons_done[kind] / figures.lesson_cards[kind]
    sheet[at] = left / total
    return at + 1 + figures.lesson_kinds


@compiled
def see_chosen(figures: Figures, table: Table, seat: int, sheet: Numbers, at: int) -> int:
    """Who has made a secret choice, and the horses of one's own."""
    seats = figures.seats
    if table.phase in (BIDDING, ENTERING, BETTING, SELLING):
        for other in range(seats):
            sheet[at + (other - seat) % seats] = table.done >> other & 1
    at += seats
    if table.phase in (ENTERING, SELLING) and table.done >> seat & 1:
        for horse in range(HORSES):
            sheet[at + horse] = table.chosen[seat] >> horse & 1
    return at + HORSES


@compiled
def see_auction(figures: Figures, table: Table, seat: int, sheet: Numbers, at: int) -> None:
    """The stack, who must still buy, and the lot with its offers."""
    seats = figures.seats
    for horse in range(HORSES):
        sheet[at + horse] = table.shuffled >> horse & 1
    at += HORSES
    for place in range(table.unders):
        sheet[at + table.under[place]] = (place + 1) / HORSES
    at += HORSES
    for other in range(seats):
        sheet[at + (other - seat) % seats] = table.short[other] / figures.bought
    sheet[at + seats + (table.opens - seat) % seats] = 1
    at += 2 * seats
    sheet[at] = table.unsold / HORSES
    sheet[at + 1 + table.lot] = 1
    at += 1 + HORSES
    for place in range(table.bidding):
        sheet[at + (table.bidders[place] - seat) % seats] = 1
    at += seats
    if table.holder != NOBODY:
        sheet[at + (table.holder - seat) % seats] = 1
    at += seats
    sheet[at] = table.standing / MONEY
    if table.bids[seat] != NOBODY:
        sheet[at + 1] = table.bids[seat] / MONEY


@compiled
def see_training(figures: Figures, table: Table, seat: int, sheet: Numbers, at: int) -> None:
    """Who is yet to train, who is on the track, and how far."""
    seats = figures.seats
    for horse in range(HORSES):
        sheet[at + horse] = table.waiting >> horse & 1
    for other in range(seats):
        if table.trainee[other] != NOBODY:
            sheet[at + HORSES + table.trainee[other]] = 1
            far = table.space[other] / (figures.training_spaces + 1)
            sheet[at + 2 * HORSES + (other - seat) % seats] = far


@compiled
def see_field(figures: Figures, table: Table, seat: int, sheet: Numbers, at: int) -> None:
    """Who runs, what each may stake, and what this seat has staked on whom."""
    seats = figures.seats
    rider = at + COLOURS * HORSES
    lane = rider + COLOURS * seats
    most = lane + COLOURS
    for runner in range(figures.runners):
        sheet[at + HORSES * runner + table.horses[runner]] = 1
        sheet[rider + seats * runner + (table.riders[runner] - seat) % seats] = 1
        sheet[lane + runner] = table.lanes[runner] / COLOURS
    for other in range(seats):
        sheet[most + (other - seat) % seats] = table.most[other] / MONEY
    if table.phase != BETTING or table.done >> seat & 1:
        see_slips(figures, table, seat, sheet, most + seats)


@compiled
def see_slips(figures: Figures, table: Table, seat: int, sheet: Numbers, at: int) -> None:
    """What a seat has laid: value by value, colour by colour."""
    total = stock(figures)
    for place in range(COLOURS * figures.slip_kinds):
        sheet[at + place] = table.laid[seat * LAID + place] / total


@compiled
def stock(figures: Figures) -> int:
    """How many slips a seat has."""
    total = 0
    for kind in range(figures.slip_kinds):
        total += figures.stock[kind]
    return total


@compiled
def see_race(figures: Figures, table: Table, seat: int, sheet: Numbers, at: int) -> None:
    """How many slips lie where, and the runners: where they are, in which order."""
    seats, total = figures.seats, stock(figures)
    for other in range(seats):
        place = at + COLOURS * ((other - seat) % seats)
        for colour in range(figures.runners):
            slips = 0
            for kind in range(figures.slip_kinds):
                slips += table.laid[other * LAID + kind * COLOURS + colour]
            sheet[place + colour] = slips / total
    at += seats * COLOURS
    centre = at + COLOURS * COLOURS
    crossed, home, order = centre + COLOURS, centre + 2 * COLOURS, centre + 3 * COLOURS
    for runner in range(figures.runners):
        space = table.at[runner]
        sheet[crossed + runner] = table.crossed[runner] / LAPS
        if space != HOME:
            sheet[at + COLOURS * runner + figures.lane[space]] = 1
            sheet[centre + runner] = figures.centre[space]
        sheet[order + table.order[runner]] = (runner + 1) / COLOURS
    for place in range(table.homes):
        sheet[home + table.home[place]] = (place + 1) / COLOURS
    sheet[order + COLOURS + table.runner] = 1


@compiled
def see_gallop(figures: Figures, table: Table, sheet: Numbers, at: int) -> None:
    """Gallop cards left, discarded, in force; the dice, and a further move."""
    kinds = figures.kinds
    force = at + 2 * kinds
    for kind in range(kinds):
        sheet[at + kind] = table.deck[kind] / figures.cards[kind]
        sheet[at + kinds + kind] = table.discards[kind] / figures.cards[kind]
    for runner in range(figures.runners):
        first, own = runner * GALLOP_CARDS, force + kinds * runner
        for place in range(first, first + table.forces[runner]):
            sheet[own + table.force[place]] += 1
        if table.forces[runner]:
            for kind in range(kinds):
                sheet[own + kind] /= figures.cards[kind]
    at = force + COLOURS * kinds
    if table.phase == MOVING:
        sheet[at] = table.race_die / DIE
        sheet[at + 1] = table.die / DIE
        sheet[at + 2] = table.extra / FURTHEST


@compiled
def see_draft(figures: Figures, table: Table, sheet: Numbers, at: int) -> None:
    """What the seat that is to choose has chosen so far."""
    if table.phase == BIDDING:
        sheet[at] = table.raised * RAISE / MONEY
    elif table.phase in (ENTERING, SELLING):
        for horse in range(HORSES):
            sheet[at + 1 + horse] = table.chosen[table.seat] >> horse & 1
    elif table.phase == BETTING:
        see_slips(figures, table, table.seat, sheet, at + 1 + HORSES)
    elif table.phase == MOVING and table.played != NOBODY:
        play = at + 1 + HORSES + COLOURS * figures.slip_kinds
        sheet[play + table.played] = 1
