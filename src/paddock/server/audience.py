"""Whoever looks on at a table: how far each of them was told, and which seats somebody is at."""

import asyncio
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from paddock.kernel.narrator import Narrator
from paddock.kernel.rejection import Rejected, reject
from paddock.server.bell import NO_SEATS, Seats
from paddock.server.rows import ChatRow
from paddock.server.table import NO_TABLE, NOT_YOURS, Table
from paddock.wire.messages import Heard

MOST_WAITING = 250  # messages for a viewer that does not take them; records are not among them

_TOO_SLOW = reject("too_slow", "This connection did not take what it was told: connect again.")


class Viewer:
    """Somebody who looks on: a cursor in the match, and messages for them alone."""

    def __init__(
        self, seat: int | None, after: int, device: str | None = None, *, caller: bool = False
    ) -> None:
        self.seat = seat
        self.device = device
        self.caller = caller  # whether they hear the race caller
        self.narrator: Narrator[Any, Any, Any] | None = None  # of what they have missed
        self.seq = after
        self.version = -1  # of the table's info, as last told
        self.talk = True  # whether they hear what people say
        self.heard: set[Heard] = set()
        self.leaving = False
        self.reason: Rejected | None = None
        self.outbox: list[bytes] = []
        self.writer: asyncio.Task[None] | None = None  # which sends what they are told
        self.sending = 0.0  # since when they have not taken a message, on the monotonic clock
        self.wake = asyncio.Event()

    def leave(self, reason: Rejected | None = None) -> None:
        """Nothing more is told: for this reason, or because the server goes."""
        self.leaving = True
        self.reason = reason
        self.wake.set()

    def tell(self, message: Struct) -> None:
        """Something for them alone."""
        self.send(msgspec.json.encode(message))

    def send(self, data: bytes) -> None:
        """Whoever does not take it in time is let go."""
        if len(self.outbox) >= MOST_WAITING:
            self.leave(_TOO_SLOW)
            return
        self.outbox.append(data)
        self.wake.set()

    def hear(self, talk: Sequence[ChatRow]) -> Iterator[Heard]:
        """The talk that they have not had yet, or not as it is now."""
        if not self.talk:
            return
        words = [
            Heard(row.number, row.seat, row.name, None if row.hidden else row.text) for row in talk
        ]
        yield from (heard for heard in words if heard not in self.heard)
        self.heard = {*words}  # what is older never comes again


class Audience:
    def __init__(self) -> None:
        self.viewers: set[Viewer] = set()
        self.elsewhere = NO_SEATS  # with somebody at another process
        self.version = 0  # of what is told of the table besides its match

    @property
    def seats_here(self) -> Seats:
        """Those of which somebody is connected to this process."""
        return frozenset(viewer.seat for viewer in self.viewers if viewer.seat is not None)

    @property
    def seats(self) -> Seats:
        return self.seats_here | self.elsewhere

    def wake(self) -> None:
        """There is something to tell."""
        for viewer in self.viewers:
            viewer.wake.set()

    def tell_table(self) -> None:
        """Everybody is told of the table anew."""
        self.version += 1
        self.wake()

    def see_off(self, table: Table) -> None:
        """Whoever looks on from a seat that is no longer theirs goes."""
        for viewer in self.viewers:
            if table.gone:
                viewer.leave(NO_TABLE)
            elif viewer.seat is not None and not table.owns(viewer.device, viewer.seat):
                viewer.leave(NOT_YOURS)
