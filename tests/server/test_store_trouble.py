"""The store in trouble: other schemas, locks, lost connections, kills; and its backup."""

import asyncio
import sqlite3
import sys
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager, closing
from itertools import pairwise
from pathlib import Path
from typing import TypeVar
from unittest.mock import AsyncMock

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from asyncpg import IntegrityConstraintViolationError
from msgspec.structs import replace
from sqlalchemy import Connection, make_url, text

from paddock.server import database as places
from paddock.server import migrations, records, schema
from paddock.server.appender import Appender
from paddock.server.fair_lock import FairLock
from paddock.server.rows import ChatRow
from paddock.server.sqlite_file import back_up
from paddock.server.store import CannotOpen, Store, Unavailable
from tests.server.client import ANSWER_SECONDS, until
from tests.server.proxy import TcpProxy
from tests.server.stores import (
    a_match,
    a_table,
    database_of,
    heads,
    line,
    looking_into,
    opened,
    sqlite,
)

T = TypeVar("T")
pytestmark = pytest.mark.anyio


# Opening


async def test_the_migrations_lead_to_the_schema(database: str) -> None:
    """Their result does not differ from the schema in the code."""

    def differences(connection: Connection) -> list[object]:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return list(compare_metadata(context, schema.metadata))

    async with looking_into(database) as found, found.reads.connect() as connection:
        assert await connection.run_sync(differences) == []


async def test_stores_that_open_a_fresh_database_at_once(database: str) -> None:
    """One of them migrates and the others wait, because the database is locked."""
    for store in await asyncio.gather(*(Store.open(database) for _ in range(4))):
        assert not await store.devices.known("nobody")
        await store.close()


NEXT = """
import sqlalchemy as sa
from alembic import op

revision = "{number}"
down_revision = "{last}"

def upgrade() -> None:
    op.add_column("devices", sa.Column("colour", sa.Text))
"""


async def test_an_older_schema_is_upgraded_and_a_newer_one_refused(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A later Paddock adds its migration and keeps the data; this one then refuses to open it."""
    async with opened(database) as store:
        await store.devices.add("phone", 1.0)
    versions = tmp_path / "versions"
    versions.mkdir()
    for step in migrations.VERSIONS.glob("v*.py"):
        (versions / step.name).write_text(step.read_text())
    newest = max(int(step.name[1:5]) for step in versions.glob("v*.py"))
    added = NEXT.format(last=f"{newest:04}", number=f"{newest + 1:04}")
    (versions / f"v{newest + 1:04}_colour.py").write_text(added)
    with monkeypatch.context() as later:
        later.setattr(migrations, "VERSIONS", versions)
        async with opened(database) as store:
            assert await store.devices.known("phone")
            async with database_of(store) as found, found.reads.connect() as connection:
                assert await connection.scalar(text("SELECT colour FROM devices")) is None
    with pytest.raises(CannotOpen, match=rf"newer version of Paddock.*{newest + 1:04}"):
        await Store.open(database)


@pytest.mark.parametrize(
    "url", ["", "paddock.db", "sqlite://", "sqlite:///:memory:", "mysql://localhost/paddock"]
)
async def test_only_a_file_or_postgresql_can_be_opened(url: str) -> None:
    """Anything that would not last, or is unknown, is refused with a list of the valid forms."""
    with pytest.raises(CannotOpen, match="sqlite:///FILE or postgresql://"):
        await Store.open(url)


async def test_postgresql_is_addressed_as_everywhere() -> None:
    """Its older scheme and libpq's `sslmode` work."""
    url = places.parsed("postgres://ada@stable/paddock?sslmode=require")
    assert url.drivername == "postgresql+asyncpg"
    assert dict(url.query) == {"ssl": "require"}


async def test_an_unreachable_place_is_refused(tmp_path: Path) -> None:
    """With the reason and a remedy in one line, and without the password."""
    with pytest.raises(CannotOpen, match=r"\Athere is no folder .*/missing: create it first\Z"):
        await Store.open(f"sqlite:///{tmp_path}/missing/paddock.db")
    with pytest.raises(CannotOpen, match=r"\A.*cannot be opened.*\Z") as refused:
        await Store.open("postgresql://ada:turf123@127.0.0.1:1/paddock")
    assert "turf123" not in str(refused.value)


# Trouble


@asynccontextmanager
async def through_a_proxy(url: str) -> AsyncIterator[tuple[TcpProxy, Store]]:
    """A store that reaches PostgreSQL through a proxy."""
    far = make_url(url)
    async with TcpProxy.to(far.host, far.port) as proxy:
        near = far.set(port=proxy.port).render_as_string(hide_password=False)
        async with opened(near) as store:
            yield proxy, store


def soon(answer: Awaitable[T]) -> Awaitable[T]:
    """Fails if there is no answer at all."""
    return asyncio.wait_for(answer, ANSWER_SECONDS)


async def test_sqlite_is_durable_and_private(sqlite_store: Store, tmp_path: Path) -> None:
    """Each commit reaches the disk, and only the owner can read the seeds."""
    wanted = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "secure_delete": 1}
    async with database_of(sqlite_store) as found, found.writes.connect() as connection:
        for name, value in wanted.items():
            assert await connection.scalar(text(f"PRAGMA {name}")) == value
    await a_match(sqlite_store)
    assert await sqlite_store.appender.append(line(1))
    written = sqlite_store.appender._lines
    assert isinstance(written, records.SqliteRecords) and written._connection is not None
    for name, value in wanted.items():
        assert written._connection.execute(f"PRAGMA {name}").fetchone() == (value,)
    assert {file.stat().st_mode & 0o777 for file in tmp_path.glob("paddock.db*")} == {0o600}


async def test_a_step_writes_few_bytes_to_the_disk(sqlite_store: Store, tmp_path: Path) -> None:
    """Three pages of a new file: the line, its key, and the table's progress."""
    await a_match(sqlite_store)
    log, sizes = tmp_path / "paddock.db-wal", []
    for number in range(1, 21):
        assert await sqlite_store.appender.append(line(number))
        sizes.append(log.stat().st_size)
    grown = [after - before for before, after in pairwise(sizes)]
    assert sorted(grown)[len(grown) // 2] <= 4 * (1024 + 24)  # a fourth where a page is full


async def test_postgresql_commits_are_durable_whatever_is_the_default(fresh_postgres: str) -> None:
    """Even if the database is set up to acknowledge commits before it has written them."""
    async with opened(fresh_postgres) as store:
        name = make_url(fresh_postgres).database
        async with database_of(store) as found, found.reads.connect() as connection:
            await connection.exec_driver_sql(f"ALTER DATABASE {name} SET synchronous_commit = off")
    async with looking_into(fresh_postgres) as found, found.writes.connect() as connection:
        assert await connection.scalar(text("SHOW synchronous_commit")) == "on"


APPEND = """
import asyncio, sys
from paddock.server.rows import RecordRow
from paddock.server.store import Store

async def main() -> None:
    store = await Store.open(sys.argv[1])
    line = 0
    while line := line + 1:
        assert await store.appender.append(RecordRow("t", line, b"line"))
        print(line, flush=True)

asyncio.run(main())
"""


async def test_what_was_acknowledged_survives_a_kill(empty_database: str) -> None:
    """A process that is killed at work has stored every line that it announced."""
    async with opened(empty_database) as store:
        await a_match(store)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", APPEND, empty_database), stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout
    told = [await process.stdout.readline() for _ in range(50)]
    process.kill()
    told += (await process.stdout.read()).splitlines(keepends=True)
    await process.wait()
    last = [int(number) for number in told if number.endswith(b"\n")][-1]
    async with opened(empty_database) as store:
        assert (await heads(store, "t"))["t"] >= last
        found = [record.line for record in await store.logs.lines("t")]
    assert found == list(range(len(found)))


async def test_a_locked_file_acknowledges_nothing(
    sqlite_store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An append fails after a while, and succeeds once the lock is gone."""
    await a_match(sqlite_store)
    with closing(sqlite3.connect(tmp_path / "paddock.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        monkeypatch.setattr(records, "BUSY_SECONDS", 0.05)
        with pytest.raises(Unavailable, match="locked"):
            await soon(sqlite_store.appender.append(line(1)))
        other.execute("ROLLBACK")
        monkeypatch.undo()
    assert await sqlite_store.appender.append(line(1))


async def test_writes_take_turns(sqlite_store: Store) -> None:
    """In the order in which they came: the many lines do not hold up everything else."""
    await a_match(sqlite_store)
    lock = sqlite_store._database.lock
    assert isinstance(lock, FairLock)
    async with lock:
        chat = ChatRow("t", 0, None, "Ada", "hello", 1.0)
        first = asyncio.create_task(sqlite_store.chat.add(chat))
        await until(lambda: len(lock._waiting) == 1)
        second = asyncio.create_task(sqlite_store.appender.append(line(1)))
        await until(lambda: len(lock._waiting) == 2)
    assert await second
    assert await sqlite_store.chat.newest("t", 1) == [replace(chat, number=1)]
    await first


async def test_a_turn_given_up_passes_on() -> None:
    """Whether it was waited for or had just come; a thread takes its turn like a task."""
    lock = FairLock()
    async with lock:
        waiting = [asyncio.create_task(lock.__aenter__()) for _ in range(2)]
        await until(lambda: len(lock._waiting) == 2)
        waiting[0].cancel()
        await asyncio.sleep(0)
    waiting[1].cancel()  # its turn has come, but it does not know yet
    await asyncio.wait(waiting)
    with lock:
        assert lock._taken
    assert not lock._taken


async def test_two_stores_on_one_file_wait_for_each_other(tmp_path: Path) -> None:
    """As when a backup or another program writes: no append fails because it has read first."""
    url = sqlite(tmp_path)
    async with opened(url) as one, opened(url) as other:
        for store, id in ((one, "t"), (other, "u")):
            await a_match(store, id)
        for number in range(1, 41):
            answers = await asyncio.gather(
                one.appender.append(line(number, table="t")),
                other.appender.append(line(number, table="u")),
            )
            assert all(answers)


async def test_a_lost_connection_is_replaced(empty_postgres: str) -> None:
    """An append whose connection PostgreSQL ends fails; the next one connects again."""
    end = text(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE wait_event_type = 'Lock' AND application_name = 'paddock'"
    )
    async with opened(empty_postgres) as store, database_of(store) as other:
        await a_match(store)
        async with other.writes.begin() as holding:
            await holding.exec_driver_sql("SELECT id FROM tables FOR UPDATE")
            waiting = asyncio.create_task(store.appender.append(line(1)))
            async with other.reads.connect() as connection:
                while not (await connection.execute(end)).all():
                    await asyncio.sleep(0)
            with pytest.raises(Unavailable):
                await soon(waiting)
        assert await heads(store, "t") == {"t": 0}
        assert await soon(store.appender.append(line(1)))


async def test_idle_connections_may_be_dropped(empty_postgres: str) -> None:
    """Losing them between two appends, as when PostgreSQL restarts, harms neither."""
    end = (
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE application_name = 'paddock' AND pid != pg_backend_pid()"
    )
    async with opened(empty_postgres) as store, database_of(store) as other:
        await a_match(store)
        async with other.reads.connect() as connection:
            await connection.exec_driver_sql(end)
        assert await soon(store.appender.append(line(1)))
        assert await soon(heads(store, "t")) == {"t": 1}


async def test_a_silent_server_is_not_waited_for(
    empty_postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When nothing answers any more, everything fails in time, and nothing hangs."""
    async with opened(empty_postgres) as store:
        await a_match(store)
    monkeypatch.setattr(places, "STATEMENT_SECONDS", 0.5)
    monkeypatch.setattr(places, "CONNECT_SECONDS", 0.5)
    async with through_a_proxy(empty_postgres) as (proxy, store):
        proxy.silent = True
        for _ in range(2):
            with pytest.raises(Unavailable):
                await soon(store.appender.append(line(1)))
        with pytest.raises(Unavailable):
            await soon(heads(store, "t"))


async def test_a_lock_that_another_keeps_is_not_waited_for(
    empty_postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An append fails in time, and succeeds once the lock is gone."""
    async with opened(empty_postgres) as store:
        await a_match(store)
    monkeypatch.setattr(places, "STATEMENT_SECONDS", 0.5)
    async with opened(empty_postgres) as store, database_of(store) as other:
        async with other.writes.begin() as holding:
            await holding.exec_driver_sql("SELECT id FROM tables FOR UPDATE")
            with pytest.raises(Unavailable):
                await soon(store.appender.append(line(1)))
        assert await soon(store.appender.append(line(1)))


async def test_a_worker_that_hangs_loses_its_locks(
    empty_postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PostgreSQL ends its transaction, so that the others can go on."""
    monkeypatch.setattr(places, "IDLE_TRANSACTION_SECONDS", 1)
    async with opened(empty_postgres) as store, database_of(store) as other:
        await a_match(store)
        holding = await other.writes.connect()
        await holding.exec_driver_sql("SELECT id FROM tables FOR UPDATE")
        assert await soon(store.appender.append(line(1)))
        await holding.invalidate()
        await holding.close()


async def test_a_commit_without_an_answer_is_not_acknowledged(empty_postgres: str) -> None:
    """Its line may be stored: reading again shows it, and appending it again does no harm."""
    async with through_a_proxy(empty_postgres) as (proxy, store):
        await a_match(store)
        proxy.cut_at = b"COMMIT;"
        with pytest.raises(Unavailable):
            await soon(store.appender.append(line(1, "one")))
        proxy.cut_at = None
        assert not await soon(store.appender.append(line(1, "one")))
        assert await store.logs.lines("t", 0) == [line(1, "one")]


async def test_a_dead_writer_fails_all_appends(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An error in its own code is raised when it is closed, and until then nobody waits in vain."""
    broken = AsyncMock(side_effect=RuntimeError("a fault"))
    monkeypatch.setattr(store.appender._lines, "write", broken)
    together = asyncio.gather(
        *(store.appender.append(line(1, table=id)) for id in ("t", "t", "u")),
        return_exceptions=True,
    )
    assert [type(answer) for answer in await soon(together)] == [Unavailable] * 3
    with pytest.raises(Unavailable):
        await soon(store.appender.append(line(1)))
    with pytest.raises(RuntimeError, match="a fault"):
        await store.appender.close()
    store.appender = Appender(records.records_of(store._database_thread, store._database))


async def test_a_broken_constraint_is_no_outage(store: Store) -> None:
    """It is a mistake in the code, which trying again would only repeat: the writer stops, its
    health says so, and closing raises the error. Nothing is written."""
    await a_match(store)
    there = 'INSERT INTO records SELECT "table", 1, data FROM records WHERE line = 0'
    await store.logs._do(text(there))  # although the table's head is still 0
    with pytest.raises(Unavailable, match="the writer has stopped"):
        await soon(store.appender.append(line(1)))
    assert not store.appender.alive
    with pytest.raises(
        (sqlite3.IntegrityError, IntegrityConstraintViolationError), match=r"(?i)unique"
    ):
        await store.appender.close()
    store.appender = Appender(records.records_of(store._database_thread, store._database))
    assert await heads(store, "t") == {"t": 0}
    await store.logs._do(text("DELETE FROM records WHERE line = 1"))
    assert await soon(store.appender.append(line(1)))


async def test_closing_writes_what_is_queued_and_no_more(empty_database: str) -> None:
    """Appends that wait are answered, later ones are refused."""
    store = await Store.open(empty_database)
    await a_match(store)
    queued = asyncio.create_task(store.appender.append(line(1)))
    await asyncio.sleep(0)
    await store.close()
    assert await soon(queued)
    with pytest.raises(Unavailable):
        await store.appender.append(line(2))
    async with opened(empty_database) as again:
        assert await heads(again, "t") == {"t": 1}


async def test_giving_up_leaves_the_store_in_order(store: Store) -> None:
    """Cancelled calls, as from closed sockets, cost nobody else an answer or a connection."""
    await a_match(store)
    await a_table(store, "u")
    for turns in range(12):
        chat = ChatRow("u", 0, None, "Ada", "hello", 1.0)
        leaving = [
            asyncio.create_task(store.appender.append(line(turns + 1))),
            asyncio.create_task(store.chat.add(chat)),
            asyncio.create_task(store.seats.at("u")),
        ]
        for _ in range(turns):
            await asyncio.sleep(0)
        for task in leaving:
            task.cancel()
        await asyncio.gather(*leaving, return_exceptions=True)
        # Either the cancelled line is written, or the next one with its number.
        assert await soon(store.appender.append(line(turns + 1))) in (True, False)
    assert (await heads(store, "t"))["t"] == 12
    await store._database_thread.settled()  # cancelled words are still stored
    numbers = [row.number for row in await store.chat.newest("u", 99)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert await store.seats.sit("u", 0, "Ada", None, "phone")


# Backup


async def test_a_backup_is_a_moment_of_play(sqlite_store: Store, tmp_path: Path) -> None:
    """Made while lines are added, it opens as a store with a complete log."""
    await a_match(sqlite_store)
    copy = tmp_path / "backup.db"
    copy.write_bytes(b"an older one")
    making = asyncio.create_task(asyncio.to_thread(back_up, tmp_path / "paddock.db", copy))
    number = 0
    while not making.done():
        number += 1
        assert await sqlite_store.appender.append(line(number))
    await making
    assert copy.stat().st_mode & 0o777 == 0o600
    async with opened(f"sqlite:///{copy}") as again:
        records = await again.logs.lines("t")
        assert [record.line for record in records] == list(range(len(records)))
        assert await heads(again, "t") == {"t": len(records) - 1}
        assert 1 <= len(records) <= number + 1
