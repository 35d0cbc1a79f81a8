"""`--seats` as names, and the letters that mark tokens."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paddock.kernel.log import Seat
from paddock.terminal.seating import LONGEST, marks, seated
from tests.terminal.refused import refused

BOTS = ("random", "punter")


def test_policies_are_bots_and_the_rest_are_people() -> None:
    """Bots get names of regulars, none with a person's letter."""
    assert seated("you,punter, Bea ,Random", BOTS) == (
        Seat("You"),
        Seat("Ascot", "punter"),
        Seat("Bea"),
        Seat("Cravat", "random"),
    )


def test_a_bot_of_another_game_is_not_taken_for_a_person() -> None:
    """Whoever asks for one is told which bots there are."""
    with refused("The plunger does not play this game. Its bots: random, punter."):
        seated("you,Plunger", BOTS, elsewhere={"plunger"})


def test_names_are_made_distinct() -> None:
    """Whatever their case, and however long."""
    names = [seat.name for seat in seated("anna,Anna," + "x" * 20 + "," + "x" * 20, BOTS)]
    assert names == ["anna", "Anna 2", "x" * 20, "x" * 18 + " 2"]


@pytest.mark.parametrize("spec", ["", "a,", "a\x1b[2J,b", "a\nb,c", "a\u202eb,c", "x" * 21 + ",b"])
def test_a_name_is_printable_and_short(spec: str) -> None:
    """Nothing that could move a cursor or push a line off the screen."""
    with refused():
        seated(spec, BOTS)


@given(st.lists(st.text("abcdxyzé漢 ", min_size=1, max_size=LONGEST), min_size=2, max_size=6))
def test_every_seat_has_a_letter_of_its_own(names: list[str]) -> None:
    """One capital each, the initial wherever it is free."""
    distinct = list(dict.fromkeys(names))
    found = marks(distinct)
    assert len(set(found)) == len(distinct)
    assert all(len(mark) == 1 and mark.isascii() and mark.isupper() for mark in found)
    assert marks(("Anna", "Boris", "Albert")) == ("A", "B", "L")
