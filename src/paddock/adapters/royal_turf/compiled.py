"""Royal Turf on the fast engine, choice by choice, with the observations of `Encoding`."""

from typing import Any

from numpy.typing import NDArray

from paddock.adapters.layout import Places
from paddock.adapters.royal_turf import encoding
from paddock.adapters.royal_turf.encoding import BEHIND, CARDS, POUNDS
from paddock.fast.chance import Script
from paddock.fast.compiler import compiled
from paddock.fast.record import Rows
from paddock.fast.royal_turf.figures import Figures
from paddock.fast.royal_turf.rules import advance, apply, legal
from paddock.fast.royal_turf.tables import BETTING, MOVING, NAMING, NOBODY, OVER, Table, Tables
from paddock.fast.sets import nth
from paddock.games.royal_turf import RoyalTurf
from paddock.games.royal_turf.actions import ACTIONS, MOST_TOKENS
from paddock.games.royal_turf.edition import HORSES, MOST_SPACES, SYMBOLS
from paddock.games.royal_turf.rules.payout import RACES
from paddock.games.royal_turf.rules.race import PODIUM
from paddock.games.royal_turf.state import State

__all__ = ["ILLEGAL", "NOBODY", "act", "arrays", "begin", "look", "state"]

Numbers = NDArray[Any]
ILLEGAL = -2


def arrays(game: RoyalTurf) -> tuple[Rows, Rows]:
    return Tables.new(game, range(1))


def state(_game: RoyalTurf, figures: Rows, rows: Rows) -> State:
    return Tables(figures, rows).state(0)


@compiled
def go_on(figures: Figures, table: Table, script: Script) -> int:
    """Play on to the next seat that has a choice, or to the end."""
    while True:
        advance(figures, table, script)
        if table.phase == OVER:
            return NOBODY
        mask = legal(figures, table)
        if mask & (mask - 1):
            return table.seat
        apply(figures, table, nth(mask, 0))


@compiled
def begin(figures: Rows, rows: Rows, script: Script) -> int:
    """Play the first table on to its first choice."""
    return go_on(figures[0], rows[0], script)


@compiled
def act(figures: Rows, rows: Rows, action: int, script: Script) -> int:
    """Take an action at the first table; returns the next seat, NOBODY or ILLEGAL."""
    if not 0 <= action < ACTIONS or legal(figures[0], rows[0]) >> action & 1 == 0:
        return ILLEGAL
    apply(figures[0], rows[0], action)
    return go_on(figures[0], rows[0], script)


@compiled
def look(figures: Rows, rows: Rows, seat: int, places: Rows, sheet: Numbers, mask: Numbers) -> None:
    """What a seat of the first table sees, and what it may do."""
    observe(figures[0], rows[0], seat, places[0], sheet)
    if rows[0].seat == seat:
        mark(figures[0], rows[0], mask)


@compiled
def mark(figures: Figures, table: Table, mask: Numbers) -> None:
    """Mark the legal actions on a blank mask."""
    actions = legal(figures, table)
    for action in range(ACTIONS):
        mask[action] = actions >> action & 1


@compiled
def observe(figures: Figures, table: Table, seat: int, at: Places, sheet: Numbers) -> None:
    """Write what a seat sees on a blank sheet."""
    standing(table, figures.seats, seat, at, sheet)
    if table.phase == NAMING:
        for other in range(figures.seats):
            sheet[at.among + (other - seat) % figures.seats] = table.among >> other & 1
    elif table.phase != OVER:
        sheet[at.first + (table.first - seat) % figures.seats] = 1
        tokens(figures, table, seat, at, sheet)
    if table.phase != OVER:
        run(figures, table, at, sheet)
    if table.phase == MOVING:
        marks(table, at, sheet)
    cards(table, at, sheet)


@compiled
def standing(table: Table, seats: int, seat: int, at: Places, sheet: Numbers) -> None:
    """Phase, race, the seat to act, money."""
    if table.phase == NAMING:
        sheet[at.phase + encoding.NAMING] = 1
    elif table.phase == BETTING:
        sheet[at.phase + encoding.BETTING] = 1
    elif table.phase == MOVING:
        sheet[at.phase + encoding.RACING] = 1
    else:
        sheet[at.phase + encoding.OVER] = 1
    sheet[at.race + table.race - 1] = 1
    if table.phase != OVER:
        sheet[at.to_act + (table.seat - seat) % seats] = 1
    for other in range(seats):
        sheet[at.money + (other - seat) % seats] = table.money[other] / POUNDS


@compiled
def tokens(figures: Figures, table: Table, seat: int, at: Places, sheet: Numbers) -> None:
    """The seat's hand, the tokens on each horse, and the values that the seat may see."""
    seats, stock, most = figures.seats, 0, 1
    for kind in range(MOST_TOKENS):
        if figures.stock[kind]:
            stock += figures.stock[kind]
            most = max(most, figures.kinds[kind])
            sheet[at.hand + kind] = figures.stock[kind]
    for number in range(table.placed):
        owner = (table.first + number) % seats
        kind = table.staked[number]
        place = (owner - seat) % seats * HORSES + table.backed[number]
        sheet[at.lies + place] = 1
        if owner == seat:
            sheet[at.hand + kind] -= 1
        if owner == seat or not figures.hidden:
            sheet[at.value + place] = figures.kinds[kind] / most
    for kind in range(at.hand, at.lies):
        sheet[kind] /= stock


@compiled
def run(figures: Figures, table: Table, at: Places, sheet: Numbers) -> None:
    """The horses' cards and progress."""
    length = figures.spaces + BEHIND + MOST_SPACES
    for horse in range(HORSES):
        for symbol in range(len(SYMBOLS)):
            due = table.due[symbol * HORSES + horse]
            sheet[at.moves + len(SYMBOLS) * horse + symbol] = due / MOST_SPACES
        sheet[at.progress + horse] = (table.progress[horse] + BEHIND) / length


@compiled
def marks(table: Table, at: Places, sheet: Numbers) -> None:
    """Which horses have moved, places taken, the pace, and the die."""
    for horse in range(HORSES):
        sheet[at.moved + horse] = table.moved >> horse & 1
    for place in range(PODIUM):
        if table.podium[place] != NOBODY:
            sheet[at.places + HORSES * place + table.podium[place]] = 1
    if table.pace != NOBODY:
        sheet[at.pace + table.pace] = 1
    sheet[at.rolled + table.rolled] = 1


@compiled
def cards(table: Table, at: Places, sheet: Numbers) -> None:
    """Cards that are shuffled, below them in known order, or out of the game."""
    for card in range(CARDS):
        sheet[at.pile + card] = table.pile >> card & 1
        for race in range(RACES):
            if table.gone[race] >> card & 1:
                sheet[at.gone + card] = 1
    for place in range(table.unders):
        sheet[at.under + table.under[place]] = (place + 1) / CARDS
