"""Games that the lab logs: the logs are like any others, and written once."""

import json
from pathlib import Path
from typing import Any

import pytest

from paddock.games import GAMES
from paddock.games.royal_turf.commands import MoveHorse
from paddock.kernel.log import Log, read
from paddock.lab.log_writer import dice_number
from tests.command import paddock, refused

ALONE = ("royal-turf", "--players=2", "--workers=1")
SIMULATE = ("simulate", *ALONE, "--games=3", "--seed=7")
ARENA = ("arena", *ALONE, "--games=4", "--policies=punter,random")


def written(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def log_of(data: bytes) -> Log[Any, Any]:
    return read(data, GAMES["royal-turf"].types)


def test_every_game_has_a_log_that_can_be_verified(tmp_path: Path) -> None:
    """The file is named after seed and number; the header has the policies."""
    result = paddock(*SIMULATE, "--policy=punter", "--policy=random", "--logs", str(tmp_path / "a"))
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
    """Each rotation has its own log."""
    assert paddock(*ARENA, "--logs", str(tmp_path / "a")).exit_code == 0
    logs = written(tmp_path / "a")
    by_title = {name.rpartition("-")[0]: log_of(data) for name, data in logs.items()}
    rounds = [f"royal-turf-seed0-round0000{number}" for number in (0, 1)]
    assert sorted(by_title) == [f"{name}-turn{turn}" for name in rounds for turn in (1, 2)]
    first, second = ([by_title[f"{name}-turn{n}"] for n in (1, 2)] for name in rounds)
    assert first[0].header.chance == first[1].header.chance != second[0].header.chance
    assert first[0].header.seats[0].policy == first[1].header.seats[1].policy


@pytest.mark.parametrize("args", [SIMULATE, ARENA], ids=["simulate", "arena"])
def test_nothing_is_written_twice(tmp_path: Path, args: tuple[str, ...]) -> None:
    """More games keep the logs of the first ones; the number of workers makes no difference."""
    folder = tmp_path / "a"
    more = [word.replace("s=3", "s=5").replace("s=4", "s=6") for word in args]
    assert paddock(*args, "--logs", str(folder)).exit_code == 0
    before = {file: file.stat().st_mtime_ns for file in folder.iterdir()}
    assert paddock(*more, "--logs", str(folder), "--workers=2").exit_code == 0
    assert {file: file.stat().st_mtime_ns for file in before} == before
    assert len(list(folder.iterdir())) == len(before) + 2
    assert paddock(*more, "--logs", str(tmp_path / "b")).exit_code == 0
    assert written(tmp_path / "b") == written(folder)


def test_the_report_covers_the_logged_games(tmp_path: Path) -> None:
    """Its command names the logs too: without them the same seed gives different dice."""
    result = paddock(*SIMULATE, "--engine=reference", "--logs", str(tmp_path), "--json")
    report = json.loads(result.stdout)
    assert f"--logs={tmp_path}" in report["command"]
    steps = [step for data in written(tmp_path).values() for step in log_of(data).steps]
    moves = sum(isinstance(step.command, MoveHorse) for step in steps)
    assert report["moves_per_race"] == pytest.approx(moves / 9)
    plain = json.loads(paddock(*SIMULATE, "--engine=reference", "--json").stdout)
    assert plain["moves_per_race"] != report["moves_per_race"]


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--engine=fast",), "The fast engine cannot write logs."),
        (("--engine=ray",), "--engine ray cannot write logs"),
    ],
)
def test_engines_without_logs(tmp_path: Path, args: tuple[str, ...], message: str) -> None:
    """The error comes at once, as a usage error."""
    assert message in refused(*SIMULATE, *args, "--logs", str(tmp_path))
    assert not list(tmp_path.iterdir())


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    """The error comes before any game is played."""
    (tmp_path / "file").touch()
    assert "cannot be written to" in refused(*SIMULATE, "--logs", str(tmp_path / "file"))


def test_the_number_of_the_dice() -> None:
    """It is derived from seed and game, and never changes, so that logs can be reproduced."""
    assert dice_number(7, 0) == dice_number(7, 0)
    numbers = {dice_number(seed, number) for seed in range(-2, 3) for number in range(200)}
    assert len(numbers) == 1000 and max(numbers) < 2**53 and min(numbers) >= 0
    assert dice_number(0, 0) == 2436913154950494
