"""Tables: open, list, start, close, delete, rematch."""

from typing import Any

import msgspec
from litestar import Controller, delete, get, post
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.status_codes import HTTP_200_OK
from msgspec import Struct

from paddock.games import GAMES
from paddock.kernel.game import printed
from paddock.server.api.dependencies import (
    Device,
    Limited,
    TheLobby,
    TheRoom,
    TheRooms,
    Visitor,
    done,
    refuse,
)
from paddock.server.description import table_info
from paddock.server.identity import well_formed_id
from paddock.server.lobby import NewTable
from paddock.server.room import Room
from paddock.server.rooms import Rooms
from paddock.server.rows import TableRow
from paddock.server.store.tables import Place
from paddock.server.table import NO_TABLE
from paddock.server.vote import missing
from paddock.wire.messages import Status, TableInfo

MOST_LISTED = 50


class Mine(Struct, frozen=True):
    """A table as one device sees it: the seats it owns, and whether it opened the table."""

    table: TableInfo
    seats: tuple[int, ...]
    host: bool


class Listed(Struct, frozen=True):
    """A table in a list; `people` has the name of each seat, null if it is free."""

    id: str
    game: str
    options: dict[str, str]
    status: Status
    created: float
    people: tuple[str | None, ...]
    free: int
    winners: tuple[str, ...]


class OwnListed(Listed, frozen=True):
    """A table in a device's own list: `host` if the device opened it."""

    host: bool


class Closing(Struct, frozen=True):
    """Whether a match is closed; if not, the seats that must still agree."""

    closed: bool
    waits_for: tuple[int, ...]


class Tables(Controller):
    path = "/api/tables"

    @post()
    async def open_table(
        self, data: JSONBody[NewTable], device: Device, lobby: TheLobby, limited: Limited
    ) -> Mine:
        limited("table")
        opened = await lobby.open_table(data, device)
        return mine(opened, device) if isinstance(opened, Room) else refuse(opened)

    @get()
    async def public_tables(
        self,
        rooms: TheRooms,
        before: FromQuery[float | None] = None,
        before_id: FromQuery[str] = "",
    ) -> list[Listed]:
        """Tables that anyone may join or watch, newest first. For the next page, `before` is when
        the last one was created, and `before_id` is its id."""
        rows = await rooms.store.tables.listed(MOST_LISTED, _place(before, before_id))
        return [Listed(**told) for _, told in await _listed(rooms, rows)]

    @get("/mine")
    async def own_tables(
        self,
        rooms: TheRooms,
        visitor: Visitor,
        before: FromQuery[float | None] = None,
        before_id: FromQuery[str] = "",
        over: FromQuery[bool | None] = None,
    ) -> list[OwnListed]:
        """Tables that this device opened or has a seat at, newest first, paged like all tables.
        `over` selects those that are over, or those that are not. An unknown device has none."""
        if visitor is None:
            return []
        place = _place(before, before_id)
        rows = await rooms.store.tables.of_device(visitor, MOST_LISTED, place, over=over)
        return [
            OwnListed(**told, host=row.host == visitor) for row, told in await _listed(rooms, rows)
        ]

    @get("/{table:str}")
    async def table_info(self, room: TheRoom, visitor: Visitor) -> Mine:
        return mine(room, visitor)

    @get("/{table:str}/edition")
    async def figures(self, room: TheRoom) -> dict[str, Any]:
        """The figures that this table plays with: cards, payments, prizes. `constants` has what the
        rules work out from them for the whole match."""
        return printed(room.game)

    @delete("/{table:str}")
    async def delete_table(self, room: TheRoom, device: Device, lobby: TheLobby) -> None:
        """Delete the table for good, with its names, chat and log."""
        done(await lobby.delete(room, device))

    @post("/{table:str}/start", status_code=HTTP_200_OK)
    async def start(self, room: TheRoom, device: Device, lobby: TheLobby) -> Mine:
        done(await lobby.begin(room, device))
        return mine(room, device)

    @post("/{table:str}/close", status_code=HTTP_200_OK)
    async def close(self, room: TheRoom, device: Device, lobby: TheLobby) -> Closing:
        """Ask to end a match, or agree to it. Once everyone agrees, its seed is revealed."""
        done(await lobby.close(room, device))
        vote = room.vote
        waits_for = () if vote is None else tuple(sorted(missing(room.table, vote)))
        return Closing(not room.playing, waits_for)

    @post("/{table:str}/rematch")
    async def rematch(
        self, room: TheRoom, device: Device, lobby: TheLobby, limited: Limited
    ) -> Mine:
        if room.table.row.rematch is None:
            limited("table")
        again = await lobby.rematch(room, device)
        return mine(again, device) if isinstance(again, Room) else refuse(again)

    @delete("/{table:str}/chat/{number:int}")
    async def hide(
        self, number: FromPath[int], room: TheRoom, device: Device, lobby: TheLobby
    ) -> None:
        """Hide your own chat message from everyone; the host may hide anyone's."""
        done(await lobby.hide(room, number, device))


def mine(room: Room, device: str | None) -> Mine:
    return Mine(table_info(room), tuple(room.table.seats_of(device)), room.table.row.host == device)


def _place(created: float | None, id: str) -> Place | None:
    if created is None:
        return None
    return (created, id) if not id or well_formed_id(id) else refuse(NO_TABLE)


class _Options(Struct, frozen=True):
    """The part of a table's setup that lists show."""

    options: dict[str, str]


async def _listed(rooms: Rooms, rows: list[TableRow]) -> list[tuple[TableRow, dict[str, Any]]]:
    """The fields of `Listed` for each table, without loading it; none if its game is gone."""
    seats = await rooms.store.seats.at_each([row.id for row in rows])
    return [
        (
            row,
            {
                "id": row.id,
                "game": row.game,
                "options": msgspec.json.decode(row.setup, type=_Options).options,
                "status": row.status,
                "created": row.created,
                "people": tuple(seat.name for seat in seats[row.id]),
                "free": sum(seat.name is None for seat in seats[row.id]),
                "winners": tuple(seat.name or "" for seat in seats[row.id] if seat.won),
            },
        )
        for row in rows
        if row.game in GAMES
    ]
