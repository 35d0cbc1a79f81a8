"""The logs of matches: how they begin, and their lines. `appender.py` appends to them."""

from collections.abc import Sequence

from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncConnection

from paddock.server.rows import NO_LINE, RecordRow, SeatRow
from paddock.server.schema import progress, records
from paddock.server.store.access import Access, change, hold, insert, rows_of, transaction
from paddock.server.store.seats import unchanged


class Logs(Access):
    @transaction
    async def begin(
        self,
        connection: AsyncConnection,
        table: str,
        lines: Sequence[RecordRow],
        *,
        seats: Sequence[SeatRow],
        due: float | None = None,
    ) -> bool:
        """Begin the match with these first lines.

        False if it has begun already, or if the seats have changed since the lines were made.
        """
        if await hold(connection, table) != "waiting":
            return False
        if not await unchanged(connection, table, seats):
            return False
        await insert(connection, records, lines)
        await connection.execute(change(table).values(status="playing"))
        begun = update(progress).where(progress.c.table == table)
        await connection.execute(begun.values(head=lines[-1].line, due=due))
        return True

    async def lines(self, table: str, after: int = NO_LINE) -> list[RecordRow]:
        wanted = (records.c.table == table) & (records.c.line > after)
        return await self._rows(
            RecordRow, rows_of(RecordRow, records).where(wanted).order_by(records.c.line)
        )
