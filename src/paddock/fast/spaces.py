"""The occupied spaces of a table: bit space % 64 of word space // 64 of its field `taken`."""

from typing import Any

from paddock.fast.compiler import inlined


@inlined
def is_taken(table: Any, space: int) -> bool:
    return table.taken[space >> 6] >> (space & 63) & 1 != 0


@inlined
def occupy(table: Any, space: int) -> None:
    table.taken[space >> 6] |= 1 << (space & 63)


@inlined
def vacate(table: Any, space: int) -> None:
    table.taken[space >> 6] &= ~(1 << (space & 63))
