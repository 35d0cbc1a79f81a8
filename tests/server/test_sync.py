"""Durable before it is told: a killed process proves nothing about a power cut, its calls do.

The kernel keeps what a killed process has written, a power cut takes what was not synced. So the
server runs under strace: each step must be in SQLite's log file, and the file synced, before the
step's acknowledgement, or any word of it, is handed to a socket.
"""

import asyncio
import re
import shutil
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from msgspec import Struct
from sqlalchemy import text

from tests.server.client import Player, Watcher
from tests.server.people import people, seated
from tests.server.process import ServerProcess
from tests.server.stores import opened

pytestmark = pytest.mark.anyio

ENOUGH = 12  # acknowledgements

CALL = re.compile(r"(?P<pid>\d+) +(?:<\.\.\. )?(?P<name>\w+)(?P<resumed> resumed>)?")
FILE = re.compile(r"\w+\(\d+<(?P<file>[^>]*)>")
COMMAND = re.compile(r"auto:\d+:\d+|[0-9a-f]{16}")
DONE = re.compile(r'\{\\"type\\":\\"done\\",\\"id\\":\\"(?P<id>[^\\]+)\\"')
TOLD = re.compile(r'\{\\"type\\":\\"told\\",\\"seq\\":(?P<seq>\d+)')


class Told(Struct, frozen=True):
    """Something that left on a socket: the command that it makes known, and whether that was
    synced by then."""

    command: str
    durable: bool


def told(trace: Iterable[str], steps: dict[int, str]) -> Iterator[Told]:
    """All that a traced server told of these steps: their commands, by sequence."""
    written: set[str] = set()
    synced: set[str] = set()
    syncing: dict[str, set[str]] = {}
    for line in trace:
        call, file = CALL.match(line), FILE.search(line[:300])
        if call is None:
            continue
        log = file is not None and file["file"].endswith("-wal")
        match call["name"]:
            case "pwrite64" if log:
                written |= set(COMMAND.findall(line))
            case "fsync" | "fdatasync":
                if log:  # what is written while this goes on is not meant
                    syncing[call["pid"]] = set(written)
                if line.rstrip().endswith(" = 0"):
                    synced |= syncing.pop(call["pid"], set())
            case "sendto" | "sendmsg" | "write" | "writev" if not call["resumed"]:
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
    ],
)
def test_a_trace_shows_what_was_told_too_early(calls: tuple[str, ...], durable: bool) -> None:
    """The reader of traces can tell."""
    trace = [call.format(id="auto:1:0") for call in calls]
    assert [found.durable for found in told(trace, {1: "auto:1:0"})] == [durable]


async def test_sqlite_syncs_before_anything_is_told(tmp_path: Path) -> None:
    file, trace = tmp_path / "paddock.db", tmp_path / "trace"
    tracer = shutil.which("strace")
    assert tracer is not None, "strace is needed: `sh tools/servers` says how to get it"
    calls = "trace=fsync,fdatasync,pwrite64,sendto,sendmsg,write,writev"
    under = [tracer, "--follow-forks", "--seccomp-bpf", "--decode-fds=path", "--interruptible=2"]
    under += ["--string-limit=100000", f"--output={trace}", "-e", calls]
    with ServerProcess(f"sqlite:///{file}", under=under) as server:
        async with people(server.address, 2) as devices:
            table = await seated(devices, "rennfieber", ["random"])
            persons = [Player(device, table, seat) for seat, device in enumerate(devices)]
            tasks = [
                asyncio.create_task(person.follow())
                for person in (*persons, Watcher(devices[0], table))
            ]
            async with asyncio.timeout(120):
                while min(len(person.done) for person in persons) < ENOUGH:
                    await asyncio.sleep(0.02)
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)
        await asyncio.to_thread(server.stop)
    with closing(sqlite3.connect(file)) as database:
        rows = database.execute("SELECT line, command FROM records WHERE command IS NOT NULL")
        steps = {line - len(persons): command for line, command in rows}
    assert set(steps) == set(range(1, len(steps) + 1))
    with trace.open(encoding="utf-8", errors="replace") as lines:
        found = list(told(lines, steps))
    assert {f.command for f in found} >= {id for person in persons for id in person.done}
    assert [f.command for f in found if not f.durable] == []


async def test_postgresql_syncs_before_it_answers(fresh_postgres: str) -> None:
    """In the sessions that write, whatever the database's own default is."""
    name = fresh_postgres.rpartition("/")[2]
    async with opened(fresh_postgres) as store, store._database.writing() as connection:
        await connection.execute(text(f"ALTER DATABASE {name} SET synchronous_commit = off"))
    async with opened(fresh_postgres) as store, store._database.writing() as connection:
        assert await connection.scalar(text("SHOW synchronous_commit")) == "on"
        assert await connection.scalar(text("SHOW fsync")) == "on"
