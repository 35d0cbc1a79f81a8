"""The one task of a process that adds lines to the logs of its tables, many in one commit.

Lines are queued and answered on the tables' loop and written on the clerk's; what passes from one
to the other is a whole batch.
"""

from __future__ import annotations

import asyncio
from time import perf_counter

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import asdict
from sqlalchemy import bindparam, case, func, select, update

from paddock.server import metrics
from paddock.server.database import Database, NoSuchTable, StoreError, Unavailable
from paddock.server.rows import RecordRow, Status
from paddock.server.schema import records, tables

BATCH = 500  # lines in one commit

_ADVANCE = (
    update(tables)
    .where(tables.c.id == bindparam("table"))
    .values(
        head=bindparam("line"),
        status=func.coalesce(bindparam("new_status"), tables.c.status),
        due=case((bindparam("set_due"), bindparam("new_due")), else_=tables.c.due),
    )
)


class Append(Struct, frozen=True, eq=False):
    """A line that waits to be written, with what changes about its table, and who waits for it."""

    record: RecordRow
    status: Status | None
    due: float | UnsetType | None
    answer: asyncio.Future[bool]

    def advance(self) -> dict[str, object]:
        """What `_ADVANCE` is told."""
        return {
            "table": self.record.table,
            "line": self.record.line,
            "new_status": self.status,
            "set_due": self.due is not UNSET,
            "new_due": None if self.due is UNSET else self.due,
        }

    def settle(self, head: int | None, written: bool) -> None:
        """Tells the one who waits; `head` is what the table's was, None without a table."""
        if self.answer.done():  # cancelled meanwhile
            return
        if head is None:
            self.answer.set_exception(NoSuchTable(self.record.table))
        elif self.record.line > head + 1:
            gap = f"line {self.record.line} does not follow line {head}"
            self.answer.set_exception(ValueError(gap))
        else:
            self.answer.set_result(written)

    def fail(self, error: StoreError) -> None:
        if not self.answer.done():
            self.answer.set_exception(error)


class Writer:
    def __init__(self, clerk: asyncio.AbstractEventLoop, database: Database) -> None:
        self._clerk = clerk
        self._database = database
        self._queued: list[Append] = []
        self._arrived = asyncio.Event()
        self._closing = False
        self._task = asyncio.create_task(self._run(), name="writer")

    @property
    def alive(self) -> bool:
        return not (self._closing or self._task.done())

    async def append(
        self, record: RecordRow, status: Status | None, due: float | UnsetType | None
    ) -> bool:
        if not self.alive:
            raise Unavailable("nothing is written any more") from self._fault()
        if not (record.command or "").isprintable():  # PostgreSQL would refuse the whole batch
            raise ValueError("a command's id is printable")
        answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._queued.append(Append(record, status, due, answer))
        self._arrived.set()
        return await answer

    async def close(self) -> None:
        """Writes what is queued, and no more."""
        self._closing = True
        self._arrived.set()
        await self._task

    def _fault(self) -> BaseException | None:
        """What ended the task, if it was not asked to end."""
        ended = self._task.done() and not self._task.cancelled()
        return self._task.exception() if ended else None

    async def _run(self) -> None:
        try:
            while self._queued or not self._closing:
                await self._arrived.wait()
                self._arrived.clear()
                while self._queued:
                    await self._settle(self._take())
        finally:
            for append in self._queued:
                append.fail(Unavailable("the writer has stopped"))

    def _take(self) -> list[Append]:
        """The next batch, with one line of a table at most; the others keep their order."""
        batch: dict[str, Append] = {}
        later: list[Append] = []
        for append in self._queued:
            if append.record.table in batch or len(batch) == BATCH:
                later.append(append)
            else:
                batch[append.record.table] = append
        self._queued = later
        return list(batch.values())

    async def _settle(self, batch: list[Append]) -> None:
        """Writes a batch. Each learns what became of its line, however this ends."""
        began = perf_counter()
        writing = asyncio.run_coroutine_threadsafe(self._write(batch), self._clerk)
        try:
            heads, written = await asyncio.wrap_future(writing)
        except Unavailable as error:
            for append in batch:
                append.fail(error)
        else:
            metrics.committed(len(written), perf_counter() - began)
            for append in batch:
                table = append.record.table
                append.settle(heads.get(table), table in written)
        finally:
            for append in batch:
                append.fail(Unavailable("the writer has stopped"))

    async def _write(self, batch: list[Append]) -> tuple[dict[str, int], set[str]]:
        """The heads as they were, and the tables whose line was added."""
        ids = [append.record.table for append in batch]
        # Locked in the order of their ids: two processes never wait for each other.
        hold = select(tables.c.id, tables.c.head).where(tables.c.id.in_(ids)).order_by(tables.c.id)
        async with self._database.writing() as connection:
            held = await connection.execute(hold.with_for_update(key_share=True))
            heads: dict[str, int] = {row.id: row.head for row in held}
            next_lines = [a for a in batch if heads.get(a.record.table) == a.record.line - 1]
            if not next_lines:
                return heads, set()
            insert = self._database.insert(records).on_conflict_do_nothing()
            rows = [asdict(append.record) for append in next_lines]
            inserted = await connection.execute(insert.returning(records.c.table), rows)
            written = {row.table for row in inserted}
            if written:
                advances = [a.advance() for a in next_lines if a.record.table in written]
                await connection.execute(_ADVANCE, advances)
        return heads, written
