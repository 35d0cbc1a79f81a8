"""A few tables instead of all: any two choices of different options meet at one of them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations, product
from typing import Any

Choices = Mapping[str, Sequence[Any]]
Row = Mapping[str, Any]
Pair = frozenset[tuple[str, Any]]


def pairwise(choices: Choices) -> list[Row]:
    """The first row has all first choices, the last one all last choices, and the rows between have
    the missing pairs. The same choices always give the same rows."""
    first, last = ({name: of[at] for name, of in choices.items()} for at in (0, -1))
    rows: list[Row] = [first, last]
    while missing := all_pairs(choices) - pairs_of(*rows):
        chosen = Counter(item for row in rows for item in row.items())
        begun = [dict(pair) for pair in sorted(missing, key=sorted)]
        filled = [_filled(choices, row, missing, chosen) for row in begun]
        rows.insert(-1, max(filled, key=lambda row: len(pairs_of(row) & missing)))
    return rows


def all_pairs(choices: Choices) -> set[Pair]:
    items = [[(name, choice) for choice in of] for name, of in choices.items()]
    return {frozenset(pair) for some in combinations(items, 2) for pair in product(*some)}


def pairs_of(*rows: Row) -> set[Pair]:
    return {frozenset(pair) for row in rows for pair in combinations(row.items(), 2)}


def _filled(
    choices: Choices, row: dict[str, Any], missing: set[Pair], chosen: Counter[tuple[str, Any]]
) -> dict[str, Any]:
    """Complete a row: for each option the choice in the most missing pairs, else the rarest one."""

    def gain(item: tuple[str, Any]) -> tuple[int, int]:
        return sum(frozenset((item, other)) in missing for other in row.items()), -chosen[item]

    for name, of in choices.items():
        if name not in row:
            row[name] = max(((name, choice) for choice in of), key=gain)[1]
    return {name: row[name] for name in choices}
