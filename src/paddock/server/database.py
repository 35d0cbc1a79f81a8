"""The database of the store: a SQLite file or PostgreSQL, opened by URL and migrated.

Writes and reads use separate engines. Writes run in transactions that take their locks first; reads
see committed data and take no locks. On both databases, a commit that has returned is durable.
"""

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
from paddock.server.fair_lock import FairLock
from paddock.server.sqlite_file import BUSY_SECONDS, FileRefused, check, claimed

if TYPE_CHECKING:
    import asyncpg
    from sqlalchemy.dialects import postgresql

CONNECT_SECONDS = 10.0  # to reach PostgreSQL
STATEMENT_SECONDS = 15.0  # for PostgreSQL to carry out one statement
IDLE_TRANSACTION_SECONDS = 30.0  # until PostgreSQL ends an idle transaction
POOL_CONNECTIONS = 4  # in each pool
READ_ONLY = ("25006", "SQLITE_READONLY")  # the error codes of PostgreSQL and SQLite
# A step changes three pages, and SQLite writes whole ones: small pages halve what goes to disk.
# Only a new file takes this size.
SQLITE_PAGES = "PRAGMA page_size = 1024"
# Run on every connection that writes to SQLite.
SQLITE_WRITES = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA wal_autocheckpoint = 8000",  # pages; fewer would be copied into the file more often
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    "PRAGMA secure_delete = ON",  # deleted data is overwritten in the file
)
# Stricter settings, as with standbys, stay; only `off` would not be durable.
DURABLE = (
    "SELECT set_config('synchronous_commit', 'on', false)"
    " WHERE current_setting('synchronous_commit') = 'off'"
)
MIGRATION_LOCK = 0x7061_6464_6F63_6B  # any number, but the same in every Paddock


class StoreError(Exception):
    """What can go wrong with the store.

    StoreError
    ├── CannotOpen      a wrong address, a broken file, or made by a newer Paddock
    ├── NoSuchTable     never existed, or was deleted meanwhile
    └── Unavailable     the database failed: a write may have been stored or not, so read again
    """


class CannotOpen(StoreError): ...


class NoSuchTable(StoreError): ...


class Unavailable(StoreError): ...


class Database(Struct, frozen=True):
    """An open database; `file` is None for PostgreSQL."""

    url: URL
    writes: AsyncEngine
    reads: AsyncEngine
    file: Path | None
    # SQLite allows one writer at a time and does not queue them fairly; this lock does.
    lock: FairLock | AbstractAsyncContextManager[None]

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction, committed at the end unless an exception was raised."""
        async with self.lock, _failures(), self.writes.begin() as connection:
            yield connection

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        async with _failures(), self.reads.connect() as connection:
            yield connection

    def insert(self, table: Any) -> "sqlite.Insert | postgresql.Insert":
        """INSERT with ON CONFLICT, which both databases have."""
        if self.file:
            return sqlite.insert(table)
        from sqlalchemy.dialects import postgresql  # noqa: PLC0415  # slow to load

        return postgresql.insert(table)

    async def connect(self) -> "asyncpg.Connection[Any]":
        """A connection to PostgreSQL of its own, for writing without SQLAlchemy."""
        import asyncpg  # noqa: PLC0415  # slow to load

        _, options = self.writes.dialect.create_connect_args(self.url)
        connection = await asyncpg.connect(**options, **_of_connections())
        await connection.execute(DURABLE)
        return connection

    async def close(self) -> None:
        await self.writes.dispose()
        await self.reads.dispose()


@asynccontextmanager
async def _failures() -> AsyncIterator[None]:
    """Turn failures of the database into `Unavailable`, but not our own mistakes, such as a
    violated constraint."""
    try:
        yield
    except IntegrityError:
        raise
    except (DBAPIError, PoolTimeout, OSError) as error:
        raise Unavailable(str(error)) from error


@contextmanager
def served_alone(address: str) -> Iterator[None]:
    """Claim a SQLite file, which may have only one server; PostgreSQL may have several."""
    url = parsed(address)
    file = _file(url)
    with ExitStack() as claim:
        if file is not None:
            with _opening(url):
                claim.enter_context(claimed(file))
        yield


async def open_database(address: str) -> Database:
    url = parsed(address)
    file = _file(url)
    with _opening(url):
        if file is None:
            database = _postgresql(url)
        else:
            await asyncio.to_thread(check, file)
            database = _sqlite(url, file)
        await _migrate(url, lite=file is not None)
    return database


@contextmanager
def _opening(url: URL) -> Iterator[None]:
    """Turn everything that prevents opening a database into `CannotOpen`."""
    try:
        yield
    except migrations.NewerSchema as newer:
        raise CannotOpen(
            f"{url} was made by a newer version of Paddock (this one does not know its schema,"
            f" {newer}): use the newer version, or an older backup"
        ) from None
    except FileRefused as refused:
        raise CannotOpen(str(refused)) from refused
    except (SQLAlchemyError, sqlite3.Error, OSError) as error:
        reason = str(error.orig if isinstance(error, DBAPIError) else error)
        raise CannotOpen(f"{url} cannot be opened: {' '.join(reason.split())}") from error


def parsed(address: str) -> URL:
    """The address of a store as a URL with its driver; raises `CannotOpen` if it is no address."""
    try:
        url = make_url(address)
    except ArgumentError:
        url = URL.create("")
    match url.get_backend_name():
        case "sqlite" if url.database and url.database != ":memory:":
            return url.set(drivername="sqlite+aiosqlite")
        case "postgresql" | "postgres":
            query = dict(url.query)
            if "sslmode" in query:  # libpq's name for it, which everyone uses
                query["ssl"] = query.pop("sslmode")
            return url.set(drivername="postgresql+asyncpg", query=query)
        case _:
            raise CannotOpen(
                "write the database as sqlite:///FILE or postgresql://USER@HOST/DATABASE"
            )


def _file(url: URL) -> Path | None:
    """Where SQLite keeps the database; None for PostgreSQL."""
    return Path(url.database or "") if url.get_backend_name() == "sqlite" else None


def _sqlite(url: URL, file: Path) -> Database:
    file.touch(mode=0o600)  # it contains the seeds of unfinished matches
    pool: dict[str, Any] = {"max_overflow": 0, "connect_args": {"timeout": BUSY_SECONDS}}
    writes = create_async_engine(url, pool_size=1, **pool)
    _begin_at_once(writes)
    _give_up_read_only(writes)
    _on_connect(writes, *SQLITE_WRITES)
    reads = create_async_engine(
        url, pool_size=POOL_CONNECTIONS, isolation_level="AUTOCOMMIT", **pool
    )
    _on_connect(reads, "PRAGMA query_only = ON")
    return Database(url, writes, reads, file, FairLock())


def _postgresql(url: URL) -> Database:
    pool: dict[str, Any] = {
        "pool_size": POOL_CONNECTIONS,
        "max_overflow": 0,
        "pool_pre_ping": True,  # so that a restart of PostgreSQL fails no request
        "connect_args": _of_connections(),
    }
    writes = create_async_engine(url, isolation_level="READ COMMITTED", **pool)
    _give_up_read_only(writes)
    _on_connect(writes, DURABLE)
    reads = create_async_engine(url, isolation_level="AUTOCOMMIT", **pool)
    return Database(url, writes, reads, None, nullcontext())


def _of_connections() -> dict[str, Any]:
    return {
        "timeout": CONNECT_SECONDS,
        "command_timeout": STATEMENT_SECONDS,
        "server_settings": {
            "application_name": "paddock",
            # A worker that hangs inside a transaction loses its locks after this time.
            "idle_in_transaction_session_timeout": f"{IDLE_TRANSACTION_SECONDS:.0f}s",
        },
    }


def _give_up_read_only(engine: AsyncEngine) -> None:
    """Drop connections that report a read-only database: they may stay read-only after the
    database no longer is."""

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
    """Make each transaction take SQLite's write lock when it begins, so that none fails later.

    Python's sqlite3 would begin transactions itself, later and without the lock.
    """

    @event.listens_for(engine.sync_engine, "connect")
    def _no_own_begin(connection: Any, _record: object) -> None:
        connection.isolation_level = None

    @event.listens_for(engine.sync_engine, "begin")
    def _begin(connection: Any) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")


async def _migrate(url: URL, *, lite: bool) -> None:
    """Migrate in one transaction, one process at a time, without a timeout for statements."""
    timeout = BUSY_SECONDS if lite else CONNECT_SECONDS
    engine = create_async_engine(url, poolclass=NullPool, connect_args={"timeout": timeout})
    if lite:
        _on_connect(engine, SQLITE_PAGES)
        _begin_at_once(engine)
    try:
        async with engine.begin() as connection:
            if not lite:
                lock = text("SELECT pg_advisory_xact_lock(:lock)")
                await connection.execute(lock, {"lock": MIGRATION_LOCK})
            await connection.run_sync(migrations.upgrade)
    finally:
        await engine.dispose()
