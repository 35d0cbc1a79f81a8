"""`paddock options`, and what is said of an option that a game does not have."""

from __future__ import annotations

import re
from gettext import NullTranslations

import pytest

from paddock.games import GAMES
from paddock.kernel.text import put
from tests.command import paddock, refused


@pytest.mark.parametrize("game", GAMES)
def test_every_choice_is_explained_in_a_sentence(game: str) -> None:
    """One line each, the default with a star; the number of the rule leads to the page."""
    result = paddock("options", game)
    assert result.exit_code == 0
    lines = [line.rstrip() for line in result.output.splitlines()]
    language = NullTranslations()
    for name, option in GAMES[game].choices.items():
        for choice in option:
            sentence = f"{put(option.about, language)} {put(choice.text, language)}"
            (line,) = [line for line in lines if line.endswith(sentence)]
            assert re.search(rf"\b{choice.value}( \*)? ", line)
            default = choice is next(iter(option))
            assert (f"{choice.value} *" in line) == default
            assert (
                re.match(rf"{re.escape(option.rule)} +{name} ", line) if default else line[0] == " "
            )


@pytest.mark.parametrize("game", [game for game, kind in GAMES.items() if kind.choices])
def test_the_example_at_the_end_is_a_proper_choice(game: str) -> None:
    """What it says can be typed as it stands."""
    words = paddock("options", game).output.splitlines()[-1].partition("paddock play ")[2].split()
    assert words[:2] == [game, "--option"]
    name, _, choice = words[2].partition("=")
    assert choice in GAMES[game].choices[name].by_name()


def test_a_game_that_is_not_there_is_told_so() -> None:
    """With those that are."""
    assert "royal-turf, rennfieber" in refused("options", "chess")


@pytest.mark.parametrize("command", ["play", "simulate"])
def test_help_says_where_the_options_are_listed(command: str) -> None:
    """And whose the hidden bets are."""
    told = " ".join(paddock(command, "--help").output.split())
    assert "paddock options GAME" in told
    assert "Royal Turf: tokens lie face down" in told


def test_hidden_bets_belong_to_royal_turf() -> None:
    """Refused with Rennfieber, with what it has instead."""
    told = refused("simulate", "rennfieber", "--hidden-bets")
    for words in ("no option hidden_bets", "belongs to royal-turf", "paddock options rennfieber"):
        assert words in told


def test_an_unknown_choice_leads_to_the_list() -> None:
    """A wrong number of players does not."""
    told = refused("simulate", "rennfieber", "--option", "auction=dutch")
    assert "auction cannot be dutch" in told and "paddock options rennfieber" in told
    told = refused("simulate", "rennfieber", "--option", "auction=sealed", "--players", "7")
    assert "2 to 6 players" in told and "paddock options" not in told
