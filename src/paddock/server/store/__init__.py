"""Everything the server stores. All SQL is here, except for appending to logs (`lines.py`).

Methods that change something have committed when they return. Whatever must not happen twice (sit,
begin, use a link, vote, lease, append) is decided by the database, across all processes. Nothing is
cached.
"""

from typing import Self

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
from paddock.server.store.chat import Chat
from paddock.server.store.devices import Devices
from paddock.server.store.leases import Leases
from paddock.server.store.logs import Logs
from paddock.server.store.seats import Seats
from paddock.server.store.tables import Tables
from paddock.server.store.votes import Votes
from paddock.server.writer import Writer

__all__ = ["CannotOpen", "NoSuchTable", "Store", "StoreError", "Unavailable"]


class Store:
    def __init__(self, clerk: Clerk, database: Database) -> None:
        self.devices = Devices(clerk, database)
        self.tables = Tables(clerk, database)
        self.seats = Seats(clerk, database)
        self.votes = Votes(clerk, database)
        self.chat = Chat(clerk, database)
        self.leases = Leases(clerk, database)
        self.logs = Logs(clerk, database)
        self.writer = Writer(lines_of(clerk, database))
        self._clerk = clerk
        self._database = database

    @classmethod
    async def open(cls, url: str) -> Self:
        """Open `sqlite:///FILE` or `postgresql://…` and migrate it to this Paddock's schema."""
        clerk = Clerk()
        try:
            return cls(clerk, await clerk.do(open_database(url)))
        except BaseException:
            await clerk.close()
            raise

    async def close(self) -> None:
        try:
            await self.writer.close()
        finally:
            await self._clerk.settled()  # a connection in use would stay open
            await self._clerk.do(self._database.close())
            await self._clerk.close()
