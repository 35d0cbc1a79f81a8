"""The vote under way at a table, with everyone who has agreed; there is one at a time."""

from collections.abc import Sequence

from sqlalchemy import Update, select
from sqlalchemy.ext.asyncio import AsyncConnection

from paddock.server.rows import SeatRow
from paddock.server.schema import progress, tables
from paddock.server.store.access import Access, change, hold, transaction
from paddock.server.store.seats import bot_due, held, unchanged


class Votes(Access):
    async def put(self, table: str, asked: bytes | None, before: bytes | None) -> bool:
        """Replace the vote `before` by `asked`; False if it had changed."""
        return await self._do(_put(table, asked, before)) == 1

    @transaction
    async def come_back(
        self,
        connection: AsyncConnection,
        table: str,
        seat: int,
        *,
        asked: bytes | None,
        before: bytes | None,
    ) -> bool:
        """Like `put`, and give the seat back from its bot to its owner."""
        if (await connection.execute(_put(table, asked, before))).rowcount == 0:
            return False
        await connection.execute(held(table, seat, None))
        return True

    @transaction
    async def settle(
        self,
        connection: AsyncConnection,
        table: str,
        asked: bytes,
        *,
        seats: Sequence[SeatRow],
        head: int,
        bot: tuple[int, str] | None = None,
    ) -> bool:
        """End a vote that was agreed to, and let `bot`, if given, take its seat.

        False if anything that this was based on has changed: the votes, the seats, or the log.
        """
        await hold(connection, table)
        if not await unchanged(connection, table, seats):
            return False
        last = select(progress.c.head).where(progress.c.table == table)
        if await connection.scalar(last.with_for_update(key_share=True)) != head:
            return False
        if (await connection.execute(_put(table, None, asked))).rowcount == 0:
            return False
        if bot is not None:
            await connection.execute(bot_due(table))
            await connection.execute(held(table, *bot))
        return True


def _put(table: str, asked: bytes | None, before: bytes | None) -> Update:
    same = tables.c.asked.is_not_distinct_from(before)
    return change(table).where(same).values(asked=asked)
