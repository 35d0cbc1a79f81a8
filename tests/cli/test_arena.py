"""`paddock arena`: standings for people, for programs and as a page, and errors."""

import json
import shlex
from html import unescape
from pathlib import Path

import pytest
from typer.testing import Result

from paddock import __version__
from paddock.games import GAMES
from paddock.games.royal_turf.edition import EDITIONS
from paddock.kernel.refusal import refusal
from paddock.lab import arena as lab
from paddock.lab.workers import RunFailed
from tests.command import paddock, refused

pytestmark = pytest.mark.slow  # a worker may be a process of its own


def arena(*words: str) -> Result:
    return paddock("arena", *words, "--workers", "1")


def test_json_and_nothing_else() -> None:
    """The number of games of each line-up is rounded up to whole rounds."""
    result = arena(
        *("royal-turf", "--games", "3", "--players", "2", "--seed", "9", "--json"),
        *("--policies", "random,punter"),
    )
    assert result.exit_code == 0
    standings = json.loads(result.stdout)
    assert (standings["players"], standings["seed"]) == (2, 9)
    assert (standings["rounds"], standings["games"]) == (2, 4)
    assert [who["policy"] for who in standings["entrants"]] == ["punter", "random"]
    assert result.stderr == ""


def test_one_line_up_alone() -> None:
    """The first of two policies plays alone among the other, not the other way round."""
    asked = ("royal-turf", "--games", "3", "--players", "3", "--against", "first", "--json")
    result = arena(*asked, "--policies", "punter,random")
    standings = json.loads(result.stdout)
    assert standings["lineups"] == [["punter", "random", "random"]]
    assert standings["games"] == 3
    assert "--against=first" in shlex.split(standings["command"])


def test_standings_for_people() -> None:
    """The tables show ratings, money and times, pairs, and one among others."""
    result = arena(
        *("royal-turf", "--games", "3", "--players", "3", "--against", "one"),
        *("--policies", "random,punter"),
    )
    assert result.exit_code == 0
    tables = ("Ratings", "median ms", "Pair by pair", "One among others", "%")
    edition = EDITIONS.standard().id
    named = (f"Paddock's reconstruction ({edition}, ", f"Paddock {__version__}", "games: 6")
    for words in (*named, *tables):
        assert words in result.stdout
    assert "{" not in result.stdout
    assert result.stdout.splitlines()[-1].startswith("paddock arena royal-turf --policies=random,")


def test_standings_can_be_reproduced(tmp_path: Path) -> None:
    """The page and the JSON name a command that gives the same standings."""
    file, box = tmp_path / "arena.html", tmp_path / "my box.toml"
    box.write_text(GAMES["royal-turf"].template(), encoding="utf-8")
    first = arena(
        *("royal-turf", "--players", "2", "--games", "2", "--hidden-bets", "--seed", "5"),
        *("--policies", "random,punter", "--json", "--html", str(file), "--edition", str(box)),
    )
    assert first.exit_code == 0
    text = file.read_text(encoding="utf-8")
    command = unescape(text.split('<code tabindex="0">')[1].split("</code>")[0])
    told = json.loads(first.stdout)
    program, name, *words = shlex.split(command.replace("\\\n", ""))
    assert [program, name, *words] == shlex.split(told["command"])
    assert (program, name) == ("paddock", "arena")
    assert told["edition"]["id"] == "my-box-1"
    again = json.loads(arena(*words, "--json").stdout)
    del told["entrants"], again["entrants"]  # they have times
    assert again == told


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["chess"], "Unknown game chess. Games: royal-turf"),
        (["royal-turf", "--policies", "random,genius"], "no policy 'genius' plays royal-turf"),
        (["royal-turf", "--policies", "random"], "name at least two policies"),
        (["royal-turf", "--policies", "random,punter,random"], "random is named twice"),
        (["royal-turf", "--players", "7"], "for 2 to 6 players, not 7"),
        (["royal-turf", "--against", "all"], "--against"),
        (["royal-turf", "--against", "first"], "'first' needs exactly two policies"),
        (["royal-turf", "--html", "no/such/folder/a.html"], "there is no folder no/such/folder"),
    ],
)
def test_what_cannot_be_played_ends_with_2(words: list[str], reason: str) -> None:
    """The reason is on standard error, and no game is played."""
    assert reason in refused("arena", *words)


def test_a_lost_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command says so in one line and ends with 1."""

    def lose(*_: object) -> None:
        raise RunFailed(refusal("gone", "A worker is gone."))

    monkeypatch.setattr(lab, "contest", lose)
    told = refused("arena", "royal-turf", "--policies", "random,punter", "--json", code=1)
    assert told == "A worker is gone."


def test_a_page_that_cannot_be_written(tmp_path: Path) -> None:
    """The standings are still printed."""
    short = ("--players", "2", "--games", "2", "--policies", "random,punter")
    result = arena("royal-turf", *short, "--html", str(tmp_path))
    assert result.exit_code == 1
    assert "cannot be written" in result.stderr
    assert "Ratings" in result.stdout
