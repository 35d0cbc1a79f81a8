"""Tables: who opened them, their setup, and their status."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import asdict
from sqlalchemy import ColumnElement, Select, delete, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from paddock.server.rows import SeatRow, TableRow
from paddock.server.schema import owners, progress, seats, tables
from paddock.server.store.access import Access, change, insert, transaction

Place = tuple[float, str]  # a position in a list of tables: the creation time and id of one


_TABLES = select(
    *(
        (progress if field in progress.c else tables).c[field]
        for field in TableRow.__struct_fields__
    )
).join_from(tables, progress)


class Tables(Access):
    @transaction
    async def create(
        self, connection: AsyncConnection, row: TableRow, new: Sequence[SeatRow]
    ) -> None:
        given = asdict(row)
        of_progress = {"table": row.id, "head": given.pop("head"), "due": given.pop("due")}
        await connection.execute(tables.insert(), given)
        await connection.execute(progress.insert(), of_progress)
        await insert(connection, seats, new)

    async def get(self, id: str) -> TableRow | None:
        found = await self._rows(TableRow, _TABLES.where(tables.c.id == id))
        return found[0] if found else None

    async def listed(self, limit: int, before: Place | None = None) -> list[TableRow]:
        """Listed tables that are not over, newest first, starting after `before`."""
        wanted = _page(before, tables.c.listed, _over(False))
        return await self._rows(TableRow, wanted.limit(limit))

    async def of_device(
        self, device: str, limit: int, before: Place | None = None, *, over: bool | None = None
    ) -> list[TableRow]:
        """Tables that the device opened or has a seat at, newest first; `over` selects those that
        are over, or those that are not."""
        seated = select(owners.c.table).where(owners.c.device == device)
        wanted = [or_(tables.c.host == device, tables.c.id.in_(seated))]
        if over is not None:
            wanted.append(_over(over))
        return await self._rows(TableRow, _page(before, *wanted).limit(limit))

    async def heads(self, ids: Sequence[str]) -> dict[str, tuple[int, int]]:
        """The last line (or `NO_LINE`) and the change count of each table that exists."""
        wanted = select(tables.c.id, progress.c.head, tables.c.changes).join_from(tables, progress)
        wanted = wanted.where(tables.c.id.in_(ids))
        return {row.id: (row.head, row.changes) for row in await self._read(wanted)}

    async def set_due(self, id: str, due: float | None) -> None:
        new = update(progress).where(progress.c.table == id).values(due=due)
        await self._do(change(id), new)

    async def set_rematch(self, id: str, other: str) -> bool:
        """Make `other` the rematch; False if there was one already."""
        none = tables.c.rematch.is_(None)
        return await self._do(change(id).where(none).values(rematch=other)) == 1

    async def delete(self, id: str) -> None:
        """Delete the table and everything that belongs to it."""
        await self._do(delete(tables).where(tables.c.id == id))


def _over(over: bool) -> ColumnElement[bool]:
    """Tables that are over, or those that are not."""
    return tables.c.status.in_(("finished", "closed") if over else ("waiting", "playing"))


def _page(before: Place | None, *wanted: ColumnElement[bool]) -> Select[Any]:
    """Tables from the newest on, or from after a place in that order."""
    columns = tables.c
    page = _TABLES.where(*wanted).order_by(columns.created.desc(), columns.id)
    if before is None:
        return page
    created, id = before
    same_moment = (columns.created == created) & (columns.id > id)
    return page.where(or_(columns.created < created, same_moment))
