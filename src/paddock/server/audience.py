"""Everyone who is connected to a table: what each has been sent, and which seats are present."""

import asyncio
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from paddock.kernel.narrator import Narrator
from paddock.kernel.refusal import Refusal, refusal
from paddock.server.connections import Sockets, framed
from paddock.server.lone_event import LoneEvent
from paddock.server.rows import ChatRow
from paddock.server.table import NO_TABLE, NOT_YOURS, Table
from paddock.server.wakeups import NO_SEATS, Seats
from paddock.wire.messages import Heard

MOST_WAITING = 250  # messages queued for a slow member; records of the match are not queued

_TOO_SLOW = refusal("too_slow", "This connection was too slow: connect again.")


class Member:
    """A connection in the audience: its cursor in the match, and the messages for it alone."""

    def __init__(
        self,
        seat: int | None,
        after: int,
        device: str | None = None,
        *,
        caller: bool = False,
        talk: bool = True,
        deltas: bool = False,
    ) -> None:
        self.seat = seat
        self.device = device
        self.caller = caller  # whether it gets the race caller's words
        self.deltas = deltas  # whether it keeps its view, and gets what has changed
        self.viewed: int | None = None  # the record with which it got its last view
        self.narrator: Narrator[Any, Any, Any] | None = None  # for the records it missed
        self.seq = after
        self.version = -1  # of the table's info, as last sent
        self.talk = talk  # whether it gets the chat
        self.heard: set[Heard] = set()
        self.leaving = False
        self.reason: Refusal | None = None
        self.link: Sockets | None = None
        self.outbox: list[bytes] = []  # frames
        self.idle = False  # whether everything was sent, and the sender waits to be woken
        self.sender: asyncio.Task[None] | None = None  # the task that sends
        self.sending = 0.0  # when the current send began, on the monotonic clock; 0 if none
        self.wake = LoneEvent()

    def leave(self, reason: Refusal | None = None) -> None:
        """Send nothing more, for this reason, or because the server stops."""
        self.leaving = True
        self.reason = reason
        self.rouse()

    def tell(self, message: Struct) -> None:
        self.send(framed(msgspec.json.encode(message)))

    @property
    def ready(self) -> bool:
        """Whether a frame can be written at once, with nothing to be sent before it."""
        return self.idle and self.link is not None and self.link.writable.is_set()

    def send(self, frame: bytes) -> None:
        """Write a frame, or queue it; a member that does not keep up is disconnected."""
        if self.idle and self.link is not None and self.link.try_write(frame):
            return
        if len(self.outbox) >= MOST_WAITING:
            self.leave(_TOO_SLOW)
            return
        self.outbox.append(frame)
        self.rouse()

    def rouse(self) -> None:
        """Wake the sender; until it has sent everything, nothing overtakes it."""
        self.idle = False
        self.wake.set()

    def hear(self, talk: Sequence[ChatRow]) -> Iterator[Heard]:
        """The chat messages that are new to this member, or were hidden since."""
        if not self.talk:
            return
        words = [
            Heard(row.number, row.seat, row.name, None if row.hidden else row.text) for row in talk
        ]
        yield from (heard for heard in words if heard not in self.heard)
        self.heard = {*words}  # older messages never come again


class Audience:
    def __init__(self) -> None:
        self.members: set[Member] = set()
        self.elsewhere = NO_SEATS  # seats with a connection to another process
        self.version = 0  # of everything about the table except its match
        # The table's info as JSON, with the versions of table and match and the time left then.
        self.info: tuple[tuple[int, int, float | None], bytes] = ((-1, -1, None), b"")

    @property
    def seats_here(self) -> Seats:
        """Seats with a connection to this process."""
        return frozenset(member.seat for member in self.members if member.seat is not None)

    @property
    def seats(self) -> Seats:
        return self.seats_here | self.elsewhere

    def wake(self) -> None:
        for member in self.members:
            member.rouse()

    def tell_table(self) -> None:
        """Send everyone the table's info again."""
        self.version += 1
        self.wake()

    def see_off(self, table: Table) -> None:
        """Disconnect members whose seat is no longer theirs, and everyone if the table is gone."""
        for member in self.members:
            if table.gone:
                member.leave(NO_TABLE)
            elif member.seat is not None and not table.owns(member.device, member.seat):
                member.leave(NOT_YOURS)
