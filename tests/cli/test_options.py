"""`paddock options`, and errors about options."""

import re

import pytest

from paddock.games import GAMES
from paddock.kernel.text import english
from tests.command import paddock, refused


@pytest.mark.parametrize("game", GAMES)
def test_every_choice_is_explained_in_a_sentence(game: str) -> None:
    """Each has one line, the default with a star and the number of its rule."""
    result = paddock("options", game)
    assert result.exit_code == 0
    lines = [line.rstrip() for line in result.output.splitlines()]
    for name, option in GAMES[game].option_types.items():
        for choice in option:
            sentence = f"{english(option.about)} {english(choice.text)}"
            (line,) = [line for line in lines if line.endswith(sentence)]
            assert re.search(rf"\b{choice.value}( \*)? ", line)
            default = choice is next(iter(option))
            assert (f"{choice.value} *" in line) == default
            assert (
                re.match(rf"{re.escape(option.rule)} +{name} ", line) if default else line[0] == " "
            )


@pytest.mark.parametrize("game", [game for game, kind in GAMES.items() if kind.option_types])
def test_the_example_at_the_end_is_valid(game: str) -> None:
    """It can be typed exactly as printed."""
    words = paddock("options", game).output.splitlines()[-1].partition("paddock play ")[2].split()
    assert words[:2] == [game, "--option"]
    name, _, choice = words[2].partition("=")
    assert choice in GAMES[game].option_types[name].by_name()


def test_an_unknown_game_is_refused() -> None:
    """The error lists the games."""
    assert "royal-turf, rennfieber" in refused("options", "chess")


@pytest.mark.parametrize("command", ["play", "simulate"])
def test_help_says_where_the_options_are_listed(command: str) -> None:
    """It also says which game has hidden bets."""
    told = " ".join(paddock(command, "--help").output.split())
    assert "paddock options GAME" in told
    assert "Royal Turf: bet with tokens face down" in told


def test_hidden_bets_belong_to_royal_turf() -> None:
    """Rennfieber refuses them and names the list of its own options."""
    told = refused("simulate", "rennfieber", "--hidden-bets")
    for words in ("no option hidden_bets", "belongs to royal-turf", "paddock options rennfieber"):
        assert words in told


def test_an_unknown_choice_leads_to_the_list() -> None:
    """An error about the number of players does not."""
    told = refused("simulate", "rennfieber", "--option", "auction=dutch")
    assert "auction cannot be dutch" in told and "paddock options rennfieber" in told
    told = refused("simulate", "rennfieber", "--option", "auction=sealed", "--players", "7")
    assert "2 to 6 players" in told and "paddock options" not in told
