"""What seats do in every phase, compiled: choose at the same time, and pay."""

from __future__ import annotations

from paddock.fast.compiler import compiled
from paddock.fast.rennfieber.figures import Figures
from paddock.fast.rennfieber.table import COUNTED, Table
from paddock.fast.sets import nth, size


@compiled
def ask_all(table: Table) -> None:
    """All choose at once: here, in the order of their seats."""
    table.done = table.seat = 0


@compiled
def all_done(figures: Figures, table: Table) -> bool:
    """Whoever is to choose has: then it is for the next one, or all have."""
    table.done |= 1 << table.seat
    if size(table.done) < figures.seats:
        table.seat = nth(~table.done, 0)
        return False
    table.done = 0
    return True


@compiled
def pay(table: Table, seat: int, due: int, what: int) -> None:
    """RF1.9: a player pays what he has, the rest is forgiven."""
    paid = min(due, table.money[seat])
    table.money[seat] -= paid
    table.tally[table.race * COUNTED + what] += paid
