"""How a batch of log lines gets into the database, in one commit that is durable when it returns.

Every command that anyone gives passes through here. For SQLite, the standard library's `sqlite3`
writes in its own thread: SQLAlchemy and aiosqlite would take several times the CPU time.
"""

import asyncio
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import NamedTuple, Protocol

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import asdict, astuple
from sqlalchemy import bindparam, case, func, select, update

from paddock.server.database import SQLITE_WRITES, Database, Unavailable
from paddock.server.database_thread import DatabaseThread
from paddock.server.rows import RecordRow
from paddock.server.schema import records, tables
from paddock.server.sqlite_file import BUSY_SECONDS
from paddock.wire.messages import Status


class Line(Struct, frozen=True):
    """A line of a table's log, with the changes it makes to the table's row."""

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
    """Writes through its own connection, which it replaces after any error."""

    _HEAD = "SELECT head FROM tables WHERE id = ?"
    _ADD = (
        'INSERT INTO records ("table", line, data, seat, command) VALUES (?, ?, ?, ?, ?)'
        " ON CONFLICT DO NOTHING"
    )
    _ADVANCE = (
        "UPDATE tables SET head = ?, status = coalesce(?, status),"
        " due = CASE WHEN ? THEN ? ELSE due END WHERE id = ?"
    )

    def __init__(
        self, database_thread: DatabaseThread, file: Path, turn: AbstractAsyncContextManager[None]
    ) -> None:
        self._database_thread = database_thread
        self._file = file
        self._turn = turn
        self._thread = ThreadPoolExecutor(1, "lines")
        self._connection: sqlite3.Connection | None = None

    async def write(self, batch: Sequence[Line]) -> Written:
        return await self._database_thread.run(self._in_turn(batch))

    async def close(self) -> None:
        await asyncio.to_thread(self._thread.shutdown)
        self._disconnect()

    async def _in_turn(self, batch: Sequence[Line]) -> Written:
        async with self._turn:
            database_thread = asyncio.get_running_loop()
            return await database_thread.run_in_executor(self._thread, self._write, batch)

    def _write(self, batch: Sequence[Line]) -> Written:
        try:
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
        written = Written({}, set())
        for line in batch:
            table, number = line.record.table, line.record.line
            found = connection.execute(self._HEAD, (table,)).fetchone()
            if found is None:
                continue
            (written.heads[table],) = found
            if number != written.heads[table] + 1:
                continue
            if connection.execute(self._ADD, astuple(line.record)).rowcount:
                changes = (line.status, line.due is not UNSET, line.new_due)
                connection.execute(self._ADVANCE, (number, *changes, table))
                written.tables.add(table)
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
    """Writes through SQLAlchemy, like the rest of the store."""

    _ADVANCE = (
        update(tables)
        .where(tables.c.id == bindparam("of"))
        .values(
            head=bindparam("number"),
            status=func.coalesce(bindparam("new_status"), tables.c.status),
            due=case((bindparam("set_due"), bindparam("new_due")), else_=tables.c.due),
        )
    )

    def __init__(self, database_thread: DatabaseThread, database: Database) -> None:
        self._database_thread = database_thread
        self._database = database

    async def write(self, batch: Sequence[Line]) -> Written:
        return await self._database_thread.run(self._write(batch))

    async def close(self) -> None:
        """Nothing to do: the store closes the database."""

    async def _write(self, batch: Sequence[Line]) -> Written:
        ids = [line.record.table for line in batch]
        # Locked in the order of their ids, so that two processes never deadlock.
        hold = select(tables.c.id, tables.c.head).where(tables.c.id.in_(ids)).order_by(tables.c.id)
        async with self._database.writing() as connection:
            held = await connection.execute(hold.with_for_update(key_share=True))
            written = Written({row.id: row.head for row in held}, set())
            heads = written.heads
            following = [it for it in batch if it.record.line - 1 == heads.get(it.record.table)]
            if not following:
                return written
            insert = self._database.insert(records).on_conflict_do_nothing()
            rows = [asdict(line.record) for line in following]
            inserted = await connection.execute(insert.returning(records.c.table), rows)
            written.tables.update(row.table for row in inserted)
            advances = [
                {
                    "of": line.record.table,
                    "number": line.record.line,
                    "new_status": line.status,
                    "set_due": line.due is not UNSET,
                    "new_due": line.new_due,
                }
                for line in following
                if line.record.table in written.tables
            ]
            if advances:
                await connection.execute(self._ADVANCE, advances)
        return written


def records_of(database_thread: DatabaseThread, database: Database) -> Records:
    if database.file:
        return SqliteRecords(database_thread, database.file, database.turn)
    return PostgresRecords(database_thread, database)
