"""`paddock simulate`: results for people, results for programs, and errors."""

import json
import shlex
import sys
from collections.abc import Generator, Sequence
from pathlib import Path

import pytest
from typer.testing import Result

from paddock import __version__, fast
from paddock.extras import command
from paddock.games import GAMES
from paddock.games.royal_turf.edition import EDITIONS
from paddock.kernel.refusal import refusal
from paddock.lab.metrics import Counts
from paddock.lab.workers import RunFailed, Work
from tests.command import paddock, refused
from tests.lab.reports import timeless

pytestmark = pytest.mark.compiled


def simulate(*words: str) -> Result:
    return paddock("simulate", *words, "--workers", "1")


def test_json_and_nothing_else() -> None:
    """Standard output is one JSON object, and without a terminal there is no progress bar."""
    result = simulate("royal-turf", "--games", "3", "--players", "2", "--seed", "9", "--json")
    assert result.exit_code == 0
    report = json.loads(result.stdout)
    assert (report["games"], report["players"], report["seed"]) == (3, 2, 9)
    assert report["policies"] == ["random", "random"]
    assert result.stderr == ""


@pytest.mark.parametrize(
    ("words", "engine"),
    [
        (["royal-turf"], "fast"),
        (["royal-turf", "--engine", "fast"], "fast"),
        (["royal-turf", "--engine", "reference"], "reference"),
        (["rennfieber", "--engine", "reference"], "reference"),
        (["rennfieber"], "fast"),
    ],
)
def test_the_engine(words: list[str], engine: str) -> None:
    """The fast engine plays where it can, unless another is asked for; nothing is said about it."""
    result = simulate(*words, "--games", "2", "--players", "2", "--json")
    assert result.exit_code == 0
    assert json.loads(result.stdout)["engine"] == engine
    assert result.stderr == ""


def test_the_reference_plays_where_the_fast_engine_cannot() -> None:
    """The reason is on standard error, not in the report."""
    result = simulate(
        "rennfieber", "--games", "1", "--players", "2", "--policy", "punter", "--json"
    )
    assert json.loads(result.stdout)["engine"] == "reference"
    assert result.stderr == (
        "The reference engine plays instead. These policies are not compiled: punter.\n"
    )


def test_without_numba_and_without_ray(monkeypatch: pytest.MonkeyPatch) -> None:
    """The output says what is missing and how to install it."""
    monkeypatch.setattr(fast, "available", lambda: False)
    result = simulate("royal-turf", "--games", "1", "--json")
    assert json.loads(result.stdout)["engine"] == "reference"
    assert result.stderr.endswith(f": {command('lab')}\n")
    # The package's attribute of this name is the command.
    monkeypatch.setattr(sys.modules["paddock.cli.simulate"], "find_spec", lambda _name: None)
    told = refused("simulate", "royal-turf", "--games", "1", "--engine", "ray")
    assert "pip install 'ray" in told


def test_a_report_for_people() -> None:
    """Single figures, then tables for starting spaces, horses and seats."""
    result = simulate("royal-turf", "--games", "3", "--players", "2", "--policy", "punter")
    assert result.exit_code == 0
    for words in (
        f"id={EDITIONS.standard().id}",
        "moves per race",
        "By starting space",
        "Othello",
        "By seat",
        "punter",
        "%",
    ):
        assert words in result.stdout
    assert "{" not in result.stdout
    assert result.stdout.splitlines()[-1].startswith("paddock simulate royal-turf --policy=punter")


@pytest.mark.parametrize(
    "asked",
    [
        ("royal-turf", "--games", "30", "--hidden-bets", "--seed", "-3"),
        ("royal-turf", "--games", "3", "--policy", "punter", "--policy", "random"),
        ("rennfieber", "--games", "1", "--engine", "reference"),
    ],
)
def test_a_report_can_be_reproduced(tmp_path: Path, asked: tuple[str, ...]) -> None:
    """Its command gives the same report; if the edition file has changed, its hash differs."""
    game, *_ = asked
    box = tmp_path / "my box.toml"
    box.write_text(GAMES[game].template(), encoding="utf-8")
    first = json.loads(simulate(*asked, "--players", "2", "--edition", str(box), "--json").stdout)
    assert first["version"] == __version__
    assert first["edition"]["name"] == "My own box"
    program, name, *words = shlex.split(first["command"])
    assert (program, name) == ("paddock", "simulate")
    assert timeless(json.loads(simulate(*words, "--json").stdout)) == timeless(first)
    box.write_text(GAMES[game].template().replace("My own box", "Mine"), encoding="utf-8")
    other = json.loads(simulate(*words, "--json").stdout)
    assert other["edition"]["hash"] != first["edition"]["hash"]


@pytest.mark.parametrize(
    ("done", "told"),
    [
        (2, "The report covers the 20 games played by then."),
        (0, "The cluster is gone."),
    ],
)
def test_a_lost_cluster(monkeypatch: pytest.MonkeyPatch, done: int, told: str) -> None:
    """The command says so, ends with 1, and still reports the games played before."""

    def executor(work: Work, chunks: Sequence[range]) -> Generator[Counts, None, None]:
        yield from map(work, chunks[:done])
        raise RunFailed(refusal("gone", "The cluster is gone."))

    command = sys.modules["paddock.cli.simulate"]
    monkeypatch.setattr(command, "_cluster", lambda *_: lambda _workers: executor)
    monkeypatch.setattr(fast, "available", lambda: False)
    asked = ("royal-turf", "--games", "45", "--players", "2", "--engine", "ray", "--json")
    result = simulate(*asked)
    assert result.exit_code == 1
    assert result.stderr.splitlines()[-1] == told
    assert "The cluster is gone." in result.stderr
    if not done:
        assert result.stdout == ""
        return
    report = json.loads(result.stdout)
    assert report["games"] == 20
    _, _, *words = shlex.split(report["command"])
    assert timeless(json.loads(simulate(*words, "--json").stdout)) == timeless(report)


def test_options_reach_the_game() -> None:
    """Both spellings of hidden bets, other options, and a policy for each seat."""
    result = simulate(
        *("royal-turf", "--games", "2", "--players", "2", "--hidden-bets", "--json"),
        *("--option", "hidden_rounds=three", "--option", "hidden_bets=on"),
        *("--policy", "punter", "--policy", "random"),
    )
    report = json.loads(result.stdout)
    assert report["options"]["hidden_bets"] == "on"
    assert report["options"]["hidden_rounds"] == "three"
    assert [seat["policy"] for seat in report["by_seat"]] == ["punter", "random"]


def test_an_edition_of_your_own(tmp_path: Path) -> None:
    """The report names its horses."""
    file = tmp_path / "box.toml"
    file.write_text(GAMES["royal-turf"].template().replace("Othello", "Rocinante"))
    result = simulate("royal-turf", "--games", "2", "--edition", str(file), "--json")
    assert [row["horse"] for row in json.loads(result.stdout)["by_horse"]][6] == "Rocinante"


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["chess"], "Unknown game chess. Games: royal-turf"),
        (["royal-turf", "--players", "7"], "for 2 to 6 players, not 7"),
        (["royal-turf", "--option", "cards"], "write options as NAME=VALUE, not cards"),
        (["royal-turf", "--option", "speed=high"], "There is no option speed"),
        (["royal-turf", "--option", "cards=eaten"], "cards cannot be eaten"),
        (
            ["royal-turf", "--hidden-bets", "--option", "hidden_bets=off"],
            "hidden_bets cannot be both off and on",
        ),
        (["royal-turf", "--policy", "genius"], "no policy 'genius' plays royal-turf"),
        (["royal-turf", "--policy", "random", "--policy", "punter"], "2 policies for 4 seats"),
        (["royal-turf", "--edition", "none.toml"], "none.toml cannot be read"),
        (["royal-turf", "--games", "0"], "--games"),
        (
            ["rennfieber", "--engine", "fast", "--policy", "punter"],
            "These policies are not compiled: punter.",
        ),
        (["royal-turf", "--address", "host:1"], "--address only works with --engine ray"),
        (["royal-turf", "--engine", "ray", "--address", "host"], "No Ray cluster answers at host"),
    ],
)
def test_what_cannot_be_played_ends_with_2(words: list[str], reason: str) -> None:
    """The reason is on standard error."""
    assert reason in refused("simulate", *words)


def test_all_reasons_are_given_at_once() -> None:
    """The user does not have to find them one by one."""
    asked = ("royal-turf", "--players", "9", "--option", "a=b", "--option", "cards=c")
    told = refused("simulate", *asked)
    for reason in ("not 9", "no option a", "cards cannot be c"):
        assert reason in told
