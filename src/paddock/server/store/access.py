"""What the parts of the store share: access to the database, in its own thread."""

from collections.abc import Callable, Coroutine, Sequence
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import ColumnElement, Executable, Select, Table, Update, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from paddock.server import schema
from paddock.server.database import Database, NoSuchTable
from paddock.server.database_thread import DatabaseThread

_Row = TypeVar("_Row", bound=Struct)
_Part = TypeVar("_Part", bound="Access")
_Params = ParamSpec("_Params")
_Result = TypeVar("_Result")


def transaction(
    method: Callable[Concatenate[_Part, AsyncConnection, _Params], Coroutine[Any, Any, _Result]],
) -> Callable[Concatenate[_Part, _Params], Coroutine[Any, Any, _Result]]:
    """Make a method one transaction, which runs to its end even if the caller is cancelled."""

    @wraps(method)
    async def whole(self: _Part, /, *args: _Params.args, **kwargs: _Params.kwargs) -> _Result:
        async def carried_out() -> _Result:
            async with self._database.writing() as connection:
                return await method(self, connection, *args, **kwargs)

        return await self._database_thread.run(carried_out())

    return whole


class Access:
    def __init__(self, database_thread: DatabaseThread, database: Database) -> None:
        self._database_thread = database_thread
        self._database = database

    @transaction
    async def _do(self, connection: AsyncConnection, *statements: Executable) -> int:
        """Run statements as one transaction; returns how many rows the last one changed.

        As everywhere, the table's row comes before the rows that belong to it, which prevents
        deadlocks.
        """
        results = [await connection.execute(statement) for statement in statements]
        return results[-1].rowcount

    async def _read(self, query: Select[Any]) -> Sequence[Any]:
        async def carried_out() -> Sequence[Any]:
            async with self._database.reading() as connection:
                rows: Sequence[Any] = (await connection.execute(query)).all()
            return rows

        return await self._database_thread.run(carried_out())

    async def _rows(self, kind: type[_Row], query: Select[Any]) -> list[_Row]:
        return [kind(*row) for row in await self._read(query)]


def rows_of(kind: type[Struct], table: Table) -> Select[Any]:
    """Select a table's columns in the order of the struct's fields."""
    return select(*(table.c[field] for field in kind.__struct_fields__))


def at_seat(of: Table, table: str, seat: int) -> ColumnElement[bool]:
    return (of.c.table == table) & (of.c.seat == seat)


def change(table: str) -> Update:
    """An update of a table's row that counts the change, so that other processes notice it."""
    tables = schema.tables
    return update(tables).where(tables.c.id == table).values(changes=tables.c.changes + 1)


async def hold(connection: AsyncConnection, table: str) -> str:
    """Lock the table's row until the transaction ends; returns the table's status."""
    held = select(schema.tables.c.status).where(schema.tables.c.id == table)
    status: str | None = await connection.scalar(held.with_for_update(key_share=True))
    if status is None:
        raise NoSuchTable(table)
    return status


async def insert(connection: AsyncConnection, table: Table, rows: Sequence[Struct]) -> None:
    if rows:
        await connection.execute(table.insert(), [asdict(row) for row in rows])
