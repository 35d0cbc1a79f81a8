"""The names in `--seats`, and the letters that mark tokens."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paddock.kernel.log import Seat
from paddock.terminal.seating import LONGEST, marks, seated
from tests.terminal.refused import refused

BOTS = ("random", "punter")


def test_policies_are_bots_and_the_rest_are_people() -> None:
    """Bots get names from a list, with other initials than people as far as possible."""
    assert seated("you,punter, Bea ,Random", BOTS) == (
        Seat("You"),
        Seat("Ascot", "punter"),
        Seat("Bea"),
        Seat("Cravat", "random"),
    )


def test_a_bot_of_another_game_is_not_taken_for_a_person() -> None:
    """The refusal lists the game's own bots."""
    with refused("The bot plunger does not play this game. These do: random, punter."):
        seated("you,Plunger", BOTS, elsewhere={"plunger"})


def test_names_are_made_distinct() -> None:
    """Case does not count, and long names are shortened for the number."""
    names = [seat.name for seat in seated("anna,Anna," + "x" * 20 + "," + "x" * 20, BOTS)]
    assert names == ["anna", "Anna 2", "x" * 20, "x" * 18 + " 2"]


@pytest.mark.parametrize("spec", ["", "a,", "a\x1b[2J,b", "a\nb,c", "a\u202eb,c", "x" * 21 + ",b"])
def test_a_name_is_printable_and_short(spec: str) -> None:
    """It has nothing that could move a cursor or push a line off the screen."""
    with refused():
        seated(spec, BOTS)


@given(st.lists(st.text("abcdxyzé漢 ", min_size=1, max_size=LONGEST), min_size=2, max_size=6))
def test_every_seat_has_a_letter_of_its_own(names: list[str]) -> None:
    """Each gets one capital letter, the initial if it is free."""
    distinct = list(dict.fromkeys(names))
    found = marks(distinct)
    assert len(set(found)) == len(distinct)
    assert all(len(mark) == 1 and mark.isascii() and mark.isupper() for mark in found)
    assert marks(("Anna", "Boris", "Albert")) == ("A", "B", "L")
