"""The server as a process of its own, and people who play there over the network."""

import asyncio
import gc
import os
import signal
import subprocess
import sys
from pathlib import Path
from socket import create_server

import pytest
from typer.testing import CliRunner

from paddock.cli import app
from tests.server.client import Player, Watcher, until
from tests.server.logs import check_log
from tests.server.people import close, people, seated
from tests.server.process import PROGRAM, STOP_SECONDS, ServerProcess, gone

pytestmark = pytest.mark.anyio


async def test_a_match_goes_on_after_a_power_cut(database: str) -> None:
    """The server is killed while people play; they come back, and nothing is lost or done twice."""
    with ServerProcess(database) as server:
        async with people(server.address, 2) as (anna, boris):
            table = await seated([anna, boris], bots=["random"])
            persons = [Player(anna, table, 0), Player(boris, table, 1), Watcher(boris, table)]
            async with asyncio.TaskGroup() as playing:
                for person in persons:
                    playing.create_task(person.follow())
                await until(lambda: persons[0].seq >= 30)
                server.kill()
                await asyncio.to_thread(server.start)
                await until(lambda: persons[0].seq >= 60)
                await close(table, anna, boris)
            await check_log(persons)


def test_garbage_is_collected_again_once_the_server_is_loaded() -> None:
    """Also in a process that only starts others, or that refuses to start."""
    done = CliRunner().invoke(app, ["serve", "--workers", "2"])
    assert (done.exit_code, gc.isenabled()) == (2, True)


def test_a_server_that_cannot_start_says_why(tmp_path: Path) -> None:
    """What it wrote to standard error is in the failure of the test that needed it."""
    with pytest.raises(AssertionError, match="several workers need PostgreSQL"):
        ServerProcess(f"sqlite:///{tmp_path / 'paddock.db'}", workers=2).__enter__()


LOADED = """
import sys
import paddock.cli, paddock.server.app
print(*{"alembic", "asyncpg", "redis", "rich.markdown"} & {*sys.modules})
"""


def test_a_server_loads_only_what_it_needs() -> None:
    """What serves another database, a new schema, several workers or another command waits until
    it is wanted: it would make every start slower."""
    loaded = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, check=True)
    assert loaded.stdout.split() == []


def served(database: str, workers: int, folder: Path) -> "subprocess.Popen[str]":
    """`paddock serve` with a store that it cannot open, or not yet."""
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
def test_a_store_that_cannot_be_opened_is_said_in_one_line(
    store: str, workers: int, postgres_url: str, tmp_path: Path
) -> None:
    """And nothing else: no address, no traceback. (What else cannot be opened, and why, is in
    test_store_trouble.py.)"""
    (tmp_path / "no-store").write_bytes(b"This is not a database.\n" * 100)
    with served(store.format(postgres=postgres_url), workers, tmp_path) as server:
        said, complained = server.communicate(timeout=STOP_SECONDS)
    assert (server.returncode, said) == (1, "")
    assert len(complained.splitlines()) == 1, complained
    assert "cannot be opened" in complained


def test_a_file_has_one_server(tmp_path: Path) -> None:
    """A second one says so and goes, by whatever name; a backup is made meanwhile; and a killed
    server is in nobody's way."""
    database, link = f"sqlite:///{tmp_path / 'paddock.db'}", tmp_path / "link.db"
    link.symlink_to("paddock.db")
    with ServerProcess(database) as server:
        with served(f"sqlite:///{link}", 1, tmp_path) as second:
            try:
                said, complained = second.communicate(timeout=60)
            finally:
                second.kill()  # one that serves would be waited for
        assert (second.returncode, said) == (1, "")
        assert len(complained.splitlines()) == 1 and "in use" in complained, complained
        backup = [sys.executable, "-c", PROGRAM, "backup", "copy.db", "--database", database]
        subprocess.run(backup, cwd=tmp_path, check=True, capture_output=True)
        server.kill()
        server.start()


@pytest.mark.parametrize("workers", [1, 2])
def test_an_address_is_told_when_it_answers(workers: int, tmp_path: Path) -> None:
    """Not while the store is still being opened: here by a PostgreSQL that does not speak."""
    with create_server(("127.0.0.1", 0)) as mute:
        mute.settimeout(STOP_SECONDS)
        address = f"postgresql://127.0.0.1:{mute.getsockname()[1]}/paddock"
        with served(address, workers, tmp_path) as server:
            mute.accept()[0].close()
            said, _ = server.communicate(timeout=STOP_SECONDS)
    assert said == ""


# Says what a server says when it is ready, and does nothing more.
STAND_IN = "echo Paddock is at http://127.0.0.1:9; echo started >&2; exec sleep 600"


def killed_server() -> ServerProcess:
    server = ServerProcess("none", under=("/bin/sh", "-c", STAND_IN)).__enter__()
    assert server._process is not None
    os.kill(server._process.pid, signal.SIGKILL)
    assert gone(server._process, STOP_SECONDS)
    return server


def test_a_server_that_ends_by_itself_is_told_of() -> None:
    """How it ended and what it wrote, as a failure or beside one; nobody asks it to stop then."""
    server = killed_server()
    with pytest.raises(AssertionError, match=r"ended by itself: killed by SIGKILL\n[^$]*started"):
        server.__exit__(None, None, None)
    server, error = killed_server(), ValueError("the test's own")
    server.__exit__(ValueError, error, None)
    assert "killed by SIGKILL" in error.__notes__[0]
