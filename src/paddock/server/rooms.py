"""All tables of this process: loaded on demand, kept in step with the store, dropped when idle.

Changes by other processes are announced by wake-ups, and found in the store even if a wake-up is
lost. The drivers do what a match does by itself.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from time import monotonic
from weakref import WeakValueDictionary

import msgspec

from paddock.server import metrics
from paddock.server.audience import Member
from paddock.server.connections import framed
from paddock.server.drivers import Drivers
from paddock.server.room import Room
from paddock.server.rows import NO_LINE
from paddock.server.server_log import server_log
from paddock.server.store import Store
from paddock.server.wakeups import NO_SEATS, PRESENCE_CHANGED, TABLE_CHANGED, Seats, Wakeups
from paddock.wire.messages import Head

GONE = (NO_LINE, -1)  # the head and changes of a deleted table
CHECK_SECONDS = 2.0  # between two checks for tables without a driver, and for lost wake-ups
HEARTBEAT_SECONDS = 10.0
READ_SECONDS = 20.0  # that a client may take to read one message
PRESENCE_SECONDS = 0.25  # that loading a table waits to find out who is connected elsewhere
MISSED_HEARTBEATS = 3  # after which a silent process counts as having no connections
IDLE_SECONDS = 60.0  # that a table stays in memory after its last member left


class Rooms:
    def __init__(
        self, store: Store, wakeups: Wakeups, pace: float, heartbeat: float = HEARTBEAT_SECONDS
    ) -> None:
        self.store = store
        self.heartbeat = heartbeat
        self.loaded: dict[str, Room] = {}
        self.drivers = Drivers(store, wakeups, pace)
        self._wakeups = wakeups
        # A lock for each table that is being loaded; it goes when no task waits for it.
        self._loading: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._idle_since: dict[str, float] = {}

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[None]:
        """Within this context, rooms follow wake-ups, and waiting tables are driven."""
        chores = (self._receive_wakeups, self._check_tables, self._send_heads, self._announce)
        tasks = [asyncio.create_task(chore()) for chore in chores]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self.drivers.close()

    async def say_goodbye(self) -> None:
        """Ask everyone to reconnect, and let the messages go out."""
        for room in self.loaded.values():
            for member in room.audience.members:
                member.leave()
        await asyncio.sleep(0)

    # --- rooms ------------------------------------------------------------------------------

    async def room(self, id: str) -> Room | None:
        """The table of this id, from memory or from the store."""
        room = self._known(id)
        if room is not None:
            self._idle_since[id] = monotonic()  # the caller is about to use it
            return room
        async with self._loading.setdefault(id, asyncio.Lock()):
            room = self._known(id) or await Room.load(self.store, id)
            if room is not None:
                with suppress(TimeoutError):
                    async with asyncio.timeout(PRESENCE_SECONDS):
                        await self._find_presence([room])
                self.loaded[id] = room
                self._idle_since[id] = monotonic()
        return room

    async def fresh(self, id: str) -> Room | None:
        """The table as it is in the store now, with the latest changes by other processes."""
        room = self._known(id)
        if room is not None:
            async with room.lock:
                await room.refresh()
        return await self.room(id)

    def _known(self, id: str) -> Room | None:
        room = self.loaded.get(id)
        if room is not None and room.table.gone:
            self._forget(id)
            return None
        return room

    async def changed(self, room: Room, *, people: bool = False) -> None:
        """After a change, wake other processes, and start a driver if there is something to do."""
        await self._wakeups.send(room.id, TABLE_CHANGED if people else room.seq)
        self.drivers.drive(room)

    @asynccontextmanager
    async def watching(self, room: Room, member: Member) -> AsyncIterator[None]:
        audience = room.audience
        before = audience.seats_here
        audience.members.add(member)
        metrics.CONNECTIONS.inc()
        self._presence_changed(room, before)
        if room.clocked:
            self.drivers.drive(room)  # after a restart no process may be driving it
        try:
            yield
        finally:
            before = audience.seats_here
            audience.members.discard(member)
            metrics.CONNECTIONS.dec()
            if room.id in self.loaded:
                self._idle_since[room.id] = monotonic()
            self._presence_changed(room, before)

    def _presence_changed(self, room: Room, before: Seats) -> None:
        here = room.audience.seats_here
        if here != before:  # spectators are not announced
            room.audience.tell_table()
            self._wakeups.announce(room.id, here, MISSED_HEARTBEATS * self.heartbeat)

    async def _find_presence(self, rooms: list[Room]) -> None:
        """Find out which seats are connected to other processes."""
        connected = await self._wakeups.seats_elsewhere([room.id for room in rooms])
        for room in rooms:
            elsewhere = connected.get(room.id, NO_SEATS)
            if elsewhere != room.audience.elsewhere:
                room.audience.elsewhere = elsewhere
                room.audience.tell_table()

    # --- chores -----------------------------------------------------------------------------

    async def _receive_wakeups(self) -> None:
        async for id, head in self._wakeups.received():
            room = self.loaded.get(id)
            if room is not None:
                with _noted("not_heard", id):
                    await (
                        self._find_presence([room])
                        if head == PRESENCE_CHANGED
                        else self._wake(room, head)
                    )

    async def _wake(self, room: Room, head: int) -> None:
        async with room.lock:
            if head > room.seq or not room.playing:
                await room.refresh()
        self.drivers.drive(room)

    async def _check_tables(self) -> None:
        while True:
            with _noted("not_looked_round"):
                await self._find_changes()
                await self._drive_due()
            self._forget_idle()
            metrics.ROOMS.set(len(self.loaded))
            await asyncio.sleep(CHECK_SECONDS)

    async def _drive_due(self) -> None:
        for id in await self.drivers.waiting():
            with _noted("not_driven", id):
                room = await self.room(id)
                if room is not None:
                    self.drivers.drive(room)

    async def _find_changes(self) -> None:
        """Read what other processes have stored, in case a wake-up was lost."""
        rooms = [(id, room) for id, room in self.loaded.items() if not room.table.gone]
        heads = await self.store.tables.heads([id for id, _ in rooms])
        for id, room in rooms:
            line, changes = heads.get(id, GONE)
            if line >= room.lines or changes != room.table.row.changes:
                with _noted("not_found", id):
                    async with room.lock:
                        await room.refresh()
                    self.drivers.drive(room)

    def _forget_idle(self) -> None:
        at = monotonic()
        for id, room in list(self.loaded.items()):
            used = room.audience.members or room.lock.locked() or self.drivers.drives(id)
            if not used and at - self._idle_since.get(id, 0.0) > IDLE_SECONDS:
                self._forget(id)

    def _forget(self, id: str) -> None:
        del self.loaded[id]
        self._idle_since.pop(id, None)
        self.drivers.forget(id)

    async def _send_heads(self) -> None:
        """Send the head to all members, so that they notice a lost message.

        Disconnect those who do not read what they are sent.
        """
        while True:
            await asyncio.sleep(self.heartbeat)
            late = monotonic() - READ_SECONDS
            for room in self.loaded.values():
                head = framed(msgspec.json.encode(Head(room.seq, room.table.row.status)))
                for member in room.audience.members:
                    if member.sender is not None and 0.0 < member.sending < late:
                        member.sender.cancel()
                    member.send(head)

    async def _announce(self) -> None:
        """Announce who is connected here, and find out who is connected to other processes."""
        while True:
            await asyncio.sleep(self.heartbeat)
            with _noted("not_seen"):
                rooms = [room for room in self.loaded.values() if room.audience.members]
                for room in rooms:
                    if here := room.audience.seats_here:
                        self._wakeups.announce(room.id, here, MISSED_HEARTBEATS * self.heartbeat)
                await self._find_presence(rooms)


@contextmanager
def _noted(event: str, table: str = "") -> Iterator[None]:
    """Log an error and go on: a chore must not end because one table, or one attempt, failed."""
    try:
        yield
    except Exception:  # noqa: BLE001  # whatever it is, the other tables must go on
        server_log.exception(event, table=table)
