"""What a match does of itself: bots move, sole commands are given, clocks run out, seeds come out.

A table is driven by one process at a time, which holds its lease: it answers for bots, for absent
people whose seat a bot holds, and gives the one command that a seat can give. It answers at a
steady pace, whatever the seat holds: thinking longer than a beat costs a whole beat more.
"""

import asyncio
import secrets
from contextlib import suppress
from math import ceil
from os import getpid
from time import monotonic

from paddock.server import metrics
from paddock.server.bell import PEOPLE, Bell
from paddock.server.clock import now
from paddock.server.journal import journal
from paddock.server.room import Automatic, Room
from paddock.server.store import Store, StoreError
from paddock.server.thinkers import Thinkers
from paddock.server.vote import stand_in
from paddock.wire.messages import Done, Undo

LEASE = 6.0  # seconds; for so long a table waits if its driver's process dies
MOST_DUE = 100  # tables taken up in one look
HOLD = 30.0  # seconds that bots and rolls wait for people to agree on an undo
AGAIN = 0.2  # seconds until a driver whose command was refused tries anew


class Drivers:
    def __init__(self, store: Store, bell: Bell, pace: float) -> None:
        self.worker = f"{getpid()}-{secrets.token_hex(8)}"
        self._store = store
        self._bell = bell
        self._pace = pace
        self._thinkers = Thinkers()
        self._tasks: dict[str, asyncio.Task[bool]] = {}
        self._leases: dict[str, float] = {}  # until when they are ours, on the monotonic clock
        self._held: dict[str, str] = {}  # by table, the last undo asked for that was waited for

    def drive(self, room: Room) -> None:
        """See to it that a driver is at work if there is something to drive."""
        if room.id in self._tasks or not room.playing:
            return
        if room.over or room.automatic or room.clocked:
            task = asyncio.create_task(self._driven(room))
            self._tasks[room.id] = task
            task.add_done_callback(lambda done: self._ended(room, done))

    def drives(self, table: str) -> bool:
        return table in self._tasks

    async def waiting(self) -> list[str]:
        """Tables where something is due and that nobody drives."""
        most = MOST_DUE + len(self._tasks)  # those that are driven here hide no others
        due = self._store.leases.due(now(), most, worker=self.worker, longest=LEASE)
        return [id for id in await due if id not in self._tasks]

    def forget(self, table: str) -> None:
        """All that is known of a table that leaves the memory."""
        self._thinkers.forget(table)
        for known in (self._leases, self._held):
            known.pop(table, None)

    async def close(self) -> None:
        """What is under way in the store is stored, all else ends."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        with suppress(StoreError):  # a store that is away leaves them to run out
            for id, until in self._leases.items():
                if until > monotonic():
                    await self._store.leases.release(id, self.worker)
        self._thinkers.close()

    def _ended(self, room: Room, driver: asyncio.Task[bool]) -> None:
        """What came up while a driver was finishing is for the next one."""
        self._tasks.pop(room.id, None)
        if not driver.cancelled() and driver.result():
            self.drive(room)

    async def _driven(self, room: Room) -> bool:
        """Whether all was done that is for this process to do."""
        try:
            return await self._driven_on(room)
        except Exception:  # noqa: BLE001  # whoever looks round tries again
            journal.exception("driver_failed", table=room.id)
            return False

    async def _driven_on(self, room: Room) -> bool:
        while room.playing:
            move = room.automatic
            if move is not None and move.turn.sole is not None and await self._forestalled(room):
                continue
            if not await self._leased(room.id):
                return False
            if room.over:
                await room.reveal("finished")
                await self._bell.ring(room.id, PEOPLE)
            elif move is not None:
                await self._take(room, move)
            elif not await self._time_up(room):
                break
        return True

    async def _forestalled(self, room: Room) -> bool:
        """Whether somebody did within a beat what nobody need choose, or something else."""
        seq = room.seq
        await asyncio.sleep(self._pace)
        return room.seq != seq

    async def _leased(self, table: str) -> bool:
        """Whether the table is ours to drive; a lease is kept, and renewed at half its time."""
        if self._bell.alone:
            return True
        asked = monotonic()
        if self._leases.get(table, 0.0) - asked > LEASE / 2:
            return True
        if not await self._store.leases.take(table, self.worker, now() + LEASE, now()):
            self._leases.pop(table, None)
            return False
        self._leases[table] = asked + LEASE
        return True

    async def _take(self, room: Room, move: Automatic) -> None:
        began, seq, turn = monotonic(), room.seq, move.turn
        if turn.sole is not None:
            command = turn.sole
        else:
            assert move.policy is not None
            command = await self._thinkers.choice(room, turn, move.policy)
            if self._pace:
                beats = max(ceil((monotonic() - began) / self._pace), 1)
                await asyncio.sleep(began + beats * self._pace - monotonic())
            if turn.seat in room.table.people:
                return  # who came back while the bot thought
        if await self._waited(room):
            return
        if room.seq == seq or turn.seat in room.to_act:
            given = await room.carry_out(turn.seat, f"auto:{seq}:{turn.seat}", command)
            if not isinstance(given, Done):  # overtaken, or the store is away
                await asyncio.sleep(AGAIN)
                return
            if move.policy is not None and turn.sole is None:
                metrics.BOTS_MOVES.labels(room.game.name, move.policy).inc()
            await self._bell.ring(room.id, room.seq)

    async def _waited(self, room: Room) -> bool:
        """Whether people were to decide on an undo first: a roll or a bot's move might bar it."""
        asked = room.asked
        if asked is None or not isinstance(asked.what, Undo) or asked.id == self._held.get(room.id):
            return False
        until = monotonic() + HOLD
        while room.asked is not None and room.asked.id == asked.id and monotonic() < until:
            await _moved(room, until)
        self._held[room.id] = asked.id
        return True

    async def _time_up(self, room: Room) -> bool:
        """Wait for the clock; when it has run out, bots sit in for those who are late."""
        if not room.clocked:
            return False
        runs_out = room.clock.runs_out
        if runs_out is None:  # it was a bot's turn until a person took the seat back
            await self._wind(room)
        elif runs_out > monotonic():
            await _moved(room, runs_out)
        else:
            await self._sit_in(room)
        return True

    async def _wind(self, room: Room) -> None:
        await self._store.tables.set_due(room.id, room.clock.due_after(at_once=False))
        async with room.lock:
            await room.refresh()

    async def _sit_in(self, room: Room) -> None:
        """Unless somebody has moved after all, at another process whose ring is still to come."""
        async with room.lock:
            await room.refresh()
            if room.automatic or not room.clocked:
                return
            if room.clock.runs_out is None or room.clock.runs_out > monotonic():
                return
            for seat in room.to_act:
                await self._store.seats.set_stand_in(room.id, seat, stand_in(room.table))
            await room.refresh()
        await room.settle()  # perhaps only their answer was missing
        await self._bell.ring(room.id, PEOPLE)


async def _moved(room: Room, until: float) -> None:
    """Once the match or its seats have changed, or at a time on the monotonic clock."""
    room.moved.clear()
    with suppress(TimeoutError):
        await asyncio.wait_for(room.moved.wait(), until - monotonic())
