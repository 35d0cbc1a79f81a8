"""What people say at a table."""

from collections.abc import Sequence

from msgspec.structs import replace
from sqlalchemy import delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from paddock.server.rows import ChatRow
from paddock.server.schema import chat
from paddock.server.store.access import Access, change, hold, insert, rows_of, transaction

LARGEST = 2**31 - 1  # the largest integer that the database can hold
MOST_CHAT = 500  # how many messages of a table are kept


class Chat(Access):
    @transaction
    async def add(self, connection: AsyncConnection, row: ChatRow) -> int:
        """Store a message under the table's next number, and delete those that are too old."""
        await hold(connection, row.table)
        last = select(func.max(chat.c.number)).where(chat.c.table == row.table)
        number = (await connection.scalar(last) or 0) + 1
        await insert(connection, chat, [replace(row, number=number)])
        old = (chat.c.table == row.table) & (chat.c.number <= number - MOST_CHAT)
        await connection.execute(delete(chat).where(old))
        await connection.execute(change(row.table))
        return number

    async def newest(self, table: str, limit: int) -> list[ChatRow]:
        """The last messages in order, including hidden ones."""
        wanted = rows_of(ChatRow, chat).where(chat.c.table == table)
        newest = await self._rows(ChatRow, wanted.order_by(chat.c.number.desc()).limit(limit))
        return newest[::-1]

    async def hide(self, table: str, number: int, by: Sequence[int] | None = None) -> bool:
        """Hide a message if one of the seats in `by` sent it; False if there is none."""
        if number > LARGEST:
            return False
        here = (chat.c.table == table) & (chat.c.number == number)
        if by is not None:
            here &= chat.c.seat.in_(by)
        return await self._do(change(table), update(chat).where(here).values(hidden=True)) == 1
