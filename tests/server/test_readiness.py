"""Readiness: full disks, read-only databases, and databases that do not answer."""

import asyncio
import resource
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing, contextmanager
from pathlib import Path
from random import Random
from unittest.mock import AsyncMock

import httpx
import msgspec
import pytest
from msgspec import Raw
from sqlalchemy import event
from sqlalchemy.ext.asyncio import create_async_engine

from paddock.server import database as places
from paddock.server import readiness, records
from paddock.server import socket as sockets
from paddock.server.store import Store
from paddock.wire.messages import Done, Give, Refused, Wait
from tests.server.client import ANSWER_SECONDS
from tests.server.inside import room_of, serving
from tests.server.people import Hand, at_table, hand
from tests.server.process import ServerProcess
from tests.server.stores import commands, sqlite

pytestmark = pytest.mark.anyio


class Watch:
    """Monitors a server."""

    def __init__(self, asks: httpx.AsyncClient) -> None:
        self.asks = asks

    @classmethod
    @asynccontextmanager
    async def over(cls, address: str) -> AsyncIterator["Watch"]:
        async with httpx.AsyncClient(
            base_url=address, timeout=ANSWER_SECONDS, trust_env=False
        ) as asks:
            yield cls(asks)

    async def ready(self) -> bool:
        """Whether it is ready now; it is healthy all the time."""
        assert (await self.asks.get("/health")).status_code == 200
        answer = await self.asks.get("/ready")
        said = answer.status_code, answer.json()["status"]
        assert said in ((200, "ready"), (503, "not_ready"))
        return answer.is_success

    async def until(self, ready: bool) -> None:
        async with asyncio.timeout(ANSWER_SECONDS):
            while await self.ready() is not ready:
                await asyncio.sleep(0.05)


@asynccontextmanager
async def at_a_table(address: str) -> AsyncIterator[Hand]:
    """Somebody at their turn, at a table with a bot."""
    async with at_table(address, 1, bots=["random"]) as (one,):
        await one.choice()
        yield one


async def check_trouble(address: str, trouble: AbstractAsyncContextManager[None]) -> None:
    """While it lasts, a command is refused and the server is not ready; then it is carried out."""
    async with at_a_table(address) as one, Watch.over(address) as watch:
        assert await watch.ready()
        command, id = (await one.choice()).sample(Random(1)), "the-one"
        async with trouble:
            refused = await one.give(command, id)
            assert isinstance(refused, Refused) and refused.reason.code == "not_stored"
            await watch.until(ready=False)
        await watch.until(ready=True)
        done = await one.give(command, id)
        assert isinstance(done, Done) and done.seq is not None
        assert await one.give(command, id) == done


@asynccontextmanager
async def full_disk(pid: int, file: Path) -> AsyncIterator[None]:
    """No file of a process can grow beyond the present size of this one."""
    was = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (file.stat().st_size, was[1]))
    yield
    resource.prlimit(pid, resource.RLIMIT_FSIZE, was)


async def test_a_full_disk(tmp_path: Path) -> None:
    """The operating system refuses to write until there is room again."""
    with ServerProcess(sqlite(tmp_path)) as server:
        full = full_disk(server.pid, tmp_path / "paddock.db-wal")
        await check_trouble(server.address, full)


@asynccontextmanager
async def read_only_sqlite(store: Store) -> AsyncIterator[None]:
    """Connections that are made now can only read, as long as they last."""
    engine = store._database.writes.sync_engine

    def only_reads(connection: "sqlite3.Connection", _record: object) -> None:
        connection.execute("PRAGMA query_only = ON")

    event.listen(engine, "connect", only_reads)
    await store._database_thread.run(store._database.writes.dispose())
    written = store.appender._lines
    assert isinstance(written, records.SqliteRecords)
    written._thread.submit(written._disconnect).result(30)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(records, "SQLITE_WRITES", ("PRAGMA query_only = ON",))
        yield
    event.remove(engine, "connect", only_reads)


async def test_a_file_that_turns_read_only(tmp_path: Path) -> None:
    """The server recovers by itself once it can be written again."""
    async with serving(tmp_path) as (rooms, address):
        await check_trouble(address, read_only_sqlite(rooms.store))


@asynccontextmanager
async def read_only_postgres(url: str) -> AsyncIterator[None]:
    """As after a failover: all connections are lost, and those that are made now can only read."""
    place = places.parsed(url)
    writes = {"server_settings": {"default_transaction_read_only": "off"}}
    engine = create_async_engine(place, isolation_level="AUTOCOMMIT", connect_args=writes)
    async with engine.connect() as superuser:
        await superuser.exec_driver_sql(
            f"ALTER DATABASE {place.database} SET default_transaction_read_only = on"
        )
        await superuser.exec_driver_sql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE application_name = 'paddock' AND datname = current_database()"
        )
        yield
        await superuser.exec_driver_sql(f"ALTER DATABASE {place.database} RESET ALL")
    await engine.dispose()


async def test_a_postgresql_that_turns_read_only(fresh_postgres: str) -> None:
    """The server does not keep connections that can only read."""
    with ServerProcess(fresh_postgres) as server:
        await check_trouble(server.address, read_only_postgres(fresh_postgres))


@contextmanager
def gate(file: Path) -> Iterator[None]:
    """Nobody else can commit."""
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield


async def test_a_database_that_says_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everybody who asks gets an answer, and only one attempt is made for all of them."""
    monkeypatch.setattr(places, "BUSY_SECONDS", 600.0)
    monkeypatch.setattr(readiness, "FRESH_SECONDS", 0.0)
    async with serving(tmp_path) as (rooms, address), Watch.over(address) as watch:
        assert await watch.ready()  # the very first connection would not wait
        tried = AsyncMock(wraps=rooms.store.devices.try_adding)
        monkeypatch.setattr(rooms.store.devices, "try_adding", tried)
        monkeypatch.setattr(readiness, "ANSWER_SECONDS", 0.05)
        with gate(tmp_path / "paddock.db"):
            assert not any(await asyncio.gather(*(watch.ready() for _ in range(20))))
            assert not await watch.ready()
            assert tried.await_count == 1
        await watch.until(ready=True)


async def test_an_answer_holds_for_a_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is given again without a new attempt; later there is one. The check itself leaves no
    device in the database."""
    monkeypatch.setattr(readiness, "ANSWER_SECONDS", 600.0)
    monkeypatch.setattr(readiness, "FRESH_SECONDS", 600.0)
    async with serving(tmp_path) as (rooms, address), Watch.over(address) as watch:
        assert await watch.ready()
        async with read_only_sqlite(rooms.store):
            assert await watch.ready()
            monkeypatch.setattr(readiness, "FRESH_SECONDS", 0.0)
            assert not await watch.ready()
        assert await watch.ready()
    with closing(sqlite3.connect(tmp_path / "paddock.db")) as database:
        assert database.execute("SELECT count(*) FROM devices").fetchone() == (0,)


async def test_a_slow_commit_is_announced_and_counts_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each connection that sent the command hears that it is not stored yet; spectators hear of it
    only once it is, and in the end there is one step."""
    monkeypatch.setattr(records, "BUSY_SECONDS", 600.0)
    monkeypatch.setattr(sockets, "SLOW_SECONDS", 0.05)
    async with (
        serving(tmp_path) as (rooms, address),
        at_a_table(address) as one,
        hand(one.device, one.table) as watcher,
        hand(one.device, one.table, 0) as again,
    ):
        await watcher.reached(one.seq)
        offer = await one.choice()
        give = Give("the-one", Raw(msgspec.json.encode(offer.sample(Random(1)))))
        before = one.seq
        with gate(tmp_path / "paddock.db"):
            for each in (one, again):
                await each.socket.send(give)
                assert await each.socket.next(Wait) == Wait("the-one")
            assert (await room_of(rooms, one.table)).seq == before
        done = [await each.socket.next(Done) for each in (one, again)]
        assert done == [Done("the-one", before + 1)] * 2
        await watcher.reached(before + 1)
        stored = await rooms.store.logs.lines(one.table)
        assert commands(stored).count("the-one") == 1
