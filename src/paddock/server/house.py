"""All tables of this process: loaded when somebody comes, driven where nobody need choose.

A table is driven by one process at a time, which holds its lease: it answers for bots, for absent
people whose seat a bot holds, and gives the one command that a seat can give. It answers at a
steady pace, whatever the seat holds: thinking longer than a beat costs a whole beat more.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager, suppress
from math import ceil
from os import getpid
from random import SystemRandom
from time import monotonic, time
from typing import Any

from paddock.bots import policy
from paddock.kernel.game import Answer, Policy
from paddock.server import metrics
from paddock.server.bell import PEOPLE, Bell
from paddock.server.journal import journal
from paddock.server.room import Room, Turn, Viewer
from paddock.server.store import Store
from paddock.wire.messages import Done, Head

LEASE = 6.0  # seconds; for so long a table waits if its driver's process dies
LOOK_ROUND = 2.0  # between two looks for tables that wait for a driver, and for lost wake-ups
HEARTBEAT = 10.0
MOST_DUE = 100  # tables taken up in one look
IDLE = 60.0  # how long a table stays in memory after the last viewer
AGAIN = 0.2  # seconds until a driver whose command was refused tries anew
SUBSTITUTE = "punter"
THINKERS = 2


class House:
    def __init__(self, store: Store, bell: Bell, pace: float, heartbeat: float = HEARTBEAT) -> None:
        self.store = store
        self.pace = pace
        self.heartbeat = heartbeat
        self.worker = f"{getpid()}-{secrets.token_hex(8)}"
        self.rooms: dict[str, Room] = {}
        self._bell = bell
        self._drivers: dict[str, asyncio.Task[bool]] = {}
        self._leases: dict[str, float] = {}  # until when they are ours, on the monotonic clock
        self._loading: dict[str, asyncio.Lock] = {}
        self._idle_since: dict[str, float] = {}
        self._policies: dict[str, dict[str, Policy[Any, Any]]] = {}
        self._rng = SystemRandom()
        self._thinkers = ThreadPoolExecutor(THINKERS, thread_name_prefix="bot")
        self._chores: list[asyncio.Task[None]] = []

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[None]:
        """While it is open, wake-ups are heard and waiting tables are driven."""
        chores = (self._hear, self._look_round, self._beat)
        self._chores = [asyncio.create_task(chore()) for chore in chores]
        try:
            yield
        finally:
            await self._shut()

    async def say_goodbye(self) -> None:
        """Tell everybody to come back, and let them hear it."""
        for room in self.rooms.values():
            for viewer in room.viewers:
                viewer.leave()
        await asyncio.sleep(0)

    async def _shut(self) -> None:
        """What is under way in the store is stored, all else ends."""
        tasks = [*self._chores, *self._drivers.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for id in self._leases:
            await self.store.release(id, self.worker)
        self._thinkers.shutdown(wait=False, cancel_futures=True)

    # --- rooms ------------------------------------------------------------------------------

    async def room(self, id: str) -> Room | None:
        """The table of this id, from memory or from the store."""
        room = self._known(id)
        if room is not None:
            self._idle_since[id] = monotonic()  # whoever asks for it is about to use it
            return room
        async with self._loading.setdefault(id, asyncio.Lock()):
            room = self._known(id) or await Room.load(self.store, id)
            if room is not None:
                self.rooms[id] = room
                self._idle_since[id] = monotonic()
        self._loading.pop(id, None)
        return room

    async def fresh(self, id: str) -> Room | None:
        """The table as it is now, whatever other processes have just done with it."""
        room = self._known(id)
        if room is None:
            return await self.room(id)
        async with room.lock:
            await room.refresh()
        return await self.room(id)

    def _known(self, id: str) -> Room | None:
        room = self.rooms.get(id)
        if room is not None and room.gone:
            del self.rooms[id]
            return None
        return room

    async def changed(self, room: Room, *, people: bool = False) -> None:
        """After a change: other processes are told, and a driver looks what is to be done."""
        await self._bell.ring(room.row.id, PEOPLE if people else room.seq)
        self.drive(room)

    @asynccontextmanager
    async def watching(self, room: Room, viewer: Viewer) -> AsyncIterator[None]:
        room.viewers.add(viewer)
        metrics.CONNECTIONS.inc()
        room.people_changed()
        try:
            yield
        finally:
            room.viewers.discard(viewer)
            metrics.CONNECTIONS.dec()
            room.people_changed()
            self._idle_since[room.row.id] = monotonic()

    # --- chores -----------------------------------------------------------------------------

    async def _hear(self) -> None:
        async for id, head in self._bell.heard():
            room = self.rooms.get(id)
            if room is not None:
                with _noted("not_heard", id):
                    async with room.lock:
                        if head > room.seq or room.row.status != "playing":
                            await room.refresh()
                    self.drive(room)

    async def _look_round(self) -> None:
        while True:
            with _noted("not_looked_round"):
                await self._find_lost()
                await self._find_due()
            self._forget_idle()
            metrics.ROOMS.set(len(self.rooms))
            await asyncio.sleep(LOOK_ROUND)

    async def _find_due(self) -> None:
        most = MOST_DUE + len(self._drivers)  # those that are driven here hide no others
        for id in await self.store.due(time(), most, worker=self.worker):
            if id not in self._drivers:
                with _noted("not_driven", id):
                    room = await self.room(id)
                    if room is not None:
                        self.drive(room)

    async def _find_lost(self) -> None:
        """A wake-up may be lost: what others have stored is found all the same."""
        for id, line in (await self.store.heads(list(self.rooms))).items():
            room = self.rooms.get(id)
            if room is not None and line >= room.lines:
                with _noted("not_found", id):
                    async with room.lock:
                        await room.refresh()
                    self.drive(room)

    def _forget_idle(self) -> None:
        now = monotonic()
        for id, room in list(self.rooms.items()):
            idle = not room.viewers and id not in self._drivers and not room.lock.locked()
            if self._leases.get(id, now) < now:
                del self._leases[id]  # run out: whoever comes first may have it
            if idle and now - self._idle_since.get(id, 0.0) > IDLE:
                del self.rooms[id]
                self._policies.pop(id, None)
                self._idle_since.pop(id, None)

    async def _beat(self) -> None:
        """Whoever has missed the last message learns of it by the head."""
        while True:
            await asyncio.sleep(self.heartbeat)
            for room in self.rooms.values():
                for viewer in room.viewers:
                    viewer.tell(Head(room.seq, room.row.status))

    # --- driving ----------------------------------------------------------------------------

    def drive(self, room: Room) -> None:
        """See to it that a driver is at work if there is something to drive."""
        id = room.row.id
        if id in self._drivers or room.row.status != "playing":
            return
        if room.over or self._turn(room) or self._deadline(room):
            task = asyncio.create_task(self._driven(room))
            self._drivers[id] = task
            task.add_done_callback(lambda done: self._ended(room, done))

    def _ended(self, room: Room, driver: asyncio.Task[bool]) -> None:
        """What came up while a driver was finishing is for the next one."""
        self._drivers.pop(room.row.id, None)
        if not driver.cancelled() and driver.result():
            self.drive(room)

    async def _driven(self, room: Room) -> bool:
        """Whether all was done that is for this process to do."""
        try:
            return await self._driven_on(room)
        except Exception:  # noqa: BLE001  # whoever looks round tries again
            journal.exception("driver_failed", table=room.row.id)
            return False

    async def _driven_on(self, room: Room) -> bool:
        while room.row.status == "playing":
            if not await self._leased(room.row.id):
                return False
            turn = self._turn(room)
            if room.over:
                await room.reveal("finished")
                await self._bell.ring(room.row.id, PEOPLE)
            elif turn is not None:
                await self._take(room, turn)
            elif not await self._time_up(room):
                break
        return True

    async def _leased(self, id: str) -> bool:
        """Whether the table is ours to drive; a lease is kept, and renewed at half its time."""
        now = monotonic()
        if self._leases.get(id, 0.0) - now > LEASE / 2:
            return True
        if not await self.store.lease(id, self.worker, time() + LEASE, time()):
            self._leases.pop(id, None)
            return False
        self._leases[id] = now + LEASE
        return True

    def _turn(self, room: Room) -> Turn | None:
        if room.match is None or room.row.status != "playing":
            return None
        return room.turn(room.match.state)

    async def _take(self, room: Room, turn: Turn) -> None:
        began, seq = monotonic(), room.seq
        command = turn.command or await self._thought(room, turn)
        if self.pace:
            beats = max(ceil((monotonic() - began) / self.pace), 1)
            await asyncio.sleep(began + beats * self.pace - monotonic())
        if room.seq == seq or turn.seat in self._to_act(room):
            given = await room.carry_out(turn.seat, f"auto:{seq}:{turn.seat}", command)
            if not isinstance(given, Done):  # overtaken, or the store is away
                await asyncio.sleep(AGAIN)
                return
            if turn.policy is not None and turn.command is None:
                metrics.bot_moved(room.row.game, turn.policy)
            await self._bell.ring(room.row.id, room.seq)

    async def _thought(self, room: Room, turn: Turn) -> Answer:
        match = room.match
        assert match is not None
        assert turn.policy is not None
        choose: Callable[..., Answer] = self._bot(room, turn.policy).choose
        view, offers = room.game.view(match.state, turn.seat), match.offers(turn.seat)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thinkers, choose, view, offers, self._rng)

    def _bot(self, room: Room, name: str) -> Policy[Any, Any]:
        """Made once for each table and policy: a policy holds nothing that changes."""
        known = self._policies.setdefault(room.row.id, {})
        if name not in known:
            known[name] = policy(room.game, name)
        return known[name]

    def _to_act(self, room: Room) -> tuple[int, ...]:
        return room.game.to_act(room.match.state) if room.match else ()

    def _deadline(self, room: Room) -> float | None:
        """When the people whose turn it is have run out of time, on the monotonic clock."""
        clock = room.setup.clock
        if clock is None or room.row.status != "playing" or not self._to_act(room):
            return None
        return room.since + clock

    async def _time_up(self, room: Room) -> bool:
        """Wait for the clock; when it has run out, bots sit in for those who are late."""
        deadline = self._deadline(room)
        if deadline is None:
            return False
        room.moved.clear()
        with suppress(TimeoutError):
            await asyncio.wait_for(room.moved.wait(), max(deadline - monotonic(), 0.0))
            return True
        for seat in self._to_act(room):
            await self.store.set_stand_in(room.row.id, seat, SUBSTITUTE)
        async with room.lock:
            await room.refresh()
        await self._bell.ring(room.row.id, PEOPLE)
        return True


@contextmanager
def _noted(event: str, table: str = "") -> Iterator[None]:
    """What fails for one table, or for a while, does not end a chore: it is done again later."""
    try:
        yield
    except Exception:  # noqa: BLE001  # whatever it is, the other tables go on
        journal.exception(event, table=table)
