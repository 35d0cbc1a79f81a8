"""Options: named choices, resolved once. Choices that do not go together are refused."""

import pytest

from paddock.games.royal_turf.ruleset import OPTIONS
from paddock.kernel.game import Unplayable
from tests.royal_turf.table import game


def codes(**options: str) -> list[str]:
    with pytest.raises(Unplayable) as refused:
        game(3, **options)
    return [reason.code for reason in refused.value.reasons]


def test_the_first_choice_is_the_default() -> None:
    """A table made without options has the defaults, and names them."""
    assert game().options == {
        "duplicates": "aside",
        "cards": "used_up",
        "first_player": "random",
        "pace_pays": "always",
        "final_race": "double",
        "hidden_bets": "off",
    }
    assert game(hidden_bets="on").options["hidden_rounds"] == "four"


def test_every_choice_can_be_made() -> None:
    """By its name. The rules have it in the option's field."""
    for name, option in OPTIONS.items():
        hidden = {"hidden_bets": "on"} if name == "hidden_rounds" else {}
        for choice in option:
            rules = game(3, **{name: choice.value}, **hidden).rules
            assert getattr(rules, name) is choice


def test_unknown_names_are_refused_all_at_once() -> None:
    """Each unknown name has its own reason."""
    assert codes(duplicates="burned", colour="red") == ["unknown_choice", "unknown_option"]


def test_a_refusal_is_a_sentence() -> None:
    """It names what was asked for and what there is."""
    with pytest.raises(Unplayable, match=r"^cards cannot be eaten\. It can be: used_up, "):
        game(3, cards="eaten")


@pytest.mark.rule("RT6.2")
@pytest.mark.parametrize("options", [{}, {"hidden_bets": "off"}])
def test_hidden_rounds_need_hidden_bets(options: dict[str, str]) -> None:
    """With open bets there are always three rounds, so the choice is refused."""
    assert codes(hidden_rounds="three", **options) == ["incompatible"]
    assert codes(hidden_rounds="four", **options) == ["incompatible"]
