"""Everything a match does by itself: bots move, forced commands are given, clocks run out, and the
seed is revealed at the end.

One process at a time drives a table, and holds its lease. It acts for bots, for absent people whose
seat a bot holds, and for seats that have only one possible command. To reveal nothing by its
timing, it acts at a steady pace: a bot that thinks longer than one beat waits for the next.
"""

import asyncio
import secrets
from contextlib import suppress
from math import ceil
from os import getpid
from time import monotonic

from paddock.server import metrics
from paddock.server.bot_threads import BotThreads
from paddock.server.clock import now
from paddock.server.room import Automatic, Room
from paddock.server.server_log import server_log
from paddock.server.store import Store, StoreError
from paddock.server.vote import stand_in
from paddock.server.wakeups import TABLE_CHANGED, Wakeups
from paddock.wire.messages import Done, Undo

LEASE_SECONDS = 6.0  # the longest that a table waits after its driver's process has died
MOST_DUE = 100  # tables picked up at once
UNDO_SECONDS = 30.0  # that bots and rolls wait for people to agree on an undo
RETRY_SECONDS = 0.2  # until a driver whose command was refused tries again


class Drivers:
    def __init__(self, store: Store, wakeups: Wakeups, pace: float) -> None:
        self.worker = f"{getpid()}-{secrets.token_hex(8)}"
        self._store = store
        self._wakeups = wakeups
        self._pace = pace
        self._thinkers = BotThreads()
        self._tasks: dict[str, asyncio.Task[bool]] = {}
        self._leases: dict[str, float] = {}  # by table, when ours expires on the monotonic clock
        self._waited_for: dict[str, str] = {}  # by table, the last vote on an undo

    def drive(self, room: Room) -> None:
        """Start a driver if there is something to drive and none is running."""
        if room.id in self._tasks or not room.playing:
            return
        if room.over or room.automatic or room.clocked:
            task = asyncio.create_task(self._run(room))
            self._tasks[room.id] = task
            task.add_done_callback(lambda done: self._ended(room, done))

    def drives(self, table: str) -> bool:
        return table in self._tasks

    async def waiting(self) -> list[str]:
        """Tables where something is due and that no process drives."""
        most = MOST_DUE + len(self._tasks)  # so that tables driven here hide no others
        due = self._store.leases.due(now(), most, worker=self.worker, longest=LEASE_SECONDS)
        return [id for id in await due if id not in self._tasks]

    def forget(self, table: str) -> None:
        self._thinkers.forget(table)
        self._leases.pop(table, None)
        self._waited_for.pop(table, None)

    async def close(self) -> None:
        """Stop all drivers, but let writes to the store that have begun finish."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        with suppress(StoreError):  # if the store is away, the leases expire
            for id, until in self._leases.items():
                if until > monotonic():
                    await self._store.leases.release(id, self.worker)
        self._thinkers.close()

    def _ended(self, room: Room, driver: asyncio.Task[bool]) -> None:
        """Start another driver if something came up while this one was finishing."""
        self._tasks.pop(room.id, None)
        if not driver.cancelled() and driver.result():
            self.drive(room)

    async def _run(self, room: Room) -> bool:
        """Drive until nothing is left to do; False if another process drives, or on an error."""
        try:
            return await self._run_to_the_end(room)
        except Exception:  # noqa: BLE001  # the rooms try again at their next check
            server_log.exception("driver_failed", table=room.id)
            return False

    async def _run_to_the_end(self, room: Room) -> bool:
        while room.playing:
            move = room.automatic
            if move is not None and move.turn.sole is not None and await self._wait_a_beat(room):
                continue
            if not await self._take_lease(room.id):
                return False
            if room.over:
                await room.reveal("finished")
                await self._wakeups.send(room.id, TABLE_CHANGED)
            elif move is not None:
                await self._take(room, move)
            elif not await self._drive_clock(room):
                break
        return True

    async def _wait_a_beat(self, room: Room) -> bool:
        """Wait a beat; whether the match has moved on meanwhile."""
        seq = room.seq
        await asyncio.sleep(self._pace)
        return room.seq != seq

    async def _take_lease(self, table: str) -> bool:
        """Whether this process may drive the table; takes the lease, or renews it at half time."""
        if self._wakeups.alone:
            return True
        began = monotonic()
        if self._leases.get(table, 0.0) - began > LEASE_SECONDS / 2:
            return True
        if not await self._store.leases.take(table, self.worker, now() + LEASE_SECONDS, now()):
            self._leases.pop(table, None)
            return False
        self._leases[table] = began + LEASE_SECONDS
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
                return  # they came back while the bot was thinking
        if await self._wait_for_undo(room):
            return
        if room.seq == seq or turn.seat in room.to_act:
            given = await room.carry_out(turn.seat, f"auto:{seq}:{turn.seat}", command)
            if not isinstance(given, Done):  # another move came first, or the store is away
                await asyncio.sleep(RETRY_SECONDS)
                return
            if move.policy is not None and turn.sole is None:
                metrics.BOTS_MOVES.labels(room.game.name, move.policy).inc()
            await self._wakeups.send(room.id, room.seq)

    async def _wait_for_undo(self, room: Room) -> bool:
        """Wait once for people to decide on an undo, which a roll or a bot's move might prevent.

        Return whether there was something to wait for.
        """
        vote, before = room.vote, self._waited_for.get(room.id)
        if vote is None or not isinstance(vote.what, Undo) or vote.id == before:
            return False
        until = monotonic() + UNDO_SECONDS
        while room.vote is not None and room.vote.id == vote.id and monotonic() < until:
            await _wait_for_move(room, until)
        self._waited_for[room.id] = vote.id
        return True

    async def _drive_clock(self, room: Room) -> bool:
        """Wait for the clock; when it has run out, let bots hold the seats of those who are late.

        Return False if the table has no clock running.
        """
        if not room.clocked:
            return False
        runs_out = room.clock.runs_out
        if runs_out is None:  # it was a bot's turn until a person took the seat back
            await self._restart_clock(room)
        elif runs_out > monotonic():
            await _wait_for_move(room, runs_out)
        else:
            await self._seat_bots(room)
        return True

    async def _restart_clock(self, room: Room) -> None:
        await self._store.tables.set_due(room.id, room.clock.due_after(at_once=False))
        async with room.lock:
            await room.refresh()

    async def _seat_bots(self, room: Room) -> None:
        """Let bots hold the seats, unless another process has stored a move in time."""
        async with room.lock:
            await room.refresh()
            if room.automatic or not room.clocked:
                return
            if room.clock.runs_out is None or room.clock.runs_out > monotonic():
                return
            for seat in room.to_act:
                await self._store.seats.set_stand_in(room.id, seat, stand_in(room.table))
            await room.refresh()
        await room.settle()  # a vote may have been waiting for these people alone
        await self._wakeups.send(room.id, TABLE_CHANGED)


async def _wait_for_move(room: Room, until: float) -> None:
    """Wait until the match or its seats change, or until a time on the monotonic clock."""
    room.moved.clear()
    with suppress(TimeoutError):
        await asyncio.wait_for(room.moved.wait(), until - monotonic())
