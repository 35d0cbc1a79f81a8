"""The game of a log: the header names every option, or its schema implies the choice."""

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from paddock.games import GAMES, game_of
from paddock.kernel.log import SCHEMA, Header, Numbered, Seat, UnreadableLog

NOTHING: Mapping[str, str] = {}
NAMES = ["royal-turf", "rennfieber"]


def header(name: str, options: Mapping[str, str] = NOTHING, schema: int = SCHEMA) -> Header:
    """The header of a table of three that names only these options."""
    kind = GAMES[name]
    made = Header.of(kind.make(3, {}, kind.standard()), [Seat("Anna")] * 3, Numbered(1))
    return replace(made, schema=schema, options=dict(options))


@pytest.mark.parametrize("name", NAMES)
def test_a_header_of_schema_1_means_what_was_played_then(name: str) -> None:
    """A header of schema 1 without options means the choices of that time, not today's defaults."""
    until = dict(GAMES[name].implied_options[1])
    until.pop("hidden_rounds", None)  # it goes with hidden bets
    assert game_of(header(name, schema=1)).options == until


def test_what_goes_with_a_choice_is_known_too() -> None:
    """A header that names hidden bets also implies their number of rounds."""
    game = game_of(header("royal-turf", {"hidden_bets": "on", "pace_pays": "if_placed"}, 1))
    assert game.options["hidden_rounds"] == GAMES["royal-turf"].implied_options[1]["hidden_rounds"]
    assert game.options["pace_pays"] == "if_placed"


def test_a_changed_default_changes_no_old_match() -> None:
    """In logs of schema 1 a lone buyer takes each horse, although the default is now to pass."""
    assert GAMES["rennfieber"].option_types["last_buyer"].default().value == "may_pass"
    assert game_of(header("rennfieber", schema=1)).options["last_buyer"] == "takes"
    named = game_of(header("rennfieber", {"last_buyer": "may_pass"}, 1))
    assert named.options["last_buyer"] == "may_pass"


@pytest.mark.parametrize("name", NAMES)
def test_today_every_option_is_named(name: str) -> None:
    """A header of the current schema must name every option, so that later versions can read it."""
    kind = GAMES[name]
    full = dict(kind.make(3, {}, kind.standard()).options)
    assert game_of(header(name, full)).options == full
    for option in full:
        rest = {known: choice for known, choice in full.items() if known != option}
        with pytest.raises(UnreadableLog, match=option):
            game_of(header(name, rest))


def test_a_game_that_nobody_knows_is_named() -> None:
    """The error for an unknown game contains its name."""
    with pytest.raises(UnreadableLog, match="no game 'chess'"):
        game_of(replace(header("royal-turf"), game="chess"))
