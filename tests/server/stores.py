"""Stores for the tests, and tables to put into them."""

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import msgspec

from paddock.kernel.game import Answer
from paddock.server.database import Database, open_database
from paddock.server.lobby import Lobby, NewTable
from paddock.server.room import Room
from paddock.server.rows import RecordRow, SeatRow, TableRow
from paddock.server.store import Store
from tests.offered import offered


def sqlite(folder: Path) -> str:
    """The URL of the SQLite database in a folder."""
    return f"sqlite:///{folder / 'paddock.db'}"


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Store]:
    store = await Store.open(url)
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def database_of(store: Store) -> AsyncIterator[Database]:
    """A second connection to a store's database: the store's own belongs to its thread."""
    url = store._database.url.render_as_string(hide_password=False)
    database = await open_database(url)
    try:
        yield database
    finally:
        await database.close()


@asynccontextmanager
async def looking_into(url: str) -> AsyncIterator[Database]:
    """The database behind a URL, once a store has been opened there."""
    async with opened(url) as store, database_of(store) as database:
        yield database


async def begun(lobby: Lobby, wanted: NewTable, *people: str) -> Room:
    """A table whose match has begun, with these people at the first seats."""
    room = await lobby.open_table(wanted, "host")
    assert isinstance(room, Room)
    for seat, name in enumerate(people):
        assert await lobby.sit(room, seat, name, None, f"device {seat}") is None
    assert await lobby.begin(room, "host") is None
    return room


async def loaded(store: Store, id: str) -> Room:
    """The table's room as another process would load it."""
    room = await Room.load(store, id)
    assert room is not None
    return room


def any_command(room: Room) -> tuple[int, Answer]:
    """A command for the first seat to act."""
    assert room.match is not None
    seat = room.to_act[0]
    offer = offered(room.match.game, room.match.state, seat)
    return seat, offer.sole() or offer.sample(Random(1))


def table_row(id: str = "t", created: float = 1.5) -> TableRow:
    return TableRow(id, "royal-turf", created, "waiting", True, "host", b"{}", bytes(range(32)))


async def a_table(store: Store, id: str = "t", created: float = 1.5) -> None:
    """Store a waiting table with two free seats."""
    await store.tables.create(table_row(id, created), [SeatRow(id, 0), SeatRow(id, 1)])


async def a_match(store: Store, id: str = "t") -> None:
    """Store a table in play whose log has only its header."""
    await a_table(store, id)
    header = RecordRow(id, 0, b"header\n")
    assert await store.logs.begin(id, [header], seats=await store.seats.at(id))


def line(number: int, said: str = "", table: str = "t") -> RecordRow:
    return RecordRow(table, number, f"line {number} {said}\n".encode())


async def heads(store: Store, *tables: str) -> dict[str, int]:
    """The number of the last line of each existing table."""
    return {id: head for id, (head, _) in (await store.tables.heads(tables)).items()}


def commands(rows: Iterable[RecordRow]) -> list[str]:
    """The ids of the commands in a log."""
    records = [msgspec.json.decode(row.data) for row in rows]
    return [record["id"] for record in records if record["kind"] == "step"]


def unframed(frame: bytes) -> bytes:
    """The payload of a WebSocket frame that a server sends."""
    return frame[{126: 4, 127: 10}.get(frame[1], 2) :]
