"""Any two choices meet at one of a few tables, which are always the same."""

from itertools import combinations

import pytest

from paddock.games.rennfieber.ruleset import OPTIONS
from tests.pairwise import pairwise

RENNFIEBER = {name: tuple(option.by_name()) for name, option in OPTIONS.items()}


@pytest.mark.parametrize(
    ("choices", "most"),
    [
        ({"weather": ("sun", "rain")}, 2),
        ({"weather": ("sun", "rain"), "going": ("soft", "firm", "heavy")}, 6),
        (dict.fromkeys("abcd", "xyz"), 15),
        (RENNFIEBER, 12),
        ({"seats": range(2, 7)} | RENNFIEBER, 18),
    ],
)
def test_any_two_choices_meet(choices: dict[str, tuple[str, ...]], most: int) -> None:
    """Every pair is there, at few more tables than necessary."""
    rows = pairwise(choices)
    assert len(rows) <= most
    for one, other in combinations(choices, 2):
        for first in choices[one]:
            for second in choices[other]:
                assert any((row[one], row[other]) == (first, second) for row in rows)


def test_the_ends_are_all_first_and_all_last() -> None:
    """The first table is the usual one, the last differs most from it, and none comes twice."""
    rows = pairwise(RENNFIEBER)
    assert list(rows[0].values()) == [of[0] for of in RENNFIEBER.values()]
    assert list(rows[-1].values()) == [of[-1] for of in RENNFIEBER.values()]
    assert all(rows.count(row) == 1 for row in rows)
    assert all(list(row) == list(RENNFIEBER) for row in rows)


def test_choices_are_not_favoured() -> None:
    """Where a pair leaves a choice open, the rarest one is taken."""
    rows = pairwise(RENNFIEBER)
    for name, of in RENNFIEBER.items():
        counts = [sum(row[name] == choice for row in rows) for choice in of]
        assert max(counts) <= 2 * min(counts), name
