"""The server as a separate process: how it starts, refuses to start, is killed and comes back."""

import asyncio
import gc
import os
import random
import signal
import subprocess
import sys
from pathlib import Path
from socket import create_server

import pytest
from typer.testing import CliRunner

from paddock.cli import app
from tests.server.client import Device, Player, Watcher, until
from tests.server.logs import check_log
from tests.server.people import close, people, seated
from tests.server.process import PROGRAM, STOP_SECONDS, ServerProcess, gone
from tests.server.servers import Postgres
from tests.server.stores import sqlite

pytestmark = pytest.mark.anyio


@pytest.mark.timeout(1800)
async def test_matches_go_on_after_power_cuts(database: str, long: bool) -> None:
    """A server that is killed while people play loses nothing that it acknowledged, and carries out
    no command twice. With `--long` it is killed at many random moments."""
    rounds, kills = (13, 4) if long else (1, 1)
    seed = random.randrange(2**32)
    print(f"random.Random({seed})")
    rng = random.Random(seed)
    with ServerProcess(database) as server:
        async with people(server.address, 2) as devices:
            for _ in range(rounds):
                turf, fever = await at_tables(devices, "royal-turf", "rennfieber")
                async with asyncio.TaskGroup() as playing:
                    for person in (*turf, *fever):
                        playing.create_task(person.follow(600))
                    for _ in range(kills):
                        await goes_on(turf[0], rng.randint(1, 60))
                        server.kill()
                        await asyncio.to_thread(server.start)
                    for table in (turf, fever):
                        await goes_on(table[0], 30)
                        if not table[0].over:
                            await close(table[0].table, *devices)
                for table in (turf, fever):
                    await check_log(table)
        assert "Traceback" not in server.errors, server.errors
        assert '"level":"error"' not in server.errors, server.errors


async def at_tables(devices: list[Device], *games: str) -> list[list[Watcher]]:
    """Everybody at a new table of each game: two players and a spectator, besides a bot."""
    found = []
    for game in games:
        table = await seated(devices, game, ["random"])
        players = [Player(device, table, seat) for seat, device in enumerate(devices)]
        found.append([*players, Watcher(devices[0], table)])
    return found


async def goes_on(person: Watcher, records: int) -> None:
    """Wait until somebody has received this many more records, or their match is over."""
    goal = person.seq + records
    await until(lambda: person.over or person.seq >= goal)


def test_garbage_collection_is_on_again_once_the_server_is_loaded() -> None:
    """Also in a process that only starts others, or that refuses to start."""
    done = CliRunner().invoke(app, ["serve", "--workers", "2"])
    assert (done.exit_code, gc.isenabled()) == (2, True)


def test_a_server_that_cannot_start_says_why(tmp_path: Path) -> None:
    """The failure of a test that needs it shows what it wrote to standard error."""
    with pytest.raises(AssertionError, match="several workers need PostgreSQL"):
        ServerProcess(sqlite(tmp_path), workers=2).__enter__()


LOADED = """
import sys
import paddock.cli, paddock.server.app
print(*{"alembic", "asyncpg", "redis", "rich.markdown"} & {*sys.modules})
"""


def test_a_server_loads_only_what_it_needs() -> None:
    """Modules for other databases, migrations, several workers or other commands are loaded only
    when needed, since they would slow down every start."""
    loaded = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, check=True)
    assert loaded.stdout.split() == []


def served(database: str, workers: int, folder: Path) -> "subprocess.Popen[str]":
    """`paddock serve` with a store that cannot be opened, or not yet."""
    options = ["--port", "0", "--database", database, "--workers", str(workers)]
    options += ["--redis", "redis://127.0.0.1:1"] if workers > 1 else []
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, "serve", *options],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.parametrize(("store", "workers"), [("sqlite:///no-store", 1), ("{postgres}-none", 2)])
def test_a_store_that_cannot_be_opened_is_reported_in_one_line(
    store: str, workers: int, postgres: Postgres, tmp_path: Path
) -> None:
    """Without an address or a traceback; test_store_trouble.py has the other reasons."""
    (tmp_path / "no-store").write_bytes(b"This is not a database.\n" * 100)
    with served(store.format(postgres=postgres.url()), workers, tmp_path) as server:
        said, complained = server.communicate(timeout=STOP_SECONDS)
    assert (server.returncode, said) == (1, "")
    assert len(complained.splitlines()) == 1, complained
    assert "cannot be opened" in complained


def test_a_file_has_one_server(tmp_path: Path) -> None:
    """A second server says so and exits, even if the file has another name there. A backup still
    works, and a killed server does not block the next one."""
    database, link = sqlite(tmp_path), tmp_path / "link.db"
    link.symlink_to("paddock.db")
    with ServerProcess(database) as server:
        with served(f"sqlite:///{link}", 1, tmp_path) as second:
            try:
                said, complained = second.communicate(timeout=STOP_SECONDS)
            finally:
                second.kill()  # otherwise a server that runs would be waited for
        assert (second.returncode, said) == (1, "")
        assert len(complained.splitlines()) == 1 and "in use" in complained, complained
        backup = [sys.executable, "-c", PROGRAM, "backup", "copy.db", "--database", database]
        subprocess.run(backup, cwd=tmp_path, check=True, capture_output=True)
        server.kill()
        server.start()


@pytest.mark.parametrize("workers", [1, 2])
def test_the_address_is_printed_once_it_answers(workers: int, tmp_path: Path) -> None:
    """Not while the store is still being opened: here PostgreSQL never answers."""
    with create_server(("127.0.0.1", 0)) as mute:
        mute.settimeout(STOP_SECONDS)
        address = f"postgresql://127.0.0.1:{mute.getsockname()[1]}/paddock"
        with served(address, workers, tmp_path) as server:
            mute.accept()[0].close()
            said, _ = server.communicate(timeout=STOP_SECONDS)
    assert said == ""


# Prints what a server prints when it is ready, and does nothing more.
STAND_IN = "echo Paddock is at http://127.0.0.1:9; echo started >&2; exec sleep 600"


def killed_server() -> ServerProcess:
    server = ServerProcess("none", under=("/bin/sh", "-c", STAND_IN)).__enter__()
    os.kill(server.pid, signal.SIGKILL)
    assert server._process is not None and gone(server._process, STOP_SECONDS)
    return server


def test_a_server_that_ends_unexpectedly_fails_its_test() -> None:
    """The failure, or a note beside the test's own, shows how it ended and what it wrote."""
    server = killed_server()
    with pytest.raises(AssertionError, match=r"ended by itself: -9\n[^$]*started"):
        server.__exit__(None, None, None)
    server, error = killed_server(), ValueError("the test's own")
    server.__exit__(ValueError, error, None)
    assert "ended by itself: -9" in error.__notes__[0]
