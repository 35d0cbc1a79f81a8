"""Where the store lies: SQLite in a file, or PostgreSQL, found by URL and brought up to date.

Each has two sides. Writes run in transactions that take their locks first; reads see what is
committed and take none. A commit that has returned is durable on both.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import (
    AbstractAsyncContextManager,
    ExitStack,
    asynccontextmanager,
    contextmanager,
    nullcontext,
)
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from sqlalchemy import URL, NullPool, event, make_url, text
from sqlalchemy.dialects import sqlite
from sqlalchemy.engine.interfaces import DBAPIConnection, ExceptionContext
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from paddock.server import migrations
from paddock.server.file import BUSY, FileRefused, check, claimed

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql

CONNECT = 10.0  # seconds to reach PostgreSQL
ANSWER = 15.0  # seconds for PostgreSQL to carry out one statement
STANDSTILL = 30.0  # seconds until PostgreSQL ends a transaction in which nothing is asked
CONNECTIONS = 4  # on each side
READ_ONLY = ("25006", "SQLITE_READONLY")  # as PostgreSQL says it, and SQLite
# How every connection that writes to SQLite begins.
SQLITE_WRITES = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    "PRAGMA secure_delete = ON",  # what people delete is gone from the file too
)
MIGRATION_LOCK = 0x7061_6464_6F63_6B  # any number, but the same for every Paddock


class StoreError(Exception):
    """What can go wrong with what is stored.

    StoreError
    ├── CannotOpen      no such place, broken, or made by a newer Paddock
    ├── NoSuchTable     never there, or deleted meanwhile
    └── Unavailable     the database failed: a write may or may not be there, so read again
    """


class CannotOpen(StoreError): ...


class NoSuchTable(StoreError): ...


class Unavailable(StoreError): ...


class Database(Struct, frozen=True):
    """The two sides of an open database; `file` is where SQLite keeps it."""

    url: URL
    writes: AsyncEngine
    reads: AsyncEngine
    file: Path | None
    # Only one writes to SQLite at a time, in the order they came: SQLite itself keeps no order.
    turn: AbstractAsyncContextManager[None]

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction, committed at the end unless something was raised."""
        async with self.turn, _failures(), self.writes.begin() as connection:
            yield connection

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        async with _failures(), self.reads.connect() as connection:
            yield connection

    def insert(self, table: Any) -> sqlite.Insert | postgresql.Insert:
        """INSERT as both databases know it, with ON CONFLICT."""
        if self.file:
            return sqlite.insert(table)
        from sqlalchemy.dialects import postgresql  # noqa: PLC0415  # loaded with its driver

        return postgresql.insert(table)

    async def close(self) -> None:
        await self.writes.dispose()
        await self.reads.dispose()


@asynccontextmanager
async def _failures() -> AsyncIterator[None]:
    """Tells failures of the database from mistakes of ours, such as a broken constraint."""
    try:
        yield
    except IntegrityError:
        raise
    except (DBAPIError, PoolTimeout, OSError) as error:
        raise Unavailable(str(error)) from error


@contextmanager
def served_alone(address: str) -> Iterator[None]:
    """For the one server that a SQLite file has; PostgreSQL has any number."""
    url = parsed(address)
    with ExitStack() as claim:
        try:
            if url.get_backend_name() == "sqlite":
                claim.enter_context(claimed(Path(url.database or "")))
        except FileRefused as refused:
            raise CannotOpen(str(refused)) from refused
        except OSError as error:
            raise CannotOpen(f"{url} cannot be opened: {error}") from error
        yield


async def open_database(address: str) -> Database:
    url = parsed(address)
    try:
        if url.get_backend_name() == "sqlite":
            await asyncio.to_thread(check, Path(url.database or ""))
        database = _sqlite(url) if url.get_backend_name() == "sqlite" else _postgresql(url)
        await _migrate(url)
    except migrations.NewerSchema as newer:
        raise CannotOpen(
            f"{url} was made by a newer Paddock (its schema is {newer}, which this one does not"
            " know): use that Paddock, or a backup from before"
        ) from None
    except FileRefused as refused:
        raise CannotOpen(str(refused)) from refused
    except (SQLAlchemyError, sqlite3.Error, OSError) as error:
        reason = str(error.orig if isinstance(error, DBAPIError) else error)
        raise CannotOpen(f"{url} cannot be opened: {' '.join(reason.split())}") from error
    return database


def parsed(address: str) -> URL:
    """Where a store lies, or `CannotOpen` for what is no such place."""
    try:
        url = make_url(address)
    except ArgumentError:
        url = URL.create("")
    match url.get_backend_name():
        case "sqlite" if url.database and url.database != ":memory:":
            return url.set(drivername="sqlite+aiosqlite")
        case "postgresql" | "postgres":
            query = dict(url.query)
            if "sslmode" in query:  # as libpq calls it, and so everybody
                query["ssl"] = query.pop("sslmode")
            return url.set(drivername="postgresql+asyncpg", query=query)
        case _:
            raise CannotOpen("a store is sqlite:///FILE or postgresql://USER@HOST/DATABASE")


def _sqlite(url: URL) -> Database:
    assert url.database
    file = Path(url.database)
    file.touch(mode=0o600)  # the seeds of unfinished matches are in it
    pool: dict[str, Any] = {"max_overflow": 0, "connect_args": {"timeout": BUSY}}
    writes = create_async_engine(url, pool_size=1, **pool)
    _begin_at_once(writes)
    _give_up_read_only(writes)
    _on_connect(writes, *SQLITE_WRITES)
    reads = create_async_engine(url, pool_size=CONNECTIONS, isolation_level="AUTOCOMMIT", **pool)
    _on_connect(reads, "PRAGMA query_only = ON")
    return Database(url, writes, reads, file, asyncio.Lock())


def _postgresql(url: URL) -> Database:
    pool: dict[str, Any] = {
        "pool_size": CONNECTIONS,
        "max_overflow": 0,
        "pool_pre_ping": True,  # a restarted server costs nobody an answer
        "connect_args": {
            "timeout": CONNECT,
            "command_timeout": ANSWER,
            "server_settings": {
                "application_name": "paddock",
                # A worker that stands still in a transaction does not keep its locks for ever.
                "idle_in_transaction_session_timeout": f"{STANDSTILL:.0f}s",
            },
        },
    }
    writes = create_async_engine(url, isolation_level="READ COMMITTED", **pool)
    _give_up_read_only(writes)
    _on_connect(
        writes,
        # Elsewhere it may be stricter, as with standbys; only off would not be durable.
        "SELECT set_config('synchronous_commit', 'on', false)"
        " WHERE current_setting('synchronous_commit') = 'off'",
    )
    reads = create_async_engine(url, isolation_level="AUTOCOMMIT", **pool)
    return Database(url, writes, reads, None, nullcontext())


def _give_up_read_only(engine: AsyncEngine) -> None:
    """A connection made to a database that was read-only may stay so when that no longer is."""

    @event.listens_for(engine.sync_engine, "handle_error")
    def _read_only(context: ExceptionContext) -> None:
        error = context.original_exception
        state = getattr(error, "sqlstate", None) or getattr(error, "sqlite_errorname", None) or ""
        if state.startswith(READ_ONLY):
            context.is_disconnect = True


def _on_connect(engine: AsyncEngine, *statements: str) -> None:
    @event.listens_for(engine.sync_engine, "connect")
    def _prepare(connection: DBAPIConnection, _record: object) -> None:
        cursor = connection.cursor()
        for statement in statements:
            cursor.execute(statement)
        cursor.close()
        connection.commit()


def _begin_at_once(engine: AsyncEngine) -> None:
    """Each transaction takes SQLite's write lock as it begins, so that none has to give up later.

    Python's module would begin one by itself, later and without the lock: that is switched off.
    """

    @event.listens_for(engine.sync_engine, "connect")
    def _no_own_begin(connection: Any, _record: object) -> None:
        connection.isolation_level = None

    @event.listens_for(engine.sync_engine, "begin")
    def _begin(connection: Any) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")


async def _migrate(url: URL) -> None:
    """In one transaction that only one process at a time is in; it may take its time."""
    lite = url.get_backend_name() == "sqlite"
    timeout = BUSY if lite else CONNECT
    engine = create_async_engine(url, poolclass=NullPool, connect_args={"timeout": timeout})
    if lite:
        _begin_at_once(engine)
    try:
        async with engine.begin() as connection:
            if not lite:
                lock = text("SELECT pg_advisory_xact_lock(:lock)")
                await connection.execute(lock, {"lock": MIGRATION_LOCK})
            await connection.run_sync(migrations.upgrade)
    finally:
        await engine.dispose()
