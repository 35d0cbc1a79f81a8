"""Royal Turf on the fast engine, choice by choice, with the observations of `Encoding`."""

from typing import Any

from numpy.typing import NDArray

from paddock.adapters.layout import Offsets
from paddock.adapters.royal_turf import encoding
from paddock.adapters.royal_turf.encoding import BEHIND, CARDS, POUNDS
from paddock.fast.chance import Script
from paddock.fast.compiler import compiled
from paddock.fast.layout import Rows
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

__all__ = ["ILLEGAL", "NOBODY", "act", "arrays", "begin", "observe", "state"]

Numbers = NDArray[Any]
ILLEGAL = -2


def arrays(game: RoyalTurf) -> tuple[Rows, Rows]:
    return Tables.new(game, range(1))


def state(_game: RoyalTurf, figures: Rows, rows: Rows) -> State:
    return Tables(figures, rows).state(0)


@compiled
def next_choice(figures: Figures, table: Table, script: Script) -> int:
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
    """Play on to the first choice."""
    return next_choice(figures[0], rows[0], script)


@compiled
def act(figures: Rows, rows: Rows, action: int, script: Script) -> int:
    """Take an action; returns the next seat, NOBODY or ILLEGAL."""
    if not 0 <= action < ACTIONS or legal(figures[0], rows[0]) >> action & 1 == 0:
        return ILLEGAL
    apply(figures[0], rows[0], action)
    return next_choice(figures[0], rows[0], script)


@compiled
def observe(
    figures: Rows, rows: Rows, seat: int, offsets: Rows, buffer: Numbers, mask: Numbers
) -> None:
    """Write what a seat sees, and what it may do."""
    write_observation(figures[0], rows[0], seat, offsets[0], buffer)
    if rows[0].seat == seat:
        mark_legal(figures[0], rows[0], mask)


@compiled
def mark_legal(figures: Figures, table: Table, mask: Numbers) -> None:
    """Mark the legal actions on a blank mask."""
    actions = legal(figures, table)
    for action in range(ACTIONS):
        mask[action] = actions >> action & 1


@compiled
def write_observation(
    figures: Figures, table: Table, seat: int, at: Offsets, buffer: Numbers
) -> None:
    """Write what a seat sees into a blank buffer."""
    write_standing(table, figures.seats, seat, at, buffer)
    if table.phase == NAMING:
        for other in range(figures.seats):
            buffer[at.among + (other - seat) % figures.seats] = table.among >> other & 1
    elif table.phase != OVER:
        buffer[at.first + (table.first - seat) % figures.seats] = 1
        write_tokens(figures, table, seat, at, buffer)
    if table.phase != OVER:
        write_horses(figures, table, at, buffer)
    if table.phase == MOVING:
        write_race(table, at, buffer)
    write_cards(table, at, buffer)


@compiled
def write_standing(table: Table, seats: int, seat: int, at: Offsets, buffer: Numbers) -> None:
    """Phase, race, the seat to act, money."""
    if table.phase == NAMING:
        buffer[at.phase + encoding.NAMING] = 1
    elif table.phase == BETTING:
        buffer[at.phase + encoding.BETTING] = 1
    elif table.phase == MOVING:
        buffer[at.phase + encoding.RACING] = 1
    else:
        buffer[at.phase + encoding.OVER] = 1
    buffer[at.race + table.race - 1] = 1
    if table.phase != OVER:
        buffer[at.to_act + (table.seat - seat) % seats] = 1
    for other in range(seats):
        buffer[at.money + (other - seat) % seats] = table.money[other] / POUNDS


@compiled
def write_tokens(figures: Figures, table: Table, seat: int, at: Offsets, buffer: Numbers) -> None:
    """The seat's hand, the tokens on each horse, and the values that the seat may see."""
    seats, stock, most = figures.seats, 0, 1
    for kind in range(MOST_TOKENS):
        if figures.token_counts[kind]:
            stock += figures.token_counts[kind]
            most = max(most, figures.token_values[kind])
            buffer[at.hand + kind] = figures.token_counts[kind]
    for number in range(table.n_bets):
        owner = (table.first + number) % seats
        kind = table.bet_kinds[number]
        place = (owner - seat) % seats * HORSES + table.bet_horses[number]
        buffer[at.lies + place] = 1
        if owner == seat:
            buffer[at.hand + kind] -= 1
        if owner == seat or not figures.hidden:
            buffer[at.value + place] = figures.token_values[kind] / most
    for kind in range(at.hand, at.lies):
        buffer[kind] /= stock


@compiled
def write_horses(figures: Figures, table: Table, at: Offsets, buffer: Numbers) -> None:
    """The horses' cards and progress."""
    length = figures.spaces + BEHIND + MOST_SPACES
    for horse in range(HORSES):
        for symbol in range(len(SYMBOLS)):
            due = table.card_moves[symbol * HORSES + horse]
            buffer[at.moves + len(SYMBOLS) * horse + symbol] = due / MOST_SPACES
        buffer[at.progress + horse] = (table.progress[horse] + BEHIND) / length


@compiled
def write_race(table: Table, at: Offsets, buffer: Numbers) -> None:
    """Which horses have moved, places taken, the pace, and the die."""
    for horse in range(HORSES):
        buffer[at.moved + horse] = table.moved >> horse & 1
    for place in range(PODIUM):
        if table.podium[place] != NOBODY:
            buffer[at.places + HORSES * place + table.podium[place]] = 1
    if table.pace != NOBODY:
        buffer[at.pace + table.pace] = 1
    buffer[at.rolled + table.rolled] = 1


@compiled
def write_cards(table: Table, at: Offsets, buffer: Numbers) -> None:
    """Cards that are shuffled, below them in known order, or out of the game."""
    for card in range(CARDS):
        buffer[at.pile + card] = table.pile >> card & 1
        for race in range(RACES):
            if table.gone[race] >> card & 1:
                buffer[at.gone + card] = 1
    for place in range(table.n_under):
        buffer[at.under + table.under[place]] = (place + 1) / CARDS
