"""Options: enumerations that are fields of a ruleset."""

import pytest
from msgspec import Struct

from paddock.kernel.game import Unplayable
from paddock.kernel.options import Option, choose, options_of
from paddock.kernel.text import say


class Going(Option, rule="RX1.2", about=say("The ground")):
    GOOD = "good", say("is good.")
    SOFT = "soft", say("is soft.")
    HEAVY = "heavy", say("is heavy.")


class Weights(Option, rule="RX1.3", about=say("The horses carry")):
    LEVEL = "level", say("the same weight.")
    HANDICAP = "handicap", say("more weight, the better they are.")


class Ruleset(Struct):
    seats: int
    going: Going
    weights: Weights


OPTIONS = options_of(Ruleset)
SEATS = range(2, 5)


def test_options_are_fields_of_the_ruleset() -> None:
    """Options have the names and the order of the fields; other fields are not options."""
    assert list(OPTIONS.items()) == [("going", Going), ("weights", Weights)]


def test_a_choice_knows_its_place_and_its_sentence() -> None:
    """Compiled engines store the ordinal; people read the sentence that the option begins."""
    assert [choice.ordinal for choice in Going] == [0, 1, 2]
    assert [choice.ordinal for choice in Weights] == [0, 1]
    assert (Going.rule, Going.about, Going.SOFT.text) == (
        "RX1.2",
        say("The ground"),
        say("is soft."),
    )


def test_choices_are_named_in_logs_and_members_in_rules() -> None:
    """An option that is not chosen has its first choice."""
    assert list(Going.by_name().items()) == [
        ("good", Going.GOOD),
        ("soft", Going.SOFT),
        ("heavy", Going.HEAVY),
    ]
    chosen = choose("Point to Point", OPTIONS, SEATS, 3, {"going": "heavy"})
    assert chosen == {"going": Going.HEAVY, "weights": Weights.LEVEL}


def test_all_that_there_is_not_is_refused_at_once() -> None:
    """All wrong seats, options and choices are reported at once; member names are not choices."""
    with pytest.raises(Unplayable) as refused:
        choose("Point to Point", OPTIONS, SEATS, 9, {"going": "SOFT", "fences": "high"})
    codes = [reason.code for reason in refused.value.reasons]
    assert codes == ["seats", "unknown_choice", "unknown_option"]
