"""Real servers for the tests: each pytest process starts its own, on free ports of 127.0.0.1.

A server runs in a temporary folder under a keeper, a small shell that waits at a pipe from the
tests. However the tests end, even killed, the pipe closes; the keeper then stops its server and
removes the folder. It has a session of its own, so that Ctrl-C reaches only the tests.
"""

import os
import pwd
import re
import secrets
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypedDict

ANSWER_SECONDS = 120.0  # seconds for a server to answer; an idle machine takes a tenth of one
PORTS = range(20_000, 32_768)  # below those that Linux gives to outgoing connections
OLDEST_POSTGRES = 15
KEEPER = """
folder=$1
shift
trap 'rm -rf "$folder"' EXIT
"$@" >"$folder/log" 2>&1 &
read -r _
kill -INT "$!"
wait "$!"
"""
ENVIRONMENT = {"PATH": os.defpath, "LC_ALL": "C"}  # without anybody's PGPORT or language


class Account(TypedDict, total=False):
    """The account under which a program runs, as arguments of `subprocess`."""

    user: int
    group: int
    extra_groups: list[int]


def account() -> Account:
    """One's own, or `nobody` for root, under whom PostgreSQL refuses to run."""
    if os.geteuid() != 0:
        return {}
    nobody = pwd.getpwnam("nobody")
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


class Postgres:
    """The programs of PostgreSQL, and the server once it runs."""

    def __init__(self) -> None:
        self.programs = _postgres_programs()
        self.port = 0

    def url(self, database: str = "postgres") -> str:
        """The superuser's URL of a database."""
        return f"postgresql://postgres@127.0.0.1:{self.port}/{database}"

    @contextmanager
    def running(self) -> Iterator[None]:
        """A new server, as durable as in production but small."""
        with _folder() as folder:
            data = str(folder / "data")
            self._run(
                *("initdb", "--pgdata", data, "--username", "postgres", "--auth", "trust"),
                *("--encoding", "UTF8", "--locale", "C", "--no-sync"),
            )
            self.port = free_port()
            command = [
                *(str(self.programs / "postgres"), "-D", data, f"--port={self.port}"),
                *("--listen_addresses=127.0.0.1", "--unix_socket_directories="),
                *("--fsync=on", "--shared_buffers=16MB"),
            ]
            with _kept(folder, command, self._answers):
                yield

    @contextmanager
    def database(self, name: str) -> Iterator[str]:
        """The URL of a new empty database, which is dropped even if clients are still connected."""
        server = ("--maintenance-db", self.url())
        self._run("createdb", *server, name)
        yield self.url(name)
        self._run("dropdb", *server, "--force", name)

    def _answers(self) -> bool:
        command = [str(self.programs / "pg_isready"), "--quiet", "--dbname", self.url()]
        return subprocess.run(command, env=ENVIRONMENT, check=False).returncode == 0

    def _run(self, program: str, *options: str) -> None:
        done = subprocess.run(
            [str(self.programs / program), *options],
            cwd="/",
            env=ENVIRONMENT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            **account(),
        )
        assert done.returncode == 0, f"{program} failed:\n{done.stdout}"


@contextmanager
def running_redis(port: int | None = None) -> Iterator[str]:
    """The URL of a new Redis that keeps nothing on disk."""
    program = shutil.which("redis-server")
    if program is None:
        raise _missing("redis-server")
    with _folder() as folder:
        port = port or free_port()
        command = [program, "--bind", "127.0.0.1", "--port", str(port)]
        command += ["--save", "", "--appendonly", "no", "--dir", str(folder)]
        with _kept(folder, command, lambda: _pings(port)):
            yield f"redis://127.0.0.1:{port}/0"


def _postgres_programs() -> Path:
    """The folder of the newest: Debian's are not on PATH."""
    folders = [*Path("/usr/lib/postgresql").glob("*/bin")]
    on_path = shutil.which("postgres")
    if on_path is not None:
        folders.append(Path(on_path).resolve().parent)
    found = {
        _version(folder / "postgres"): folder
        for folder in folders
        if (folder / "postgres").exists() and (folder / "initdb").exists()
    }
    if max(found, default=0) < OLDEST_POSTGRES:
        raise _missing(f"PostgreSQL {OLDEST_POSTGRES} or newer")
    return found[max(found)]


def _version(program: Path) -> int:
    """The number in a line such as `postgres (PostgreSQL) 15.18`."""
    shown = subprocess.run([program, "--version"], capture_output=True, text=True, check=True)
    number = re.search(r"\) (\d+)", shown.stdout)
    return int(number[1]) if number else 0


def _missing(what: str) -> FileNotFoundError:
    return FileNotFoundError(
        f"{what} is needed for this test: `sh tools/servers` says how to get it"
    )


@contextmanager
def _folder() -> Iterator[Path]:
    """A temporary folder owned by the server's account; the keeper may remove it first."""
    with tempfile.TemporaryDirectory(prefix="paddock-", ignore_cleanup_errors=True) as name:
        owner = account()
        os.chown(name, owner.get("user", -1), owner.get("group", -1))
        yield Path(name)


@contextmanager
def _kept(folder: Path, command: list[str], answers: Callable[[], bool]) -> Iterator[None]:
    """Runs a server under its keeper; starts when the server answers."""
    keeper = subprocess.Popen(
        ["/bin/sh", "-c", KEEPER, "keeper", str(folder), *command],
        cwd=folder,
        env=ENVIRONMENT,
        stdin=subprocess.PIPE,
        start_new_session=True,
        **account(),
    )
    try:
        deadline = time.monotonic() + ANSWER_SECONDS
        while not answers():
            log = folder / "log"
            assert time.monotonic() < deadline, f"{command[0]} does not answer:\n{log.read_text()}"
            time.sleep(0.02)
        yield
    finally:
        keeper.communicate(timeout=ANSWER_SECONDS)


def free_port() -> int:
    """A port on which nothing listens, and which no outgoing connection will occupy.

    A server that is stopped can listen on it again: with a port that the system chose, a client
    that keeps reconnecting might take it meanwhile, or even connect to itself.
    """
    while True:
        port = secrets.choice(PORTS)
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


def _pings(port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=1) as connection:
            connection.sendall(b"PING\r\n")
            return connection.recv(16) == b"+PONG\r\n"
    except OSError:
        return False
