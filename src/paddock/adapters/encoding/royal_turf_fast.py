"""The same observations, written by compiled code from the tables of `paddock.fast`."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from paddock.adapters.encoding.royal_turf import BEHIND, CARDS, PLACES, POUNDS, SIZE
from paddock.fast.chance import Script
from paddock.fast.compiler import compiled
from paddock.fast.record import Rows
from paddock.fast.royal_turf.figures import MOST_TOKENS, Figures
from paddock.fast.royal_turf.rules import advance, apply, legal
from paddock.fast.royal_turf.tables import BETTING, MOVING, NAMING, NOBODY, OVER, Table
from paddock.games.royal_turf.edition import HORSES, MOST_SPACES, SYMBOLS
from paddock.games.royal_turf.rules.payout import RACES

Numbers = NDArray[Any]
ILLEGAL = -2
PHASES = 4


@compiled
def go_on(figures: Figures, table: Table, script: Script) -> int:
    """To the next seat that has more than one action to choose from, or to the end."""
    while True:
        advance(figures, table, script)
        if table.phase == OVER:
            return NOBODY
        mask = legal(figures, table)
        if mask & (mask - 1):
            return table.seat
        action = 0
        while mask >> action & 1 == 0:
            action += 1
        apply(figures, table, action)


@compiled
def begin(figures: Rows, rows: Rows, script: Script) -> int:
    """From wherever the first table stands to its first choice."""
    return go_on(figures[0], rows[0], script)


@compiled
def act(figures: Rows, rows: Rows, action: int, script: Script) -> int:
    """An action at the first table: who is next, or that it is not allowed."""
    if not 0 <= action < SIZE or legal(figures[0], rows[0]) >> action & 1 == 0:
        return ILLEGAL
    apply(figures[0], rows[0], action)
    return go_on(figures[0], rows[0], script)


@compiled
def look(figures: Rows, rows: Rows, seat: int, sheet: Numbers, mask: Numbers) -> None:
    """What a seat of the first table sees, and what it may do."""
    observe(figures[0], rows[0], seat, sheet)
    if rows[0].seat == seat:
        mark(figures[0], rows[0], mask)


@compiled
def mark(figures: Figures, table: Table, mask: Numbers) -> None:
    """The legal actions, on a mask that is blank."""
    actions = legal(figures, table)
    for action in range(SIZE):
        mask[action] = actions >> action & 1


@compiled
def observe(figures: Figures, table: Table, seat: int, sheet: Numbers) -> None:
    """What a seat sees, on a blank sheet; field after field as in `RoyalTurfEncoding.layout`."""
    seats = figures.seats
    kinds = 0
    for kind in range(MOST_TOKENS):
        kinds += figures.stock[kind] > 0
    at = standing(table, seats, seat, sheet)
    betting = table.phase not in (NAMING, OVER)
    if betting:
        sheet[at + (table.first - seat) % seats] = 1
    at += seats
    if table.phase == NAMING:
        for other in range(seats):
            sheet[at + (other - seat) % seats] = table.among >> other & 1
    at += seats
    if betting:
        tokens(figures, table, seat, sheet[at:], kinds)
    at += kinds + 2 * HORSES * seats
    if table.phase != OVER:
        run(figures, table, sheet[at:])
    at += HORSES * (len(SYMBOLS) + 1)
    if table.phase == MOVING:
        marks(table, sheet[at:])
    at += HORSES * (PLACES + 2) + len(SYMBOLS)
    cards(table, sheet[at:])


@compiled
def standing(table: Table, seats: int, seat: int, sheet: Numbers) -> int:
    """Phase, race, who is to act, money: how many numbers these are."""
    if table.phase == NAMING:
        sheet[0] = 1
    elif table.phase == BETTING:
        sheet[1] = 1
    elif table.phase == MOVING:
        sheet[2] = 1
    else:
        sheet[3] = 1
    sheet[PHASES + table.race - 1] = 1
    at = PHASES + RACES
    if table.phase != OVER:
        sheet[at + (table.seat - seat) % seats] = 1
    at += seats
    for other in range(seats):
        sheet[at + (other - seat) % seats] = table.money[other] / POUNDS
    return at + seats


@compiled
def tokens(figures: Figures, table: Table, seat: int, sheet: Numbers, kinds: int) -> None:
    """The seat's own hand, and on which horses tokens lie, with the values that it may see."""
    seats, stock, most = figures.seats, 0, 1
    for kind in range(kinds):
        stock += figures.stock[kind]
        most = max(most, figures.kinds[kind])
        sheet[kind] = figures.stock[kind]
    for place in range(table.placed):
        owner = (table.first + place) % seats
        kind = table.staked[place]
        at = kinds + (owner - seat) % seats * HORSES + table.backed[place]
        sheet[at] = 1
        if owner == seat:
            sheet[kind] -= 1
        if owner == seat or not figures.hidden:
            sheet[at + HORSES * seats] = figures.kinds[kind] / most
    for kind in range(kinds):
        sheet[kind] /= stock


@compiled
def run(figures: Figures, table: Table, sheet: Numbers) -> None:
    """The horses' cards, and how far they have come."""
    length = figures.spaces + BEHIND + MOST_SPACES
    for horse in range(HORSES):
        for symbol in range(len(SYMBOLS)):
            due = table.due[symbol * HORSES + horse]
            sheet[len(SYMBOLS) * horse + symbol] = due / MOST_SPACES
        sheet[HORSES * len(SYMBOLS) + horse] = (table.progress[horse] + BEHIND) / length


@compiled
def marks(table: Table, sheet: Numbers) -> None:
    """Horses marked, places taken, pace, and the die."""
    for horse in range(HORSES):
        sheet[horse] = table.moved >> horse & 1
    for place in range(PLACES):
        if table.podium[place] != NOBODY:
            sheet[HORSES * (place + 1) + table.podium[place]] = 1
    if table.pace != NOBODY:
        sheet[HORSES * (PLACES + 1) + table.pace] = 1
    sheet[HORSES * (PLACES + 2) + table.rolled] = 1


@compiled
def cards(table: Table, sheet: Numbers) -> None:
    """Which cards lie shuffled, which below them in known order, which are out of the game."""
    for card in range(CARDS):
        sheet[card] = table.pile >> card & 1
        for race in range(RACES):
            if table.gone[race] >> card & 1:
                sheet[2 * CARDS + card] = 1
    for place in range(table.unders):
        sheet[CARDS + table.under[place]] = (place + 1) / CARDS
