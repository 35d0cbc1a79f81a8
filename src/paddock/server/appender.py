"""The one task of a process that appends lines to the logs of its tables, many in one commit."""

import asyncio
from time import perf_counter

from msgspec import UNSET, Struct, UnsetType

from paddock.server import metrics
from paddock.server.database import NoSuchTable, StoreError, Unavailable
from paddock.server.records import Line, Records, Written
from paddock.server.rows import RecordRow
from paddock.wire.messages import Status

BATCH = 500  # lines in one commit


class Append(Struct, frozen=True, eq=False):
    """A line that waits to be written, and the future that its caller awaits."""

    line: Line
    answer: asyncio.Future[bool]

    @property
    def table(self) -> str:
        return self.line.record.table

    def settle(self, written: Written) -> None:
        """Tell the caller the result."""
        if self.answer.done():  # cancelled meanwhile
            return
        head, number = written.heads.get(self.table), self.line.record.line
        if head is None:
            self.answer.set_exception(NoSuchTable(self.table))
        elif number > head + 1:
            self.answer.set_exception(ValueError(f"line {number} does not follow line {head}"))
        else:
            self.answer.set_result(self.table in written.tables)

    def fail(self, error: StoreError) -> None:
        if not self.answer.done():
            self.answer.set_exception(error)


class Appender:
    def __init__(self, lines: Records) -> None:
        self._lines = lines
        self._queued: list[Append] = []
        self._arrived = asyncio.Event()
        self._closing = False
        self._task = asyncio.create_task(self._run(), name="writer")

    @property
    def alive(self) -> bool:
        return not (self._closing or self._task.done())

    async def append(
        self,
        record: RecordRow,
        *,
        status: Status | None = None,
        due: float | UnsetType | None = UNSET,
    ) -> bool:
        """Append a line; True if it is durable now.

        False if the log already had a line of this number; then nothing has changed. After
        `Unavailable` the line may be stored or not: read again.
        """
        if not self.alive:
            raise Unavailable("the writer accepts no more lines") from self._fault()
        answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._queued.append(Append(Line(record, status, due), answer))
        self._arrived.set()
        return await answer

    async def close(self) -> None:
        """Write what is queued, and accept nothing more."""
        self._closing = True
        self._arrived.set()
        try:
            await self._task
        finally:
            await self._lines.close()

    def _fault(self) -> BaseException | None:
        """The exception that ended the task, if one did."""
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
        """The next batch, with at most one line per table; the other lines keep their order."""
        batch: dict[str, Append] = {}
        later: list[Append] = []
        for append in self._queued:
            if append.table in batch or len(batch) == BATCH:
                later.append(append)
            else:
                batch[append.table] = append
        self._queued = later
        return list(batch.values())

    async def _settle(self, batch: list[Append]) -> None:
        """Write a batch. Every caller learns what became of its line, however this ends."""
        began = perf_counter()
        try:
            written = await self._lines.write([append.line for append in batch])
        except Unavailable as error:
            for append in batch:
                append.fail(error)
        else:
            metrics.committed(len(written.tables), perf_counter() - began)
            for append in batch:
                append.settle(written)
        finally:
            for append in batch:
                append.fail(Unavailable("the writer has stopped"))
