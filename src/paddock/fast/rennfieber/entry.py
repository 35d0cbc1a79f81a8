"""RF4, compiled: who runs, and from which lane."""

import numpy as np
from numpy.typing import NDArray

from paddock.fast.chance import Script, chance
from paddock.fast.compiler import compiled
from paddock.fast.rennfieber import phases
from paddock.fast.rennfieber.figures import MALUS, UNLIMITED, Figures
from paddock.fast.rennfieber.seats import done_choosing, start_choosing
from paddock.fast.rennfieber.table import LAID, NOBODY, Table
from paddock.games.rennfieber.edition import COLOURS, HORSES, LEVELS
from paddock.games.rennfieber.rules.entry import DIE, SECOND

LONE_ZERO_KEY = MALUS - 1  # sorts before every condition


@compiled
def open_entry(table: Table) -> None:
    table.race += 1
    table.phase = phases.ENTERING
    start_choosing(table)


@compiled
def owned(table: Table, seat: int) -> int:
    horses = 0
    for horse in range(HORSES):
        horses |= (table.owner[horse] == seat) << horse
    return horses


@compiled
def eligible(table: Table, seat: int) -> int:
    """RF4.1, RF9.4: race 2 excludes every horse that ran in race 1."""
    horses = owned(table, seat)
    return horses & ~table.ran_first if table.race == SECOND else horses


@compiled
def enter(figures: Figures, table: Table) -> None:
    """RF4.1: confirm the seat's runners; after the last seat, the lanes are due."""
    if not done_choosing(figures, table):
        return
    runner = 0
    for seat in range(figures.seats):
        for horse in range(HORSES):
            if table.chosen[seat] >> horse & 1:
                table.horses[runner], table.riders[runner] = horse, seat
                table.levels[runner] = table.level[horse]
                runner += 1
        table.stake_limit[seat] = stake_limit(figures, table, seat)
        table.laid[seat * LAID : (seat + 1) * LAID] = 0
        if table.race == 1:
            table.ran_first |= table.chosen[seat]
    table.phase = phases.DRAWING


@compiled
def stake_limit(figures: Figures, table: Table, seat: int) -> int:
    """RF5.4."""
    if figures.stakes == UNLIMITED:
        return figures.slips_total
    return max(table.money[seat] - figures.fees[table.race - 1], 0)


@compiled
def draw_lanes(figures: Figures, table: Table, script: Script) -> None:
    """RF4.2, RF4.3: the worst condition inside; a lone card with a 0 goes to lane 1.

    Tied runners roll, the lower number goes inside; those still tied roll again.
    """
    field, keys = np.arange(COLOURS), np.zeros(COLOURS, np.int64)
    ends = np.zeros(COLOURS, np.int64)
    lone = lone_zero(figures, table)
    for runner in range(figures.runners):
        place = table.horses[runner] * len(LEVELS) + table.levels[runner]
        keys[runner] = LONE_ZERO_KEY if runner == lone else figures.conditions[place]
    sort_and_group(field, keys, ends, 0, figures.runners)
    first = 0
    while first < figures.runners:
        last = ends[first]
        if last > first + 1:
            for at in range(first, last):
                keys[field[at]] = chance(table, script, DIE)
            sort_and_group(field, keys, ends, first, last)
        if ends[first] == first + 1:
            table.lanes[field[first]] = first + 1
            first += 1
    table.phase = phases.BETTING
    start_choosing(table)


@compiled
def lone_zero(figures: Figures, table: Table) -> int:
    """RF4.3: in races 2 and 3, the only runner whose card prints a level 0."""
    lone, zeros = NOBODY, 0
    for runner in range(figures.runners):
        if figures.prints_zero[table.horses[runner]]:
            lone = runner
            zeros += 1
    return lone if table.race >= SECOND and zeros == 1 else NOBODY


@compiled
def sort_and_group(
    field: NDArray[np.int64],
    keys: NDArray[np.int64],
    ends: NDArray[np.int64],
    first: int,
    last: int,
) -> None:
    """Sort the field from `first` to `last` by key; `ends` says where each group of equals ends."""
    for at in range(first + 1, last):
        runner, to = field[at], at
        while to > first and keys[field[to - 1]] > keys[runner]:
            field[to] = field[to - 1]
            to -= 1
        field[to] = runner
    group = first
    for at in range(first, last):
        if keys[field[at]] != keys[field[group]]:
            group = at
        ends[group] = at + 1
