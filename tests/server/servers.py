"""Real servers for the tests: each process of pytest starts its own, on free ports of 127.0.0.1.

A server lives in a temporary folder under a keeper: a small shell that waits at a pipe from the
tests. However these end, even killed, the pipe closes; the keeper then stops its server and removes
the folder. It has a session of its own, so that Ctrl-C reaches the tests alone.
"""

import os
import pwd
import re
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypedDict

PATIENCE = 120.0  # seconds for a server to answer: a guard; an idle machine takes a tenth of one
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
ENVIRONMENT = {"PATH": os.defpath, "LC_ALL": "C"}  # nobody's PGPORT or language comes in


class Account(TypedDict, total=False):
    """As whom a program runs, in the words of `subprocess`."""

    user: int
    group: int
    extra_groups: list[int]


def account() -> Account:
    """Oneself; but for root, whom PostgreSQL refuses to serve, `nobody`."""
    if os.geteuid() != 0:
        return {}
    nobody = pwd.getpwnam("nobody")
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


class Postgres:
    """PostgreSQL's programs, as far as the tests need them, and the server once it runs."""

    def __init__(self) -> None:
        self.programs = _postgres_programs()
        self.port = 0

    def url(self, database: str = "postgres") -> str:
        """Where the superuser finds a database."""
        return f"postgresql://postgres@127.0.0.1:{self.port}/{database}"

    @contextmanager
    def running(self) -> Iterator[None]:
        """A new server: durable as in earnest, small as a test's may be."""
        with _folder() as folder:
            data = str(folder / "data")
            self._run(
                *("initdb", "--pgdata", data, "--username", "postgres", "--auth", "trust"),
                *("--encoding", "UTF8", "--locale", "C", "--no-sync"),
            )
            self.port = _free_port()
            settings = {
                "listen_addresses": "127.0.0.1",
                "unix_socket_directories": "",
                "port": self.port,
                "fsync": "on",
                "shared_buffers": "16MB",
            }
            command = [str(self.programs / "postgres"), "-D", data]
            command += [f"--{name}={value}" for name, value in settings.items()]
            with _kept(folder, command, self._answers):
                yield

    @contextmanager
    def database(self, name: str) -> Iterator[str]:
        """The URL of a new empty database, dropped in the end whoever is still connected."""
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
        port = port or _free_port()
        command = [program, "--bind", "127.0.0.1", "--port", str(port)]
        command += ["--save", "", "--appendonly", "no", "--dir", str(folder)]
        with _kept(folder, command, lambda: _pings(port)):
            yield f"redis://127.0.0.1:{port}/0"


def _postgres_programs() -> Path:
    """Debian's newest, which are not on PATH; else those that are."""
    folders = sorted(
        Path("/usr/lib/postgresql").glob("*/bin"),
        key=lambda folder: int(folder.parent.name),
        reverse=True,
    )
    on_path = shutil.which("postgres")
    if on_path is not None:
        folders.append(Path(on_path).resolve().parent)
    for folder in folders:
        if (folder / "initdb").exists() and _version(folder / "postgres") >= OLDEST_POSTGRES:
            return folder
    raise _missing(f"PostgreSQL {OLDEST_POSTGRES} or newer")


def _version(program: Path) -> int:
    """From a line such as `postgres (PostgreSQL) 15.18`; 0 where there is no such program."""
    if not program.exists():
        return 0
    shown = subprocess.run([program, "--version"], capture_output=True, text=True, check=True)
    number = re.search(r"\) (\d+)", shown.stdout)
    return int(number[1]) if number else 0


def _missing(what: str) -> FileNotFoundError:
    return FileNotFoundError(
        f"{what} is needed for this test: `sh tools/servers` says how to get it"
    )


@contextmanager
def _folder() -> Iterator[Path]:
    """A temporary folder that belongs to the server; its keeper may have removed it already."""
    with tempfile.TemporaryDirectory(prefix="paddock-", ignore_cleanup_errors=True) as name:
        owner = account()
        os.chown(name, owner.get("user", -1), owner.get("group", -1))
        yield Path(name)


@contextmanager
def _kept(folder: Path, command: list[str], answers: Callable[[], bool]) -> Iterator[None]:
    """Runs a server under its keeper, from its first answer on."""
    keeper = subprocess.Popen(
        ["/bin/sh", "-c", KEEPER, "keeper", str(folder), *command],
        cwd=folder,
        env=ENVIRONMENT,
        stdin=subprocess.PIPE,
        start_new_session=True,
        **account(),
    )
    try:
        deadline = time.monotonic() + PATIENCE
        while not answers():
            log = folder / "log"
            assert time.monotonic() < deadline, f"{command[0]} does not answer:\n{log.read_text()}"
            time.sleep(0.02)
        yield
    finally:
        keeper.communicate(timeout=PATIENCE)


def _free_port() -> int:
    """A port that was free a moment ago: to be used at once."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port: int = listening.getsockname()[1]
        return port


def _pings(port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=1) as connection:
            connection.sendall(b"PING\r\n")
            return connection.recv(16) == b"+PONG\r\n"
    except OSError:
        return False
