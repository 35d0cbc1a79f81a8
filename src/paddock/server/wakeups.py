"""Wake-ups between processes: a table has a new head, so processes that hold it should look.

A wake-up carries no data. A lost one causes a delay and no harm, because rooms also check the store
regularly. So errors here never reach the sender.

They also announce which seats are connected to other processes. Each process repeats this, and it
expires: a process that dies is soon forgotten, and a Redis that lost its data gets it again.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Protocol

# A head above all others: something other than the log has changed, such as seats, votes or chat.
TABLE_CHANGED = 2**53
# A head below all others: nothing was stored, only who is connected has changed.
PRESENCE_CHANGED = -1

NOBODY: tuple[tuple[str, int], ...] = ()
Seats = frozenset[int]
NO_SEATS: Seats = frozenset()


class Wakeups(Protocol):
    """How the processes of one server wake each other's rooms.

    `alone`: there is no other process, so no other process drives a table.
    """

    alone: bool

    async def send(self, table: str, head: int) -> None:
        """Announce to the other processes that the table's log has reached `head`."""

    def received(self) -> AsyncIterator[tuple[str, int]]:
        """Table and head of each wake-up, until this is closed; may include its own."""

    def announce(self, table: str, seats: Seats, seconds: float) -> None:
        """Announce which seats of a table are connected to this process.

        This expires after `seconds` unless repeated. The other processes receive
        `PRESENCE_CHANGED` if it has changed.
        """

    async def seats_elsewhere(self, tables: Sequence[str]) -> dict[str, Seats]:
        """The seats connected to other processes, by table; nothing for a table without any."""

    async def close(self) -> None: ...


class LocalWakeups:
    """For a server with one process, which wakes its own rooms directly."""

    alone = True

    def __init__(self) -> None:
        self._closed = asyncio.Event()

    async def send(self, table: str, head: int) -> None:
        pass

    async def received(self) -> AsyncIterator[tuple[str, int]]:
        await self._closed.wait()
        for wakeup in NOBODY:
            yield wakeup

    def announce(self, table: str, seats: Seats, seconds: float) -> None:
        pass

    async def seats_elsewhere(
        self,
        tables: Sequence[str],  # noqa: ARG002  # the answer is the same for all
    ) -> dict[str, Seats]:
        return {}

    async def close(self) -> None:
        self._closed.set()
