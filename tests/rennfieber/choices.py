"""The tables of Rennfieber that tests play at: a few where any two choices meet, or all."""

from collections.abc import Mapping, Sequence
from itertools import product
from random import Random

from paddock.games.rennfieber.ruleset import OPTIONS, SEATS
from tests.pairwise import pairwise

Options = Mapping[str, str]
Table = tuple[int, Options]

CHOICES = {name: tuple(option.by_name()) for name, option in OPTIONS.items()}
SOME_OPTIONS: Sequence[Options] = pairwise(CHOICES)
ALL_OPTIONS: Sequence[Options] = [
    dict(zip(CHOICES, chosen, strict=True)) for chosen in product(*CHOICES.values())
]
SOME_TABLES: Sequence[Table] = [
    (row["seats"], {name: row[name] for name in CHOICES})
    for row in pairwise({"seats": SEATS, **CHOICES})
]


def tables(*, long: bool) -> Sequence[Table]:
    """Seats and options: tables with every pair of choices, or all tables in random order."""
    every = [*product(SEATS, ALL_OPTIONS)]
    return Random(0).sample(every, len(every)) if long else SOME_TABLES
