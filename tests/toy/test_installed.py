"""A package that provides the dice race, as `pip install` would install it."""

import os
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from paddock.games import GAMES
from tests.server.process import ServerProcess
from tests.server.servers import Postgres, running_redis
from tests.terminal.player import Player, environment, piped

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.slow


@pytest.fixture
def packages(tmp_path: Path) -> dict[str, str]:
    """An environment with two packages: one with the dice race, one that is broken."""
    for name, entry in (("dice_race", "tests.toy:DiceRace"), ("broken", "nowhere_at_all:Game")):
        folder = tmp_path / f"{name}-1.0.dist-info"
        folder.mkdir()
        (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        group = f"[paddock.games]\n{name.replace('_', '-')} = {entry}\n"
        (folder / "entry_points.txt").write_text(group)
    source = os.pathsep.join(map(str, (tmp_path, ROOT / "src", ROOT)))
    return {"PYTHONPATH": source, "COLUMNS": "200"}


def typed(home: Path, packages: dict[str, str], *command: str) -> tuple[str, str]:
    done = piped(*command, home=home, env=packages)
    assert done.returncode == 0, done.stderr
    return done.stdout, done.stderr


def test_the_command_line_declares_it(tmp_path: Path, packages: dict[str, str]) -> None:
    """The command line declares the game when it starts, and reports the broken package."""
    out, err = typed(tmp_path, packages, "options", "--help")
    assert f"The game: {', '.join(GAMES)}, dice-race." in out
    assert err.startswith("The game broken cannot be loaded: ModuleNotFoundError: ")
    out, _ = typed(tmp_path, packages, "rules", "dice-race", "DR1.1")
    assert "Two to four players take part." in out
    out, _ = typed(tmp_path, packages, "simulate", "dice-race", "--games", "30", "--workers", "2")
    assert "win share" in out


def test_it_is_played_at_a_terminal_and_verified(tmp_path: Path, packages: dict[str, str]) -> None:
    """The plain screens let people play to the end at a keyboard; the log verifies."""
    command = ["play", "dice-race", "--seats", "you,random", "--pace", "off", "--save", "g.jsonl"]
    player = Player(*command, home=tmp_path, env=packages)
    assert "Figures: Played in the garden." in player.wait()
    assert "2  Back runner 2" in player.type("")
    player.send("2")
    assert "paddock replay verify g.jsonl" in " ".join(player.end().split())
    out, _ = typed(tmp_path, packages, "replay", "verify", "g.jsonl")
    assert out.count("yes") == 2
    out, _ = typed(tmp_path, packages, "replay", "show", "g.jsonl", "--at", "1")
    assert "backed: 1" in out


def test_every_worker_of_a_server_declares_it(
    packages: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every worker process of a server knows the game."""
    monkeypatch.setenv("PYTHONPATH", packages["PYTHONPATH"])
    postgres = Postgres()
    with (
        postgres.running(),
        postgres.database("toy") as url,
        running_redis() as redis,
        ServerProcess(url, redis=redis, workers=2) as server,
    ):
        for _ in range(20):
            games = httpx.get(f"{server.address}/api/games", trust_env=False).json()
            assert [game["name"] for game in games] == [*GAMES, "dice-race"]


def test_libraries_do_not_read_entry_points(tmp_path: Path, packages: dict[str, str]) -> None:
    """Importing the games declares only Paddock's own and runs no other package's code."""
    asked = "from paddock.games import GAMES; import paddock.server.app; print(*GAMES)"
    done = subprocess.run(
        [sys.executable, "-c", asked],
        env=environment(tmp_path, packages),
        capture_output=True,
        check=True,
        text=True,
    )
    assert done.stdout.split() == [*GAMES]
