"""Everything the server stores. All SQL is here, except for appending to logs (`records.py`).

Methods that change something have committed when they return. Whatever must not happen twice (sit,
begin, use a link, vote, lease, append) is decided by the database, across all processes. Nothing is
cached.
"""

from typing import Self

from paddock.server.appender import Appender
from paddock.server.database import (
    CannotOpen,
    Database,
    NoSuchTable,
    StoreError,
    Unavailable,
    open_database,
)
from paddock.server.database_thread import DatabaseThread
from paddock.server.records import records_of
from paddock.server.store.chat import Chat
from paddock.server.store.devices import Devices
from paddock.server.store.leases import Leases
from paddock.server.store.logs import Logs
from paddock.server.store.seats import Seats
from paddock.server.store.tables import Tables
from paddock.server.store.votes import Votes

__all__ = ["CannotOpen", "NoSuchTable", "Store", "StoreError", "Unavailable"]


class Store:
    def __init__(self, database_thread: DatabaseThread, database: Database) -> None:
        self.devices = Devices(database_thread, database)
        self.tables = Tables(database_thread, database)
        self.seats = Seats(database_thread, database)
        self.votes = Votes(database_thread, database)
        self.chat = Chat(database_thread, database)
        self.leases = Leases(database_thread, database)
        self.logs = Logs(database_thread, database)
        self.appender = Appender(records_of(database_thread, database))
        self._database_thread = database_thread
        self._database = database

    @classmethod
    async def open(cls, url: str) -> Self:
        """Open `sqlite:///FILE` or `postgresql://…` and migrate it to this Paddock's schema."""
        database_thread = DatabaseThread()
        try:
            return cls(database_thread, await database_thread.run(open_database(url)))
        except BaseException:
            await database_thread.close()
            raise

    async def close(self) -> None:
        try:
            await self.appender.close()
        finally:
            await self._database_thread.settled()  # a connection in use would stay open
            await self._database_thread.run(self._database.close())
            await self._database_thread.close()
