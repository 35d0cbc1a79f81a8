"""Finding what somebody means by a number or a name."""

from __future__ import annotations

from collections.abc import Sequence


def found(typed: str, *columns: Sequence[str]) -> int | None:
    """Which one is meant, by number from 1 or else by a column: the first that has it tells."""
    numbers = [str(place + 1) for place in range(len(columns[0]))]
    wanted = typed.casefold()
    for column in (numbers, *columns):
        for place, written in enumerate(column):
            if written.casefold() == wanted:
                return place
    return None
