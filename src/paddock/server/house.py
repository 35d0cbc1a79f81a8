"""All tables of this process: loaded when somebody comes, driven where nobody need choose.

A table is driven by one process at a time, which holds its lease: it answers for bots, for absent
people whose seat a bot holds, and gives the one command that a seat can give. It answers at a
steady pace, whatever the seat holds: thinking longer than a beat costs a whole beat more.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager, suppress
from math import ceil
from os import getpid
from random import SystemRandom
from time import monotonic
from typing import Any
from weakref import WeakValueDictionary

import msgspec

from paddock.bots import policy
from paddock.kernel.game import Answer, Policy, chosen
from paddock.server import metrics
from paddock.server.bell import NO_SEATS, PEOPLE, SEEN, Bell
from paddock.server.clock import now
from paddock.server.journal import journal
from paddock.server.room import Automatic, Room, Viewer
from paddock.server.rows import NO_LINE
from paddock.server.store import Store, StoreError
from paddock.server.vote import settle, stand_in
from paddock.wire.messages import Done, Head, Undo

GONE = (NO_LINE, -1)  # the head and changes of a table that is no longer there
LEASE = 6.0  # seconds; for so long a table waits if its driver's process dies
LOOK_ROUND = 2.0  # between two looks for tables that wait for a driver, and for lost wake-ups
HEARTBEAT = 10.0
SLOWEST = 20.0  # seconds that a client may take to take one message
MOST_DUE = 100  # tables taken up in one look
BRIEF = 0.25  # seconds that a table which is being loaded waits for who is there elsewhere
MISSED = 3  # heartbeats after which a process that says nothing more has nobody
IDLE = 60.0  # how long a table stays in memory after the last viewer
HOLD = 30.0  # seconds that bots and rolls wait for people to agree on an undo
AGAIN = 0.2  # seconds until a driver whose command was refused tries anew
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
        # Of tables that are being loaded, as long as somebody waits for one.
        self._loading: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._idle_since: dict[str, float] = {}
        self._policies: dict[str, dict[str, Policy[Any, Any]]] = {}
        self._rng = SystemRandom()
        self._thinkers = ThreadPoolExecutor(THINKERS, thread_name_prefix="bot")
        self._chores: list[asyncio.Task[None]] = []

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[None]:
        """While it is open, wake-ups are heard and waiting tables are driven."""
        chores = (self._hear, self._look_round, self._beat, self._see)
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
        with suppress(StoreError):  # a store that is away leaves them to run out
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
                with suppress(TimeoutError):
                    async with asyncio.timeout(BRIEF):
                        await self._find_people([room])
                self.rooms[id] = room
                self._idle_since[id] = monotonic()
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
            self._forget(id)
            return None
        return room

    async def changed(self, room: Room, *, people: bool = False) -> None:
        """After a change: other processes are told, and a driver looks what is to be done."""
        await self._bell.ring(room.row.id, PEOPLE if people else room.seq)
        self.drive(room)

    @asynccontextmanager
    async def watching(self, room: Room, viewer: Viewer) -> AsyncIterator[None]:
        before = room.seats_here
        room.viewers.add(viewer)
        metrics.CONNECTIONS.inc()
        self._came_or_went(room, before)
        if self._clocked(room):
            self.drive(room)  # it may be running since a restart, and no process minds it
        try:
            yield
        finally:
            before = room.seats_here
            room.viewers.discard(viewer)
            metrics.CONNECTIONS.dec()
            if room.row.id in self.rooms:
                self._idle_since[room.row.id] = monotonic()
            self._came_or_went(room, before)

    def _came_or_went(self, room: Room, before: frozenset[int]) -> None:
        if room.seats_here != before:  # nobody is told of spectators
            room.people_changed()
            self._bell.seen(room.row.id, room.seats_here, MISSED * self.heartbeat)

    async def _find_people(self, rooms: list[Room]) -> None:
        """Who is there at other processes, as far as they say so."""
        seen = await self._bell.seen_elsewhere([room.row.id for room in rooms])
        for room in rooms:
            elsewhere = seen.get(room.row.id, NO_SEATS)
            if elsewhere != room.elsewhere:
                room.elsewhere = elsewhere
                room.people_changed()

    # --- chores -----------------------------------------------------------------------------

    async def _hear(self) -> None:
        async for id, head in self._bell.heard():
            room = self.rooms.get(id)
            if room is not None:
                with _noted("not_heard", id):
                    await (self._find_people([room]) if head == SEEN else self._woken(room, head))

    async def _woken(self, room: Room, head: int) -> None:
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
        for id in await self.store.due(now(), most, worker=self.worker, longest=LEASE):
            if id not in self._drivers:
                with _noted("not_driven", id):
                    room = await self.room(id)
                    if room is not None:
                        self.drive(room)

    async def _find_lost(self) -> None:
        """A wake-up may be lost: what others have stored is found all the same."""
        rooms = [(id, room) for id, room in self.rooms.items() if not room.gone]
        heads = await self.store.heads([id for id, _ in rooms])
        for id, room in rooms:
            line, changes = heads.get(id, GONE)
            if line >= room.lines or changes != room.row.changes:
                with _noted("not_found", id):
                    async with room.lock:
                        await room.refresh()
                    self.drive(room)

    def _forget_idle(self) -> None:
        at = monotonic()
        for id, room in list(self.rooms.items()):
            idle = not room.viewers and id not in self._drivers and not room.lock.locked()
            if self._leases.get(id, at) < at:
                del self._leases[id]  # run out: whoever comes first may have it
            if idle and at - self._idle_since.get(id, 0.0) > IDLE:
                self._forget(id)

    def _forget(self, id: str) -> None:
        """A table leaves the memory with all that is known of it there."""
        del self.rooms[id]
        self._leases.pop(id, None)
        self._policies.pop(id, None)
        self._idle_since.pop(id, None)

    async def _beat(self) -> None:
        """Whoever has missed the last message learns of it by the head; whoever does not take
        what they are told is let go."""
        while True:
            await asyncio.sleep(self.heartbeat)
            late = monotonic() - SLOWEST
            for room in self.rooms.values():
                head = msgspec.json.encode(Head(room.seq, room.row.status))
                for viewer in room.viewers:
                    if viewer.writer is not None and 0.0 < viewer.sending < late:
                        viewer.writer.cancel()
                    viewer.send(head)

    async def _see(self) -> None:
        """Others learn anew who is here, and this process who is there."""
        while True:
            await asyncio.sleep(self.heartbeat)
            with _noted("not_seen"):
                rooms = [room for room in self.rooms.values() if room.viewers]
                for room in rooms:
                    if room.seats_here:
                        self._bell.seen(room.row.id, room.seats_here, MISSED * self.heartbeat)
                await self._find_people(rooms)

    # --- driving ----------------------------------------------------------------------------

    def drive(self, room: Room) -> None:
        """See to it that a driver is at work if there is something to drive."""
        id = room.row.id
        if id in self._drivers or room.row.status != "playing":
            return
        if room.over or self._automatic(room) or self._clocked(room):
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
            move = self._automatic(room)
            if move is not None and move.turn.sole is not None and await self._forestalled(room):
                continue
            if not await self._leased(room.row.id):
                return False
            if room.over:
                await room.reveal("finished")
                await self._bell.ring(room.row.id, PEOPLE)
            elif move is not None:
                await self._take(room, move)
            elif not await self._time_up(room):
                break
        return True

    async def _forestalled(self, room: Room) -> bool:
        """Whether somebody did within a beat what nobody need choose, or something else."""
        seq = room.seq
        await asyncio.sleep(self.pace)
        return room.seq != seq

    async def _leased(self, id: str) -> bool:
        """Whether the table is ours to drive; a lease is kept, and renewed at half its time."""
        if self._bell.alone:
            return True
        asked = monotonic()
        if self._leases.get(id, 0.0) - asked > LEASE / 2:
            return True
        if not await self.store.lease(id, self.worker, now() + LEASE, now()):
            self._leases.pop(id, None)
            return False
        self._leases[id] = asked + LEASE
        return True

    def _automatic(self, room: Room) -> Automatic | None:
        if room.match is None or room.row.status != "playing":
            return None
        return room.automatic(room.match.state)

    async def _take(self, room: Room, move: Automatic) -> None:
        began, seq, turn = monotonic(), room.seq, move.turn
        command = turn.sole or await self._thought(room, move)
        if self.pace and turn.sole is None:
            beats = max(ceil((monotonic() - began) / self.pace), 1)
            await asyncio.sleep(began + beats * self.pace - monotonic())
        if turn.sole is None and turn.seat in room.people:
            return  # who came back while the bot thought
        if await self._held(room):
            return
        if room.seq == seq or turn.seat in self._to_act(room):
            given = await room.carry_out(turn.seat, f"auto:{seq}:{turn.seat}", command)
            if not isinstance(given, Done):  # overtaken, or the store is away
                await asyncio.sleep(AGAIN)
                return
            if move.policy is not None and turn.sole is None:
                metrics.bot_moved(room.row.game, move.policy)
            await self._bell.ring(room.row.id, room.seq)

    async def _held(self, room: Room) -> bool:
        """Whether people were to decide on an undo first: a roll or a bot's move might bar it."""
        asked = room.asked
        if asked is None or not isinstance(asked.what, Undo) or asked.id == room.held:
            return False
        until = monotonic() + HOLD
        while room.asked is not None and room.asked.id == asked.id and monotonic() < until:
            room.moved.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(room.moved.wait(), until - monotonic())
        room.held = asked.id
        return True

    async def _thought(self, room: Room, move: Automatic) -> Answer:
        assert room.match is not None
        assert move.policy is not None
        known = self._policies.setdefault(room.row.id, {})
        state = room.match.state

        def think(name: str) -> Answer:
            """The bot is made here too, since that takes its time: once for each table.

            A policy holds nothing that changes, and a table's seats think one after another.
            """
            if name not in known:
                known[name] = policy(room.game, name)
            command: Answer = chosen(room.game, state, move.turn, known[name], self._rng)
            return command

        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thinkers, think, move.policy)

    def _to_act(self, room: Room) -> tuple[int, ...]:
        return room.game.to_act(room.match.state) if room.match else ()

    def _clocked(self, room: Room) -> bool:
        """Whether somebody's time runs."""
        playing = room.row.status == "playing" and bool(self._to_act(room))
        return playing and room.setup.clock is not None

    async def _time_up(self, room: Room) -> bool:
        """Wait for the clock; when it has run out, bots sit in for those who are late."""
        if not self._clocked(room):
            return False
        if room.runs_out is None:  # it was a bot's turn until a person took the seat back
            await self._wind(room)
        elif room.runs_out > monotonic():
            room.moved.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(room.moved.wait(), room.runs_out - monotonic())
        else:
            await self._sit_in(room)
        return True

    async def _wind(self, room: Room) -> None:
        assert room.setup.clock is not None
        await self.store.set_due(room.row.id, now() + room.setup.clock)
        async with room.lock:
            await room.refresh()

    async def _sit_in(self, room: Room) -> None:
        """Unless somebody has moved after all, at another process whose ring is still to come."""
        async with room.lock:
            await room.refresh()
            if self._automatic(room) or not self._clocked(room):
                return
            if room.runs_out is None or room.runs_out > monotonic():
                return
            for seat in self._to_act(room):
                await self.store.set_stand_in(room.row.id, seat, stand_in(room))
            await room.refresh()
        await settle(room, self.store)  # perhaps only their answer was missing
        await self._bell.ring(room.row.id, PEOPLE)


@contextmanager
def _noted(event: str, table: str = "") -> Iterator[None]:
    """What fails for one table, or for a while, does not end a chore: it is done again later."""
    try:
        yield
    except Exception:  # noqa: BLE001  # whatever it is, the other tables go on
        journal.exception(event, table=table)
