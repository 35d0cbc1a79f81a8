"""How a batch of log lines gets into the database, in one commit that is durable when it returns.

Every command that anyone gives passes through here, so both databases are written to without
SQLAlchemy, which would take several times the CPU time.
"""

import asyncio
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import msgspec
from msgspec import UNSET, Struct, UnsetType

from paddock.server.database import SQLITE_WRITES, Database, Unavailable
from paddock.server.database_thread import DatabaseThread
from paddock.server.fair_lock import FairLock
from paddock.server.rows import RecordRow
from paddock.server.sqlite_file import BUSY_SECONDS
from paddock.wire.messages import Status

if TYPE_CHECKING:
    import asyncpg


class Line(Struct, frozen=True):
    """A line of a table's log, with the changes it makes to the table's progress and status."""

    record: RecordRow
    status: Status | None
    due: float | UnsetType | None

    @property
    def new_due(self) -> float | None:
        return None if isinstance(self.due, UnsetType) else self.due


class Written(NamedTuple):
    heads: dict[str, int]  # the head of each table before the write; deleted tables are missing
    tables: set[str]  # tables whose line was added


class Records(Protocol):
    async def write(self, batch: Sequence[Line]) -> Written:
        """Write at most one line per table, except lines that do not follow the table's last."""

    async def close(self) -> None: ...


class SqliteRecords:
    """Writes in a thread and through a connection of its own, which it replaces after an error."""

    _LINES = """
        SELECT value ->> 0 AS "table", value ->> 1 AS number, value ->> 2 AS data,
            value ->> 3 AS sets_due, value ->> 4 AS due FROM json_each(?)
    """
    _ADVANCE = f"""
        UPDATE progress SET head = number, due = iif(sets_due, line.due, progress.due)
            FROM ({_LINES}) AS line
            WHERE progress."table" = line."table" AND head = number - 1
    """
    _ADD = f"""
        INSERT INTO records ("table", line, data)
            SELECT "table", number, CAST(data AS BLOB) FROM ({_LINES}) AS line
    """
    _HEAD = 'SELECT head FROM progress WHERE "table" = ?'
    _STATUS = "UPDATE tables SET status = ? WHERE id = ?"

    def __init__(self, file: Path, lock: FairLock) -> None:
        self._file = file
        self._lock = lock
        self._thread = ThreadPoolExecutor(1, "records")
        self._connection: sqlite3.Connection | None = None

    async def write(self, batch: Sequence[Line]) -> Written:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self._write, batch)

    async def close(self) -> None:
        await asyncio.to_thread(self._thread.shutdown)
        self._disconnect()

    def _write(self, batch: Sequence[Line]) -> Written:
        try:
            with self._lock:
                connection = self._connection or self._connect()
                connection.execute("BEGIN IMMEDIATE")
                written = self._add(connection, batch)
                connection.execute("COMMIT")
        except BaseException as error:
            self._disconnect()
            # A violated constraint is a mistake of ours, as in `database.py`.
            if isinstance(error, sqlite3.Error) and not isinstance(error, sqlite3.IntegrityError):
                raise Unavailable(str(error)) from error
            raise
        return written

    def _add(self, connection: sqlite3.Connection, batch: Sequence[Line]) -> Written:
        """Add all lines by two statements: after each, this thread waits for the interpreter."""
        lines = msgspec.json.encode([_values(line) for line in batch]).decode()
        if connection.execute(self._ADVANCE, (lines,)).rowcount == len(batch):
            connection.execute(self._ADD, (lines,))
            for line in batch:
                if line.status is not None:
                    connection.execute(self._STATUS, (line.status, line.record.table))
            heads = {line.record.table: line.record.line - 1 for line in batch}
            return Written(heads, {*heads})
        connection.execute("ROLLBACK")
        connection.execute("BEGIN IMMEDIATE")
        return self._add_each(connection, batch)

    def _add_each(self, connection: sqlite3.Connection, batch: Sequence[Line]) -> Written:
        """Leave out the lines that do not follow the last one of their table."""
        written = Written({}, set())
        for line in batch:
            table, number = line.record.table, line.record.line
            found = connection.execute(self._HEAD, (table,)).fetchone()
            if found is not None and found[0] == number - 1:
                self._add(connection, [line])
                written.tables.add(table)
            if found is not None:
                (written.heads[table],) = found
        return written

    def _connect(self) -> sqlite3.Connection:
        self._connection = sqlite3.connect(
            self._file, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
        )
        for statement in SQLITE_WRITES:
            self._connection.execute(statement)
        return self._connection

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()  # this rolls back an open transaction
            self._connection = None


class PostgresRecords:
    """Writes one statement through a connection of its own, which it replaces after an error.

    Rows are locked in the order of their ids, the tables' before their progress, so that two
    processes never deadlock.
    """

    _WRITE = """
        WITH line AS (
            SELECT * FROM unnest($1::text[], $2::int[], $3::bytea[], $4::bool[], $5::float8[])
                AS line ("table", number, data, sets_due, due)
        ), held AS (
            SELECT p."table", p.head FROM progress p JOIN line ON line."table" = p."table"
                ORDER BY p."table" FOR NO KEY UPDATE OF p
        ), follows AS (
            SELECT line.* FROM line
                JOIN held ON held."table" = line."table" AND held.head = line.number - 1
        ), advanced AS (
            UPDATE progress p
                SET head = f.number, due = CASE WHEN f.sets_due THEN f.due ELSE p.due END
                FROM follows f WHERE f."table" = p."table"
        ), added AS (
            INSERT INTO records ("table", line, data) SELECT "table", number, data FROM follows
        )
        SELECT held."table", held.head, follows."table" IS NOT NULL
            FROM held LEFT JOIN follows ON follows."table" = held."table"
    """
    _HOLD = "SELECT FROM tables WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE"
    _STATUS = "UPDATE tables SET status = $2 WHERE id = $1"

    def __init__(self, database_thread: DatabaseThread, database: Database) -> None:
        self._database_thread = database_thread
        self._database = database
        self._connection: asyncpg.Connection[Any] | None = None

    async def write(self, batch: Sequence[Line]) -> Written:
        return await self._database_thread.run(self._write(batch))

    async def close(self) -> None:
        await self._database_thread.run(self._disconnect())

    async def _write(self, batch: Sequence[Line]) -> Written:
        import asyncpg  # noqa: PLC0415  # slow to load, and not needed with SQLite

        try:
            connection = self._connection
            if connection is None or connection.is_closed():  # PostgreSQL may have restarted
                connection = self._connection = await self._database.connect()
            return await self._written(connection, batch)
        except asyncpg.IntegrityConstraintViolationError:
            raise  # a mistake of ours, as in `database.py`
        except (
            asyncpg.PostgresError,
            asyncpg.InterfaceError,
            asyncpg.InternalClientError,  # PostgreSQL ended the connection as a statement began
            OSError,
        ) as error:
            await self._disconnect()
            raise Unavailable(str(error)) from error

    async def _written(
        self, connection: "asyncpg.Connection[Any]", batch: Sequence[Line]
    ) -> Written:
        new = {line.record.table: line.status for line in batch if line.status is not None}
        async with connection.transaction():
            if new:
                await connection.execute(self._HOLD, [*new])
            written = await self._add(connection, batch)
            for table in written.tables & new.keys():
                await connection.execute(self._STATUS, table, new[table])
        return written

    async def _add(self, connection: "asyncpg.Connection[Any]", batch: Sequence[Line]) -> Written:
        columns = zip(
            *(
                (of.record.table, of.record.line, of.record.data, of.due is not UNSET, of.new_due)
                for of in batch
            ),
            strict=True,
        )
        written = Written({}, set())
        for table, head, added in await connection.fetch(self._WRITE, *columns):
            written.heads[table] = head
            if added:
                written.tables.add(table)
        return written

    async def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None


def _values(line: Line) -> tuple[str, int, str, bool, float | None]:
    record = line.record
    return record.table, record.line, record.data.decode(), line.due is not UNSET, line.new_due


def records_of(database_thread: DatabaseThread, database: Database) -> Records:
    if database.file:
        assert isinstance(database.lock, FairLock)
        return SqliteRecords(database.file, database.lock)
    return PostgresRecords(database_thread, database)
