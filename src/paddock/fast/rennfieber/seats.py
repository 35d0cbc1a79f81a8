"""What seats do in every phase, compiled: choose at the same time, and pay."""

from paddock.fast.compiler import compiled
from paddock.fast.rennfieber.figures import Figures
from paddock.fast.rennfieber.table import COUNTED, Table
from paddock.fast.sets import nth, size


@compiled
def start_choosing(table: Table) -> None:
    """Let all seats choose, one after the other, although the rules say at the same time."""
    table.done = table.seat = 0
    table.chosen[:] = 0


@compiled
def done_choosing(figures: Figures, table: Table) -> bool:
    """Go on to the next seat that has yet to choose; return whether all have chosen."""
    table.done |= 1 << table.seat
    if size(table.done) < figures.seats:
        table.seat = nth(~table.done, 0)
        return False
    table.done = 0
    return True


@compiled
def pay(table: Table, seat: int, due: int, what: int) -> None:
    """RF1.9: a player pays as much as possible; the rest is waived."""
    paid = min(due, table.money[seat])
    table.money[seat] -= paid
    table.tally[table.race * COUNTED + what] += paid
