"""Everything that the server keeps, behind methods that say what they mean: all SQL is here, but
for that of the log's lines, which is in `lines.py`.

Every method that changes something has committed when it returns. Whatever must not happen twice
(sit, begin, a link's use, a vote, a lease, a line) is decided by the database, for all processes
alike. Nothing is kept in memory.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from functools import wraps
from secrets import token_hex
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import asdict, replace
from sqlalchemy import (
    ColumnElement,
    Executable,
    Select,
    Table,
    Update,
    case,
    delete,
    func,
    literal,
    or_,
    select,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from paddock.server import schema
from paddock.server.clerk import Clerk
from paddock.server.database import (
    CannotOpen,
    Database,
    NoSuchTable,
    StoreError,
    Unavailable,
    open_database,
)
from paddock.server.lines import lines_of
from paddock.server.rows import (
    NO_LINE,
    ChatRow,
    LinkRow,
    OwnerRow,
    RecordRow,
    SeatRow,
    Status,
    TableRow,
)
from paddock.server.writer import Writer

__all__ = ["CannotOpen", "NoSuchTable", "Store", "StoreError", "Unavailable"]

LARGEST = 2**31 - 1  # of the database's integers
MOST_CHAT = 500  # words that are kept of a table: the newest
Place = tuple[float, str]  # in a list of tables: when one was created, and its id
# At once, for a bot that has come to a seat; but the clock of those whose turn it is runs on.
_DUE = case(
    (schema.tables.c.status == "playing", func.coalesce(schema.tables.c.due, 0.0)),
    else_=schema.tables.c.due,
)
_Row = TypeVar("_Row", bound=Struct)
_Params = ParamSpec("_Params")
_Result = TypeVar("_Result")
_Method = Callable[Concatenate["Store", _Params], Coroutine[Any, Any, _Result]]


def _whole(method: _Method[_Params, _Result]) -> _Method[_Params, _Result]:
    """A method that speaks to the database to its end, even if its caller gives up."""

    @wraps(method)
    async def whole(self: Store, /, *args: _Params.args, **kwargs: _Params.kwargs) -> _Result:
        return await self._clerk.do(method(self, *args, **kwargs))

    return whole


def _select(row: type[Struct], table: Table) -> Select[Any]:
    """The columns of a table in the order of the row's fields."""
    return select(*(table.c[field] for field in row.__struct_fields__))


def _at_seat(of: Table, table: str, seat: int) -> ColumnElement[bool]:
    return (of.c.table == table) & (of.c.seat == seat)


def _over(over: bool) -> ColumnElement[bool]:
    """Tables where nothing can happen any more, or all others."""
    return schema.tables.c.status.in_(("finished", "closed") if over else ("waiting", "playing"))


def _lasts(now: float, longest: float) -> ColumnElement[bool]:
    """Leases that have not run out; one that ends far beyond the longest there is was given by a
    clock that has been set back since. Twice as long it may be: the processes' clocks differ."""
    until = schema.leases.c.until
    return (until > now) & (until <= now + 2 * longest)


def _held(table: str, seat: int, policy: str | None) -> Update:
    """A bot holds a seat, or its owner does."""
    seats = schema.seats
    return update(seats).where(_at_seat(seats, table, seat)).values(stand_in=policy)


async def _seats(connection: AsyncConnection, table: str) -> list[SeatRow]:
    wanted = _select(SeatRow, schema.seats).where(schema.seats.c.table == table)
    return [SeatRow(*row) for row in await connection.execute(wanted.order_by(schema.seats.c.seat))]


async def _owners(connection: AsyncConnection, table: str, seat: int) -> set[str]:
    wanted = select(schema.owners.c.device).where(_at_seat(schema.owners, table, seat))
    return {*(await connection.scalars(wanted))}


async def _hold(connection: AsyncConnection, table: str) -> str:
    """Keeps others from changing the table until the transaction ends; gives its status."""
    held = select(schema.tables.c.status).where(schema.tables.c.id == table)
    status: str | None = await connection.scalar(held.with_for_update(key_share=True))
    if status is None:
        raise NoSuchTable(table)
    return status


class Store:
    def __init__(self, clerk: Clerk, database: Database) -> None:
        self._clerk = clerk
        self._database = database
        self._writer = Writer(lines_of(clerk, database))

    @classmethod
    async def open(cls, url: str) -> Self:
        """`sqlite:///FILE` or `postgresql://…`, brought to the schema of this Paddock."""
        clerk = Clerk()
        try:
            return cls(clerk, await clerk.do(open_database(url)))
        except BaseException:
            await clerk.close()
            raise

    @property
    def writes(self) -> bool:
        """Whether lines are still being written."""
        return self._writer.alive

    async def try_writing(self) -> None:
        """A commit as any other, which leaves nothing; `Unavailable` where none can be made."""
        devices, nobody = schema.devices, f"nobody-{token_hex(16)}"
        await self._do(
            devices.insert().values(device=nobody, at=0.0),
            delete(devices).where(devices.c.device == nobody),
        )

    async def close(self) -> None:
        try:
            await self._writer.close()
        finally:
            await self._clerk.settled()  # a connection in use would stay open
            await self._clerk.do(self._database.close())
            await self._clerk.close()

    # Devices

    async def add_device(self, device: str, at: float) -> None:
        new = self._database.insert(schema.devices).values(device=device, at=at)
        await self._do(new.on_conflict_do_nothing())

    async def has_device(self, device: str) -> bool:
        devices = schema.devices
        return bool(await self._read(select(devices.c.at).where(devices.c.device == device)))

    # Tables

    @_whole
    async def create(
        self, table: TableRow, seats: Sequence[SeatRow], owners: Sequence[OwnerRow]
    ) -> None:
        async with self._database.writing() as connection:
            await _insert(connection, schema.tables, [table])
            await _insert(connection, schema.seats, seats)
            await _insert(connection, schema.owners, owners)

    async def table(self, id: str) -> TableRow | None:
        found = await self._rows(TableRow, self._tables(schema.tables.c.id == id))
        return found[0] if found else None

    async def listed(self, limit: int, before: Place | None = None) -> list[TableRow]:
        """Tables that anyone may see and that are not over, newest first; `before` pages on."""
        listed = schema.tables.c.listed
        return await self._rows(TableRow, self._page(before, listed, _over(False)).limit(limit))

    async def of_device(
        self, device: str, limit: int, before: Place | None = None, *, over: bool | None = None
    ) -> list[TableRow]:
        """Tables that the device opened or has a seat at, newest first: all, or only those that
        are over, or are not."""
        tables, owners = schema.tables, schema.owners
        seated = select(owners.c.table).where(owners.c.device == device)
        wanted = [or_(tables.c.host == device, tables.c.id.in_(seated))]
        if over is not None:
            wanted.append(_over(over))
        return await self._rows(TableRow, self._page(before, *wanted).limit(limit))

    async def set_due(self, table: str, due: float | None) -> None:
        await self._do(self._change(table).values(due=due))

    async def set_asked(self, table: str, asked: bytes | None, before: bytes | None) -> bool:
        """Whether this is what is asked now; False if it was no longer as `before`."""
        same = schema.tables.c.asked.is_not_distinct_from(before)
        return await self._do(self._change(table).where(same).values(asked=asked)) == 1

    @_whole
    async def settle(
        self,
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
        tables = schema.tables
        same = (tables.c.asked == asked) & (tables.c.head == head)
        values: dict[str, Any] = {"asked": None} | ({} if bot is None else {"due": _DUE})
        async with self._database.writing() as connection:
            await _hold(connection, table)
            if await _seats(connection, table) != sorted(seats, key=lambda row: row.seat):
                return False
            settled = await connection.execute(self._change(table).where(same).values(**values))
            if settled.rowcount == 0:
                return False
            if bot is not None:
                await connection.execute(_held(table, *bot))
        return True

    async def set_rematch(self, table: str, other: str) -> bool:
        """Whether `other` is the rematch now; False if there was one."""
        none = schema.tables.c.rematch.is_(None)
        return await self._do(self._change(table).where(none).values(rematch=other)) == 1

    async def delete(self, table: str) -> None:
        """The table and everything that belongs to it."""
        await self._do(delete(schema.tables).where(schema.tables.c.id == table))

    # Seats

    async def seats(self, table: str) -> list[SeatRow]:
        seats = schema.seats
        wanted = _select(SeatRow, seats).where(seats.c.table == table)
        return await self._rows(SeatRow, wanted.order_by(seats.c.seat))

    async def seats_of(self, tables: Sequence[str]) -> dict[str, list[SeatRow]]:
        """The seats of many tables, of each in their order."""
        seats = schema.seats
        wanted = _select(SeatRow, seats).where(seats.c.table.in_(tables))
        found: dict[str, list[SeatRow]] = {table: [] for table in tables}
        for row in await self._rows(SeatRow, wanted.order_by(seats.c.table, seats.c.seat)):
            found[row.table].append(row)
        return found

    @_whole
    async def sit(self, table: str, seat: int, name: str, entropy: str | None, device: str) -> bool:
        """Whether the device has the seat now: it was free, and the table waiting."""
        seats = schema.seats
        free = seats.c.name.is_(None) & seats.c.policy.is_(None)
        taking = update(seats).where(_at_seat(seats, table, seat), free)
        async with self._database.writing() as connection:
            if await _hold(connection, table) != "waiting":
                return False
            taken = await connection.execute(taking.values(name=name, entropy=entropy))
            if taken.rowcount == 0:
                return False
            await _insert(connection, schema.owners, [OwnerRow(table, seat, device)])
            await connection.execute(self._change(table))
        return True

    @_whole
    async def leave(self, table: str, seat: int, owner: str | None = None) -> bool:
        """Whether the seat is free now; it can be given up only while the table waits, and while
        it is this owner's, if one is named."""
        seats = schema.seats
        free = dict.fromkeys(("name", "policy", "stand_in", "entropy"))
        async with self._database.writing() as connection:
            if await _hold(connection, table) != "waiting":
                return False
            if owner is not None and owner not in await _owners(connection, table, seat):
                return False
            await connection.execute(
                update(seats).where(_at_seat(seats, table, seat)).values(**free)
            )
            for rights in (schema.owners, schema.links):
                await connection.execute(delete(rights).where(_at_seat(rights, table, seat)))
            await connection.execute(self._change(table))
        return True

    async def set_stand_in(self, table: str, seat: int, policy: str) -> None:
        await self._do(self._change(table).values(due=_DUE), _held(table, seat, policy))

    @_whole
    async def come_back(
        self, table: str, seat: int, *, asked: bytes | None, before: bytes | None
    ) -> bool:
        """Whether no bot holds the seat now, and this is asked of the table; False if what is asked
        was no longer as `before`."""
        same = schema.tables.c.asked.is_not_distinct_from(before)
        change = self._change(table).where(same).values(asked=asked)
        async with self._database.writing() as connection:
            if (await connection.execute(change)).rowcount == 0:
                return False
            await connection.execute(_held(table, seat, None))
        return True

    async def set_winners(self, table: str, winners: Sequence[int]) -> None:
        seats = schema.seats
        won = seats.c.seat.in_(winners)
        sitting = update(seats).where(seats.c.table == table).values(won=won)
        await self._do(self._change(table), sitting)

    async def owners(self, table: str) -> list[OwnerRow]:
        owners = schema.owners
        wanted = _select(OwnerRow, owners).where(owners.c.table == table)
        return await self._rows(OwnerRow, wanted.order_by(owners.c.seat, owners.c.device))

    @_whole
    async def disown(self, table: str, seat: int, device: str) -> bool:
        """Whether the device has the seat, and now alone: other owners and open links are gone."""
        owners, links = schema.owners, schema.links
        others = _at_seat(owners, table, seat) & (owners.c.device != device)
        async with self._database.writing() as connection:
            await _hold(connection, table)
            if device not in await _owners(connection, table, seat):
                return False
            await connection.execute(delete(links).where(_at_seat(links, table, seat)))
            await connection.execute(delete(owners).where(others))
            await connection.execute(self._change(table))
        return True

    # Links

    @_whole
    async def add_link(self, link: LinkRow, device: str) -> bool:
        """Whether there is such a link now: the device has the seat."""
        async with self._database.writing() as connection:
            await _hold(connection, link.table)
            if device not in await _owners(connection, link.table, link.seat):
                return False
            await _insert(connection, schema.links, [link])
        return True

    @_whole
    async def use_link(self, secret: str, device: str) -> LinkRow | None:
        """The link, to the first who asks, whose device has its seat then; None to everyone after.

        In one transaction, which the table's row comes before: whoever withdraws the link comes
        either before it, or after the seat has changed hands and takes it back.
        """
        links = schema.links
        of = select(links.c.table).where(links.c.secret == secret)
        first = update(links).where(links.c.secret == secret, ~links.c.used).values(used=True)
        fields = (links.c[field] for field in LinkRow.__struct_fields__)
        async with self._database.writing() as connection:
            table: str | None = await connection.scalar(of)
            if table is None:
                return None
            await _hold(connection, table)
            row = (await connection.execute(first.returning(*fields))).one_or_none()
            if row is None:
                return None
            used = LinkRow(*row)
            new = self._database.insert(schema.owners).on_conflict_do_nothing()
            await connection.execute(new, asdict(OwnerRow(used.table, used.seat, device)))
            await connection.execute(self._change(table))
        return used

    # The log

    @_whole
    async def begin(
        self,
        table: str,
        lines: Sequence[RecordRow],
        *,
        seats: Sequence[SeatRow],
        due: float | None = None,
    ) -> bool:
        """Whether play begins with these first lines.

        False if somebody else began, or if the seats are no longer those that the lines tell of.
        """
        async with self._database.writing() as connection:
            if await _hold(connection, table) != "waiting":
                return False
            if await _seats(connection, table) != sorted(seats, key=lambda row: row.seat):
                return False
            await _insert(connection, schema.records, lines)
            playing = self._change(table).values(status="playing", head=lines[-1].line, due=due)
            await connection.execute(playing)
        return True

    async def append(
        self,
        record: RecordRow,
        *,
        status: Status | None = None,
        due: float | UnsetType | None = UNSET,
    ) -> bool:
        """Whether this is the next line now, and durable.

        False if the line, or the seat's command of this id, was there before; nothing has changed
        then. After `Unavailable` either may be true: read again.
        """
        return await self._writer.append(record, status, due)

    async def records(self, table: str, after_line: int = NO_LINE) -> list[RecordRow]:
        records = schema.records
        after = (records.c.table == table) & (records.c.line > after_line)
        return await self._rows(
            RecordRow, _select(RecordRow, records).where(after).order_by(records.c.line)
        )

    async def heads(self, tables: Sequence[str]) -> dict[str, tuple[int, int]]:
        """Of each that is there, the highest line, `NO_LINE` if it waits, and its changes."""
        columns = schema.tables.c
        wanted = select(columns.id, columns.head, columns.changes).where(columns.id.in_(tables))
        return {row.id: (row.head, row.changes) for row in await self._read(wanted)}

    async def find(self, table: str, seat: int, command: str) -> int | None:
        """The line of a seat's command."""
        records = schema.records
        line = select(records.c.line).where(
            _at_seat(records, table, seat), records.c.command == command
        )
        rows = await self._read(line)
        return rows[0].line if rows else None

    # Drivers

    async def due(self, now: float, limit: int, *, worker: str, longest: float) -> list[str]:
        """Tables where somebody must act, longest due first, but for those others lease; nobody
        does for longer than `longest`."""
        tables, leases = schema.tables, schema.leases
        others = select(leases.c.table).where(_lasts(now, longest), leases.c.worker != worker)
        wanted = (
            select(tables.c.id)
            .where(tables.c.due <= now, tables.c.id.not_in(others))
            .order_by(tables.c.due)
            .limit(limit)
        )
        return [row.id for row in await self._read(wanted)]

    async def lease(self, table: str, worker: str, until: float, now: float) -> bool:
        """Whether the table is the worker's until then: nobody else's lease lasts."""
        tables, leases = schema.tables, schema.leases
        there = select(tables.c.id, literal(worker), literal(until)).where(tables.c.id == table)
        new = self._database.insert(leases).from_select(
            ["table", "worker", "until"], there.with_for_update(read=True, key_share=True)
        )
        free = (leases.c.worker == worker) | ~_lasts(now, until - now)
        taking = new.on_conflict_do_update(
            index_elements=["table"],
            set_={"worker": new.excluded.worker, "until": new.excluded.until},
            where=free,
        )
        return await self._do(taking) == 1

    async def release(self, table: str, worker: str) -> None:
        leases = schema.leases
        await self._do(delete(leases).where(leases.c.table == table, leases.c.worker == worker))

    async def release_all(self) -> None:
        """For a process that is alone: the leases are those of one that was killed before it."""
        await self._do(delete(schema.leases))

    # Chat

    @_whole
    async def add_chat(self, row: ChatRow) -> int:
        """Gives the row the next number of its table, where the oldest words make room for it."""
        chat = schema.chat
        last = select(func.max(chat.c.number)).where(chat.c.table == row.table)
        async with self._database.writing() as connection:
            await _hold(connection, row.table)
            number = (await connection.scalar(last) or 0) + 1
            await _insert(connection, chat, [replace(row, number=number)])
            old = (chat.c.table == row.table) & (chat.c.number <= number - MOST_CHAT)
            await connection.execute(delete(chat).where(old))
            await connection.execute(self._change(row.table))
        return number

    async def chat(self, table: str, limit: int) -> list[ChatRow]:
        """The last ones, in their order, the hidden ones too."""
        chat = schema.chat
        wanted = _select(ChatRow, chat).where(chat.c.table == table)
        newest = await self._rows(ChatRow, wanted.order_by(chat.c.number.desc()).limit(limit))
        return newest[::-1]

    async def hide_chat(self, table: str, number: int, by: Sequence[int] | None = None) -> bool:
        """Whether these words are hidden now: they are there, and said from one of the seats."""
        if number > LARGEST:
            return False
        chat = schema.chat
        here = (chat.c.table == table) & (chat.c.number == number)
        if by is not None:
            here &= chat.c.seat.in_(by)
        hiding = update(chat).where(here).values(hidden=True)
        return await self._do(self._change(table), hiding) == 1

    # Plumbing

    def _tables(self, *wanted: ColumnElement[bool]) -> Select[Any]:
        tables = schema.tables
        newest = (tables.c.created.desc(), tables.c.id)
        return _select(TableRow, tables).where(*wanted).order_by(*newest)

    def _page(self, before: Place | None, *wanted: ColumnElement[bool]) -> Select[Any]:
        """From the newest on, or from after a place in that order."""
        if before is None:
            return self._tables(*wanted)
        columns, (created, id) = schema.tables.c, before
        same_moment = (columns.created == created) & (columns.id > id)
        return self._tables(*wanted, or_(columns.created < created, same_moment))

    def _change(self, table: str) -> Update:
        """Of the table's row, or of what belongs to it: counted, so that it is found elsewhere."""
        tables = schema.tables
        return update(tables).where(tables.c.id == table).values(changes=tables.c.changes + 1)

    @_whole
    async def _do(self, *statements: Executable) -> int:
        """A transaction of their own; how many rows the last one touched. The table's row comes
        before what belongs to it, as everywhere: so nobody waits for each other."""
        async with self._database.writing() as connection:
            results = [await connection.execute(statement) for statement in statements]
        return results[-1].rowcount

    @_whole
    async def _read(self, query: Select[Any]) -> Sequence[Any]:
        async with self._database.reading() as connection:
            rows: Sequence[Any] = (await connection.execute(query)).all()
        return rows

    async def _rows(self, kind: type[_Row], query: Select[Any]) -> list[_Row]:
        return [kind(*row) for row in await self._read(query)]


async def _insert(connection: AsyncConnection, table: Table, rows: Sequence[Struct]) -> None:
    if rows:
        await connection.execute(table.insert(), [asdict(row) for row in rows])
