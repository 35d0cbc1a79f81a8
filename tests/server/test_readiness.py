"""Whether commands can be stored: on full disks, read-only databases, and while nothing answers."""

import asyncio
import resource
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, closing, contextmanager
from pathlib import Path
from random import Random

import httpx
import msgspec
import pytest
from msgspec import Raw
from sqlalchemy import event
from sqlalchemy.ext.asyncio import create_async_engine

from paddock.server import database as places
from paddock.server import lines, readiness
from paddock.server import socket as sockets
from paddock.server.store import Store
from paddock.server.store.devices import Devices
from paddock.wire.messages import Done, Give, Refused, Wait
from tests.server.client import PATIENCE
from tests.server.inside import room_of, serving
from tests.server.people import Hand, at_table, hand
from tests.server.process import ServerProcess

pytestmark = pytest.mark.anyio


class Watch:
    """Whoever watches over a server."""

    def __init__(self, asks: httpx.AsyncClient) -> None:
        self.asks = asks

    @classmethod
    @asynccontextmanager
    async def over(cls, address: str) -> AsyncIterator["Watch"]:
        async with httpx.AsyncClient(base_url=address, timeout=PATIENCE, trust_env=False) as asks:
            yield cls(asks)

    async def ready(self) -> bool:
        """What it says now; it answers to its health all the while."""
        assert (await self.asks.get("/health")).status_code == 200
        answer = await self.asks.get("/ready")
        said = answer.status_code, answer.json()["status"]
        assert said in ((200, "ready"), (503, "not_ready"))
        return answer.is_success

    async def until(self, ready: bool) -> None:
        async with asyncio.timeout(PATIENCE):
            while await self.ready() is not ready:
                await asyncio.sleep(0.05)


@asynccontextmanager
async def at_a_table(address: str) -> AsyncIterator[Hand]:
    """Somebody whose turn it is, at a table with a bot."""
    async with at_table(address, 1, bots=["random"]) as (one,):
        await one.choice()
        yield one


async def refused_until(one: Hand, watch: Watch, trouble: AbstractContextManager[None]) -> None:
    """As long as it lasts, a command is refused and the server not ready; after it neither."""
    command, id = (await one.choice()).sample(Random(1)), "the-one"
    with trouble:
        refused = await one.give(command, id)
        assert isinstance(refused, Refused) and refused.reason.code == "not_stored"
        await watch.until(ready=False)
    await watch.until(ready=True)
    done = await one.give(command, id)
    assert isinstance(done, Done) and done.seq is not None
    assert await one.give(command, id) == done


@contextmanager
def full_disk(pid: int, file: Path) -> Iterator[None]:
    """No file of a process can grow beyond what the log of its database has by now."""
    was = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (file.stat().st_size, was[1]))
    yield
    resource.prlimit(pid, resource.RLIMIT_FSIZE, was)


async def test_a_full_disk(tmp_path: Path) -> None:
    """The operating system refuses what is written, until there is room again."""
    with ServerProcess(f"sqlite:///{tmp_path / 'paddock.db'}") as server:
        assert server._process is not None
        full = full_disk(server._process.pid, tmp_path / "paddock.db-wal")
        async with at_a_table(server.address) as one, Watch.over(server.address) as watch:
            assert await watch.ready()
            await refused_until(one, watch, full)


@contextmanager
def read_only_sqlite(store: Store) -> Iterator[None]:
    """A connection that was made while the file could only be read stays that way."""
    engine = store._database.writes.sync_engine

    def only_reads(connection: "sqlite3.Connection", _record: object) -> None:
        connection.execute("PRAGMA query_only = ON")

    event.listen(engine, "connect", only_reads)
    asyncio.run_coroutine_threadsafe(store._database.writes.dispose(), store._clerk.loop).result(30)
    written = store.writer._lines
    assert isinstance(written, lines.SqliteLines)
    written._thread.submit(written._disconnect).result(30)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lines, "SQLITE_WRITES", ("PRAGMA query_only = ON",))
        yield
    event.remove(engine, "connect", only_reads)


async def test_a_file_that_turns_read_only(tmp_path: Path) -> None:
    """The server goes on by itself once it can be written again."""
    async with (
        serving(tmp_path) as (house, address),
        at_a_table(address) as one,
        Watch.over(address) as watch,
    ):
        assert await watch.ready()
        await refused_until(one, watch, read_only_sqlite(house.store))


async def read_only(url: str, *, on: bool) -> None:
    """Whoever connects to a database of PostgreSQL from now on may only read it, or may write;
    where it turns read-only, all have to connect anew, as after a failover."""
    place = places.parsed(url)
    setting = "SET default_transaction_read_only = on" if on else "RESET ALL"
    told = [f"ALTER DATABASE {place.database} {setting}"]
    if on:
        told.append(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE application_name = 'paddock' AND datname = current_database()"
        )
    writes = {"server_settings": {"default_transaction_read_only": "off"}}
    engine = create_async_engine(place, isolation_level="AUTOCOMMIT", connect_args=writes)
    async with engine.connect() as superuser:
        for statement in told:
            await superuser.exec_driver_sql(statement)
    await engine.dispose()


async def test_a_postgresql_that_turns_read_only(fresh_postgres: str) -> None:
    """As after a failover to a standby; connections made meanwhile are not kept."""
    with ServerProcess(fresh_postgres) as server:
        async with at_a_table(server.address) as one, Watch.over(server.address) as watch:
            assert await watch.ready()
            command = (await one.choice()).sample(Random(1))
            await read_only(fresh_postgres, on=True)
            refused = await one.give(command, "the-one")
            assert isinstance(refused, Refused) and refused.reason.code == "not_stored"
            await watch.until(ready=False)
            await read_only(fresh_postgres, on=False)
            await watch.until(ready=True)
            assert isinstance(await one.give(command, "the-one"), Done)


@contextmanager
def gate(file: Path) -> Iterator[sqlite3.Connection]:
    """As long as it is shut, nobody else's commit gets through."""
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield other


async def test_a_database_that_says_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asks has an answer all the same; and however many ask, one attempt is made."""
    monkeypatch.setattr(places, "BUSY", 600.0)
    monkeypatch.setattr(readiness, "FRESH", 0.0)
    tried, try_adding = [], Devices.try_adding

    async def counted(self: Devices) -> None:
        tried.append(self)
        await try_adding(self)

    monkeypatch.setattr(Devices, "try_adding", counted)
    async with serving(tmp_path) as (_, address), Watch.over(address) as watch:
        assert await watch.ready()  # the first connection would not wait for anybody
        tried.clear()
        monkeypatch.setattr(readiness, "PATIENCE", 0.05)
        with gate(tmp_path / "paddock.db"):
            assert not any(await asyncio.gather(*(watch.ready() for _ in range(20))))
            assert not await watch.ready()
            assert len(tried) == 1
        await watch.until(ready=True)


async def test_an_answer_holds_for_a_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asks again at once gets it again; later it is found out anew."""
    monkeypatch.setattr(readiness, "PATIENCE", 600.0)
    monkeypatch.setattr(readiness, "FRESH", 600.0)
    async with serving(tmp_path) as (house, address), Watch.over(address) as watch:
        assert await watch.ready()
        with read_only_sqlite(house.store):
            assert await watch.ready()
            monkeypatch.setattr(readiness, "FRESH", 0.0)
            assert not await watch.ready()
        assert await watch.ready()


async def test_what_readiness_writes_leaves_nothing(tmp_path: Path) -> None:
    """No device is known that nobody has."""
    async with serving(tmp_path) as (_, address), Watch.over(address) as watch:
        assert await watch.ready()
        with closing(sqlite3.connect(tmp_path / "paddock.db")) as looking:
            assert looking.execute("SELECT count(*) FROM devices").fetchone() == (0,)


# A commit that takes its time


async def test_a_slow_commit_is_told_of_and_counts_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever gave the command hears that it is not stored yet, over each connection on which they
    sent it; who watches hears nothing before it is; and there is one step in the end."""
    monkeypatch.setattr(lines, "BUSY", 600.0)
    monkeypatch.setattr(sockets, "SLOW", 0.05)
    async with (
        serving(tmp_path) as (house, address),
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
            assert (await room_of(house, one.table)).seq == before
        done = [await each.socket.next(Done) for each in (one, again)]
        assert done == [Done("the-one", before + 1)] * 2
        await watcher.reached(before + 1)
        records = await house.store.logs.lines(one.table)
        assert [row.command for row in records].count("the-one") == 1
