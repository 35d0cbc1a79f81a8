"""Games that the laboratory logs: the logs are like any others, and written once."""

import json
from pathlib import Path
from typing import Any

import pytest

from paddock.games import GAMES
from paddock.games.royal_turf.commands import MoveHorse
from paddock.kernel.log import Log, read
from paddock.lab.record import dice
from tests.command import paddock, refused

ALONE = ("royal-turf", "--players=2", "--workers=1")
SIMULATED = ("simulate", *ALONE, "--games=3", "--seed=7")
CONTESTED = ("arena", *ALONE, "--games=4", "--policies=punter,random")


def written(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def log_of(data: bytes) -> Log[Any, Any]:
    return read(data, GAMES["royal-turf"].types)


def test_every_game_is_a_log_that_is_verified(tmp_path: Path) -> None:
    """It is named by seed and number, and names the policies."""
    result = paddock(
        *SIMULATED, "--policy=punter", "--policy=random", "--logs", str(tmp_path / "a")
    )
    assert result.exit_code == 0
    assert "The reference engine plays instead. The fast engine cannot write logs." in result.stderr
    logs = written(tmp_path / "a")
    titles = sorted(name.rpartition("-")[0] for name in logs)
    assert titles == [f"royal-turf-seed7-game00000{number}" for number in range(3)]
    for name, data in logs.items():
        verdict = paddock("replay", "verify", str(tmp_path / "a" / name))
        assert verdict.exit_code == 0
        assert verdict.stdout.count("yes.") == 2 and "to the end" in verdict.stdout
        assert [seat.policy for seat in log_of(data).header.seats] == ["punter", "random"]


def test_a_round_has_the_same_dice(tmp_path: Path) -> None:
    """In an arena too; each rotation has its own log."""
    assert paddock(*CONTESTED, "--logs", str(tmp_path / "a")).exit_code == 0
    logs = written(tmp_path / "a")
    by_title = {name.rpartition("-")[0]: log_of(data) for name, data in logs.items()}
    rounds = [f"royal-turf-seed0-round0000{number}" for number in (0, 1)]
    assert sorted(by_title) == [f"{name}-turn{turn}" for name in rounds for turn in (1, 2)]
    first, second = ([by_title[f"{name}-turn{n}"] for n in (1, 2)] for name in rounds)
    assert first[0].header.chance == first[1].header.chance != second[0].header.chance
    assert first[0].header.seats[0].policy == first[1].header.seats[1].policy


@pytest.mark.parametrize("asked", [SIMULATED, CONTESTED], ids=["simulate", "arena"])
def test_nothing_is_written_twice(tmp_path: Path, asked: tuple[str, ...]) -> None:
    """More games keep the logs of the first ones; the number of workers makes no difference."""
    folder = tmp_path / "a"
    more = [word.replace("s=3", "s=5").replace("s=4", "s=6") for word in asked]
    assert paddock(*asked, "--logs", str(folder)).exit_code == 0
    before = {file: file.stat().st_mtime_ns for file in folder.iterdir()}
    assert paddock(*more, "--logs", str(folder), "--workers=2").exit_code == 0
    assert {file: file.stat().st_mtime_ns for file in before} == before
    assert len(list(folder.iterdir())) == len(before) + 2
    assert paddock(*more, "--logs", str(tmp_path / "b")).exit_code == 0
    assert written(tmp_path / "b") == written(folder)


def test_the_report_is_of_the_games_that_were_written(tmp_path: Path) -> None:
    """Its command names the logs too: without them the same seed has other dice."""
    result = paddock(*SIMULATED, "--engine=reference", "--logs", str(tmp_path), "--json")
    report = json.loads(result.stdout)
    assert f"--logs={tmp_path}" in report["command"]
    steps = [step for data in written(tmp_path).values() for step in log_of(data).steps]
    moves = sum(isinstance(step.command, MoveHorse) for step in steps)
    assert report["moves_per_race"] == pytest.approx(moves / 9)
    plain = json.loads(paddock(*SIMULATED, "--engine=reference", "--json").stdout)
    assert plain["moves_per_race"] != report["moves_per_race"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--engine=fast",), "The fast engine cannot write logs."),
        (("--engine=ray",), "--engine ray cannot write logs"),
    ],
)
def test_engines_without_logs(tmp_path: Path, words: tuple[str, ...], told: str) -> None:
    """The error comes at once, as a usage error."""
    assert told in refused(*SIMULATED, *words, "--logs", str(tmp_path))
    assert not list(tmp_path.iterdir())


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    """The error comes before any game is played."""
    (tmp_path / "file").touch()
    told = refused(*SIMULATED, "--logs", str(tmp_path / "file"))
    assert "cannot be written to" in told


def test_the_number_of_the_dice() -> None:
    """It follows from seed and game, and never changes, so that logs can be reproduced."""
    assert dice(7, 0) == dice(7, 0)
    numbers = {dice(seed, number) for seed in range(-2, 3) for number in range(200)}
    assert len(numbers) == 1000 and max(numbers) < 2**53 and min(numbers) >= 0
    assert dice(0, 0) == 2436913154950494
