"""Wake-ups between processes: a table has a new head, whoever holds it may look.

A bell carries no news, only that there is some. A ring that gets lost delays and never harms:
rooms look for themselves now and then. So nothing that goes wrong here reaches who rings.

It also knows which seats have somebody connected to another process. That is told again and again
and holds for a while only: whoever dies without a word is away soon, and a Redis that forgets
everything learns it anew.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Protocol

# A head beyond all others: not the log but the people of the table have changed.
PEOPLE = 2**53
# A head before all others: nothing is stored, only who is connected has changed.
SEEN = -1

NOBODY: tuple[tuple[str, int], ...] = ()
Seats = frozenset[int]
NO_SEATS: Seats = frozenset()


class Bell(Protocol):
    """How the processes of one server wake each other's rooms.

    `alone`: there is no other process, so nobody else drives a table.
    """

    alone: bool

    async def ring(self, table: str, head: int) -> None:
        """Tells the other processes that the table's log has reached `head`."""

    def heard(self) -> AsyncIterator[tuple[str, int]]:
        """Table and head of each ring, until the bell is closed; possibly one's own too."""

    def seen(self, table: str, seats: Seats, seconds: float) -> None:
        """Tells the other processes at which seats somebody is connected to this one, for so long
        unless it is told again; they hear `SEEN` if it is news."""

    async def seen_elsewhere(self, tables: Sequence[str]) -> dict[str, Seats]:
        """At which seats somebody is connected to other processes; what is not known is left
        out."""

    async def close(self) -> None: ...


class LocalBell:
    """The bell of a server that is one process: its own rooms are woken directly."""

    alone = True

    def __init__(self) -> None:
        self._closed = asyncio.Event()

    async def ring(self, table: str, head: int) -> None:
        """There is nobody else."""

    async def heard(self) -> AsyncIterator[tuple[str, int]]:
        await self._closed.wait()
        for ring in NOBODY:
            yield ring

    def seen(self, table: str, seats: Seats, seconds: float) -> None:
        """There is nobody who would like to know."""

    async def seen_elsewhere(
        self,
        tables: Sequence[str],  # noqa: ARG002  # whatever is asked, there is no elsewhere
    ) -> dict[str, Seats]:
        return {}

    async def close(self) -> None:
        self._closed.set()
