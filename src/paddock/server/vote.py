"""What the people of a table decide together: to take back, to close, to let a bot sit in.

One thing is asked at a time, and stored with those who have agreed. It is carried out once all have
who must; what that was judged by (answers, seats, log) may not have changed meanwhile: the store
sees to that, for all processes alike.
"""

from __future__ import annotations

from time import monotonic

from paddock.bots import substitute
from paddock.kernel.rejection import Rejected, reject
from paddock.server.room import Room
from paddock.server.store import Store
from paddock.wire.messages import Asked, Close, StandIn, What

ABSENT = 120.0  # seconds that a table waits for somebody before a bot can be asked into their seat
NO_STAND_IN = reject("no_stand_in", "This game has no bot that could hold a seat.")


def stand_in(room: Room) -> str:
    """The bot that holds a seat; whatever may need one is refused where the game has none."""
    bot = substitute(room.row.game)
    assert bot is not None
    return bot


def missing(room: Room, asked: Asked) -> set[int]:
    """Seats of people who have still to agree; nobody is asked to agree to their own absence."""
    return room.people - _named(asked.what) - {*asked.agreed}


def absent(room: Room, seat: int) -> bool:
    """Whether the table has waited long for this seat's owner."""
    return room.awaits(seat) and monotonic() - room.since >= ABSENT


async def settle(room: Room, store: Store) -> Rejected | None:
    """Carry out what is asked, if all have agreed who must."""
    while (asked := room.asked) is not None and not missing(room, asked):
        stored = room.row.asked
        assert stored is not None
        bot = (asked.what.seat, stand_in(room)) if isinstance(asked.what, StandIn) else None
        head = room.lines - 1
        settled = await store.settle(room.row.id, stored, seats=room.seats, head=head, bot=bot)
        async with room.lock:
            await room.refresh()
        if settled:
            return await _carry_out(room, asked)
    return None


async def _carry_out(room: Room, asked: Asked) -> Rejected | None:
    match asked.what:
        case StandIn():
            return None  # the store has seen to it
        case Close():
            await room.reveal("closed")
            return None
        case _:
            undone = await room.take_back(asked.seq)
            return undone if isinstance(undone, Rejected) else None


def _named(what: What) -> set[int]:
    return {what.seat} if isinstance(what, StandIn) else set()
