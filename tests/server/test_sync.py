"""Steps are durable before they are sent to anybody: proved by the server's system calls.

Killing a process proves nothing about power cuts, because the kernel keeps what the process has
written. So the server runs under strace: each step must be in SQLite's log file, and the file
synced, before the step's acknowledgement or any other word of it goes to a socket. PostgreSQL's
processes must write and sync their log between our COMMIT and our word.
"""

import asyncio
import re
import shutil
import sqlite3
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Struct
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from paddock.server.database import open_database
from tests.server.client import Player, Watcher, until
from tests.server.people import people, seated
from tests.server.process import ServerProcess

pytestmark = pytest.mark.anyio

ENOUGH = 12  # acknowledgements

CALL = re.compile(r"(?P<pid>\d+) +(?:<\.\.\. )?(?P<name>\w+)(?P<resumed> resumed>)?")
FILE = re.compile(r"\w+\(\d+<(?P<file>[^>]*)>")
COMMAND = re.compile(r"auto:\d+:\d+|[0-9a-f]{16}")
DONE = re.compile(r'\{\\"type\\":\\"done\\",\\"id\\":\\"(?P<id>[^\\]+)\\"')
TOLD = re.compile(r'\{\\"type\\":\\"told\\",\\"seq\\":(?P<seq>\d+)')


class Told(Struct, frozen=True):
    """A command that a message on a socket made known, and whether it was synced by then."""

    command: str
    durable: bool


def told(trace: Iterable[str], steps: dict[int, str]) -> Iterator[Told]:
    """Every message about these steps, given as commands by sequence, from a traced server."""
    sent: dict[str, set[str]] = {}  # by connection, of which some lead to PostgreSQL
    committed: set[str] = set()
    written: set[str] = set()
    synced: set[str] = set()
    syncing: dict[str, set[str]] = {}
    for line in trace:
        call, file = CALL.match(line), FILE.search(line[:300])
        if call is None:
            continue
        name = "" if file is None else file["file"]
        log = name.endswith("-wal") or "/pg_wal/" in name
        match call["name"]:
            case "pwrite64" if log:
                # PostgreSQL's writes before the COMMIT are worth nothing without those after it.
                written |= committed if "/pg_wal/" in name else set(COMMAND.findall(line))
            case "fsync" | "fdatasync":
                if log:  # it may not cover later writes
                    syncing[call["pid"]] = set(written)
                if line.rstrip().endswith(" = 0"):
                    synced |= syncing.pop(call["pid"], set())
            case "sendto" | "sendmsg" | "write" | "writev" if not call["resumed"]:
                sent.setdefault(name, set()).update(COMMAND.findall(line))
                if "COMMIT;" in line:
                    committed |= sent.pop(name)
                made_known = {found["id"] for found in DONE.finditer(line)}
                made_known |= {
                    steps[int(found["seq"])]
                    for found in TOLD.finditer(line)
                    if int(found["seq"]) in steps
                }
                for command in sorted(made_known):
                    yield Told(command, command in synced)
            case _:
                pass


WRITE = '7 pwrite64(8</x/p.db-wal>, "..{id}..", 4096, 0) = 4096'
SYNC = "7 fdatasync(8</x/p.db-wal>) = 0"
OTHER_SYNC = "7 fdatasync(9</x/p.db>) = 0"
BEGUN = "7 fdatasync(8</x/p.db-wal> <unfinished ...>"
ENDED = "7 <... fdatasync resumed>) = 0"
FAILED = "7 <... fdatasync resumed>) = -1 EIO (Input/output error)"
BROUGHT = '6 sendto(4<socket:[2]>, "B..{id}..", 90, 0) = 90'
COMMIT = r'6 sendto(4<socket:[2]>, "Q\0\0\0\fCOMMIT;\0", 13, 0) = 13'
OTHER_COMMIT = r'6 sendto(3<socket:[1]>, "..COMMIT;\0", 13, 0) = 13'
PG_WRITE = '9 pwrite64(5</d/pg_wal/000000010000000000000001>, "..{id}..", 8192, 0) = 8192'
PG_SYNC = "9 fdatasync(5</d/pg_wal/000000010000000000000001>) = 0"
ACK = r'6 sendto(9<socket:[5]>, "..{{\"type\":\"done\",\"id\":\"{id}\",\"seq\":1}}", 42, 0) = 42'
WORD = r'6 sendto(9<socket:[5]>, "..{{\"type\":\"told\",\"seq\":1,\"seat\":0}}", 42, 0) = 42'


@pytest.mark.parametrize(
    ("calls", "durable"),
    [
        ((WRITE, SYNC, ACK), True),
        ((WRITE, SYNC, WORD), True),
        ((WRITE, BEGUN, ENDED, ACK), True),
        ((WRITE, ACK, SYNC), False),
        ((WRITE, WORD, SYNC), False),
        ((WRITE, BEGUN, ACK, ENDED), False),
        ((BEGUN, WRITE, ENDED, ACK), False),
        ((WRITE, BEGUN, FAILED, ACK), False),
        ((WRITE, OTHER_SYNC, ACK), False),
        ((SYNC, ACK), False),
        ((BROUGHT, COMMIT, PG_WRITE, PG_SYNC, ACK), True),
        ((BROUGHT, COMMIT, PG_WRITE, PG_SYNC, WORD), True),
        ((BROUGHT, PG_WRITE, PG_SYNC, COMMIT, ACK), False),
        ((BROUGHT, COMMIT, PG_WRITE, ACK, PG_SYNC), False),
        ((BROUGHT, COMMIT, PG_SYNC, ACK), False),
        ((BROUGHT, OTHER_COMMIT, PG_WRITE, PG_SYNC, ACK), False),
    ],
)
def test_a_trace_shows_what_was_told_too_early(calls: tuple[str, ...], durable: bool) -> None:
    """The analysis of traces finds it."""
    trace = [call.format(id="auto:1:0") for call in calls]
    assert [found.durable for found in told(trace, {1: "auto:1:0"})] == [durable]


async def played(database: str, trace: Path, *also: str) -> list[Player]:
    """Two people and a bot play for a while at a traced server; `also` are options of strace."""
    tracer = shutil.which("strace")
    assert tracer is not None, "strace is needed: `sh tools/servers` says how to get it"
    calls = "trace=fsync,fdatasync,pwrite64,sendto,sendmsg,write,writev"
    under = [tracer, "--follow-forks", "--decode-fds=path", "--interruptible=2", *also]
    under += ["--string-limit=100000", f"--output={trace}", "-e", calls]
    with ServerProcess(database, under=under) as server:
        async with people(server.address, 2) as devices:
            table = await seated(devices, "rennfieber", ["random"])
            persons = [Player(device, table, seat) for seat, device in enumerate(devices)]
            tasks = [
                asyncio.create_task(person.follow())
                for person in (*persons, Watcher(devices[0], table))
            ]
            await until(lambda: min(len(person.done) for person in persons) >= ENOUGH)
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)
        await asyncio.to_thread(server.stop)
    return persons


def check_trace(trace: Path, persons: list[Player], rows: Iterable[tuple[int, str]]) -> None:
    """None of the stored commands, given with their lines, was told before it was durable."""
    steps = {line - len(persons): command for line, command in rows}
    assert set(steps) == set(range(1, len(steps) + 1))
    with trace.open(encoding="utf-8", errors="replace") as lines:
        found = list(told(lines, steps))
    assert {f.command for f in found} >= {id for person in persons for id in person.done}
    assert [f.command for f in found if not f.durable] == []


RECORDS = "SELECT line, data FROM records"


def commands(rows: Iterable[Sequence[Any]]) -> Iterator[tuple[int, str]]:
    """The lines that are steps, with the ids of their commands."""
    for line, data in rows:
        record = msgspec.json.decode(data)
        if record["kind"] == "step":
            yield line, record["id"]


async def test_sqlite_syncs_before_anything_is_told(tmp_path: Path) -> None:
    """In its write-ahead log."""
    file, trace = tmp_path / "paddock.db", tmp_path / "trace"
    persons = await played(f"sqlite:///{file}", trace, "--seccomp-bpf")
    with closing(sqlite3.connect(file)) as database:
        check_trace(trace, persons, commands(database.execute(RECORDS)))


async def test_postgresql_syncs_before_anything_is_told(
    fresh_postgres: str, tmp_path: Path
) -> None:
    """Its running processes are traced too, and those that it starts for the server."""
    async with asked(fresh_postgres) as connection:
        file: str = await connection.scalar(text("SELECT pg_read_file('postmaster.pid')"))
    pid = file.split(maxsplit=1)[0]
    helpers = Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()
    attached = [f"--attach={each}" for each in (pid, *helpers)]
    trace = tmp_path / "trace"
    persons = await played(fresh_postgres, trace, *attached)
    async with asked(fresh_postgres) as connection:
        check_trace(trace, persons, commands(await connection.execute(text(RECORDS))))


@asynccontextmanager
async def asked(url: str) -> AsyncIterator[AsyncConnection]:
    database = await open_database(url)
    async with database.reading() as connection:
        yield connection
    await database.close()
