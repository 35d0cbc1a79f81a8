"""The occupied spaces of a table: bit space % 64 of word space // 64 of its field `taken`."""

from typing import Protocol

from paddock.fast.compiler import inlined
from paddock.fast.layout import Numbers


class Occupied(Protocol):
    taken: Numbers


@inlined
def is_taken(table: Occupied, space: int) -> bool:
    return table.taken[space >> 6] >> (space & 63) & 1 != 0


@inlined
def occupy(table: Occupied, space: int) -> None:
    table.taken[space >> 6] |= 1 << (space & 63)


@inlined
def vacate(table: Occupied, space: int) -> None:
    table.taken[space >> 6] &= ~(1 << (space & 63))
