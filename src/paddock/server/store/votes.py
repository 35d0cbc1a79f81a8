"""What is asked of a table's people, and who agrees: one thing at a time."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Update
from sqlalchemy.ext.asyncio import AsyncConnection

from paddock.server.rows import SeatRow
from paddock.server.schema import tables
from paddock.server.store.access import Access, change, hold, transaction
from paddock.server.store.seats import DUE, held, unchanged


class Votes(Access):
    async def put(self, table: str, asked: bytes | None, before: bytes | None) -> bool:
        """Whether this is what is asked now; False if it was no longer as `before`."""
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
        """As `put`; and whoever has the seat is back, so that no bot holds it any more."""
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
        """Whether what was asked is agreed, and asked no more; `bot` has its seat then.

        False if anything that was counted on is no longer so: who agrees, the seats, the log.
        """
        await hold(connection, table)
        if not await unchanged(connection, table, seats):
            return False
        same = (tables.c.asked == asked) & (tables.c.head == head)
        values: dict[str, Any] = {"asked": None} | ({} if bot is None else {"due": DUE})
        if (await connection.execute(change(table).where(same).values(**values))).rowcount == 0:
            return False
        if bot is not None:
            await connection.execute(held(table, *bot))
        return True


def _put(table: str, asked: bytes | None, before: bytes | None) -> Update:
    same = tables.c.asked.is_not_distinct_from(before)
    return change(table).where(same).values(asked=asked)
