"""The logs of matches: how they begin, and what stands in them. `writer.py` adds the next lines."""

from collections.abc import Sequence

from sqlalchemy.ext.asyncio import AsyncConnection

from paddock.server.rows import NO_LINE, RecordRow, SeatRow
from paddock.server.schema import records
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
        """Whether play begins with these first lines.

        False if somebody else began, or if the seats are no longer those that the lines tell of.
        """
        if await hold(connection, table) != "waiting":
            return False
        if not await unchanged(connection, table, seats):
            return False
        await insert(connection, records, lines)
        playing = change(table).values(status="playing", head=lines[-1].line, due=due)
        await connection.execute(playing)
        return True

    async def lines(self, table: str, after: int = NO_LINE) -> list[RecordRow]:
        wanted = (records.c.table == table) & (records.c.line > after)
        return await self._rows(
            RecordRow, rows_of(RecordRow, records).where(wanted).order_by(records.c.line)
        )
