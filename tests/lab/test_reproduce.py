"""The first fields of every report, and the command that reproduces it."""

import shlex
from copy import deepcopy
from pathlib import Path

import pytest

from paddock import __version__, fast
from paddock.games.royal_turf import RoyalTurf
from paddock.kernel.log import edition_hash
from paddock.lab.plan import Plan
from paddock.lab.reproduce import EditionName, Report, policy_args
from tests.royal_turf.table import game


def test_a_report_begins_with_what_was_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table, the version, and whether Numba was installed, on which the sharp depends."""
    monkeypatch.setattr(fast, "available", lambda: False)
    report = Report.of(Plan.of(game(3, hidden_bets="on"), ["punter"], -8), "reference")
    assert (report.version, report.numba, report.engine) == (__version__, False, "reference")
    assert (report.game, report.players, report.seed) == ("royal-turf", 3, -8)
    assert report.options["hidden_bets"] == "on"
    assert report.edition.name == RoyalTurf.standard()["edition"]["name"]


def test_editions_of_the_same_name_have_different_hashes() -> None:
    """The hash is the one that logs store."""
    figures = deepcopy(dict(RoyalTurf.standard()))
    figures["track"]["pace"] += 1
    standard, other = EditionName.of(RoyalTurf.standard()), EditionName.of(figures)
    assert (standard.id, standard.name) == (other.id, other.name)
    assert standard.hash == edition_hash(RoyalTurf.standard()) != other.hash


def test_a_command_has_every_option() -> None:
    """Its own, those of the table and the game, and the edition's file, quoted for a shell."""
    report = Report.of(Plan.of(game(2), ["punter", "random"], 5), "reference")
    args = [*policy_args(["punter", "random"]), ("games", 9)]
    words = shlex.split(report.command("simulate", args, Path("my box.toml")))
    assert words[:6] == [
        *("paddock", "simulate", "royal-turf", "--policy=punter", "--policy=random", "--games=9")
    ]
    assert {"--players=2", "--seed=5", "--edition=my box.toml"} <= set(words)
    options = [word.removeprefix("--option=") for word in words if word.startswith("--option=")]
    assert dict(option.split("=") for option in options) == report.options
    assert "--edition" not in report.command("simulate", args)


def test_a_policy_in_all_seats_is_named_once() -> None:
    """One option is enough for all seats."""
    assert policy_args(["punter"] * 4) == [("policy", "punter")]
