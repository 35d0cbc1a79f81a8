"""Seats, the devices that own them, and the links that give them to another device."""

from collections.abc import Sequence

from msgspec.structs import asdict
from sqlalchemy import Update, delete, exists, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from paddock.server.rows import LinkRow, OwnerRow, SeatRow
from paddock.server.schema import links, owners, progress, seats, tables
from paddock.server.store.access import Access, at_seat, change, hold, insert, rows_of, transaction

_SEATS = rows_of(SeatRow, seats).order_by(seats.c.table, seats.c.seat)


class Seats(Access):
    async def at(self, table: str) -> list[SeatRow]:
        return await self._rows(SeatRow, _SEATS.where(seats.c.table == table))

    async def at_each(self, ids: Sequence[str]) -> dict[str, list[SeatRow]]:
        """The seats of many tables, each table's in order."""
        found: dict[str, list[SeatRow]] = {table: [] for table in ids}
        for row in await self._rows(SeatRow, _SEATS.where(seats.c.table.in_(ids))):
            found[row.table].append(row)
        return found

    @transaction
    async def sit(
        self,
        connection: AsyncConnection,
        table: str,
        seat: int,
        name: str,
        entropy: str | None,
        device: str,
    ) -> bool:
        """Give the device the seat; False unless it was free and the table waiting."""
        if await hold(connection, table) != "waiting":
            return False
        free = seats.c.name.is_(None) & seats.c.policy.is_(None)
        taking = update(seats).where(at_seat(seats, table, seat), free)
        taken = await connection.execute(taking.values(name=name, entropy=entropy))
        if taken.rowcount == 0:
            return False
        await insert(connection, owners, [OwnerRow(table, seat, device)])
        await connection.execute(change(table))
        return True

    @transaction
    async def leave(
        self, connection: AsyncConnection, table: str, seat: int, owner: str | None = None
    ) -> bool:
        """Free the seat; False if the table is not waiting, or the seat is not `owner`'s."""
        if await hold(connection, table) != "waiting":
            return False
        if owner is not None and owner not in await _owners(connection, table, seat):
            return False
        free = dict.fromkeys(("name", "policy", "stand_in", "entropy"))
        await connection.execute(update(seats).where(at_seat(seats, table, seat)).values(**free))
        for rights in (owners, links):
            await connection.execute(delete(rights).where(at_seat(rights, table, seat)))
        await connection.execute(change(table))
        return True

    async def set_stand_in(self, table: str, seat: int, policy: str) -> None:
        await self._do(change(table), bot_due(table), held(table, seat, policy))

    async def set_winners(self, table: str, winners: Sequence[int]) -> None:
        sitting = update(seats).where(seats.c.table == table)
        await self._do(change(table), sitting.values(won=seats.c.seat.in_(winners)))

    async def owners(self, table: str) -> list[OwnerRow]:
        wanted = rows_of(OwnerRow, owners).where(owners.c.table == table)
        return await self._rows(OwnerRow, wanted.order_by(owners.c.seat, owners.c.device))

    @transaction
    async def disown(self, connection: AsyncConnection, table: str, seat: int, device: str) -> bool:
        """Remove the seat's other owners and open links; False if the device does not own it."""
        await hold(connection, table)
        if device not in await _owners(connection, table, seat):
            return False
        others = at_seat(owners, table, seat) & (owners.c.device != device)
        await connection.execute(delete(links).where(at_seat(links, table, seat)))
        await connection.execute(delete(owners).where(others))
        await connection.execute(change(table))
        return True

    @transaction
    async def add_link(self, connection: AsyncConnection, link: LinkRow, device: str) -> bool:
        """Store a link; False if the device does not own the seat."""
        await hold(connection, link.table)
        if device not in await _owners(connection, link.table, link.seat):
            return False
        await insert(connection, links, [link])
        return True

    @transaction
    async def use_link(
        self, connection: AsyncConnection, secret: str, device: str
    ) -> LinkRow | None:
        """Give the link's seat to the first device that uses it; None if the link was used before.

        It is one transaction that locks the table first. So cancelling the link happens either
        before it, or after it, and then takes the seat back.
        """
        of = select(links.c.table).where(links.c.secret == secret)
        table: str | None = await connection.scalar(of)
        if table is None:
            return None
        await hold(connection, table)
        first = update(links).where(links.c.secret == secret, ~links.c.used).values(used=True)
        fields = (links.c[field] for field in LinkRow.__struct_fields__)
        row = (await connection.execute(first.returning(*fields))).one_or_none()
        if row is None:
            return None
        used = LinkRow(*row)
        new = self._database.insert(owners).on_conflict_do_nothing()
        await connection.execute(new, asdict(OwnerRow(used.table, used.seat, device)))
        await connection.execute(change(table))
        return used


async def unchanged(connection: AsyncConnection, table: str, before: Sequence[SeatRow]) -> bool:
    """Whether the seats are still as they were when a decision was based on them."""
    found = await connection.execute(_SEATS.where(seats.c.table == table))
    return [SeatRow(*row) for row in found] == sorted(before, key=lambda row: row.seat)


def held(table: str, seat: int, policy: str | None) -> Update:
    """Let a bot hold a seat, or None for its owner."""
    return update(seats).where(at_seat(seats, table, seat)).values(stand_in=policy)


def bot_due(table: str) -> Update:
    """Let a driver act for a bot that takes over a seat, unless a clock is running already."""
    playing = exists().where(tables.c.id == table, tables.c.status == "playing")
    due = func.coalesce(progress.c.due, 0.0)
    return update(progress).where(progress.c.table == table, playing).values(due=due)


async def _owners(connection: AsyncConnection, table: str, seat: int) -> set[str]:
    wanted = select(owners.c.device).where(at_seat(owners, table, seat))
    return {*(await connection.scalars(wanted))}
