"""The turn clock follows the stored time: a restart or another process gives nobody more time."""

import asyncio
import random
from time import monotonic, time

import msgspec
import pytest

from paddock.server import clock
from paddock.server.app import Settings
from paddock.server.audience import Member
from paddock.server.clock import now
from paddock.server.description import encoded_info
from paddock.server.lobby import Lobby, NewTable
from paddock.server.room import Room
from paddock.server.rooms import Rooms
from paddock.server.store import Store
from paddock.server.wakeups import LocalWakeups
from paddock.wire.messages import Done, TableInfo
from tests.server.client import until
from tests.server.inside import LostWakeups, room_of
from tests.server.stores import any_command, begun, loaded

pytestmark = pytest.mark.anyio

CLOCK = 600  # seconds; it runs out in no test, however slow the machine is
NEVER = 600.0  # a pace at which no bot moves in these tests


@pytest.fixture
def store(sqlite_store: Store) -> Store:
    return sqlite_store


def run_out(room: Room) -> None:
    """As if all of the clock had passed."""
    room.clock.runs_out = monotonic()
    room.moved.set()


async def stopped(rooms: Rooms) -> None:
    """End its drivers at once, like those of a process that is killed."""
    drivers = list(rooms.drivers._tasks.values())
    for driver in drivers:
        driver.cancel()
    await asyncio.gather(*drivers, return_exceptions=True)
    await rooms.store.leases.release_all()


async def anna_s_turn(store: Store) -> str:
    """A table where a person has to choose within the clock, and which no process drives."""
    rooms = Rooms(store, LocalWakeups(), 0)
    wanted = NewTable("royal-turf", (None, "random"), clock=CLOCK)
    room = await begun(Lobby(rooms), wanted, "Anna")
    await until(lambda: room.clock.runs_out is not None)
    assert room.to_act == (0,)
    await stopped(rooms)
    return room.id


def left(room: Room) -> float:
    assert room.clock.runs_out is not None
    return room.clock.runs_out - monotonic()


async def test_a_restart_gives_no_more_time(store: Store) -> None:
    """The clock goes on with what was left of it."""
    id = await anna_s_turn(store)
    await store.tables.set_due(id, now() + CLOCK / 2)  # half of the clock has passed
    rooms = Rooms(store, LocalWakeups(), NEVER)
    room = await room_of(rooms, id)
    rooms.drivers.drive(room)
    assert 0 < left(room) <= CLOCK / 2
    assert room.table.seats[0].stand_in is None
    run_out(room)
    await until(lambda: room.table.seats[0].stand_in)
    await stopped(rooms)


async def test_a_clock_that_ran_out_meanwhile_is_over_at_once(store: Store) -> None:
    """A server that starts looks for such tables."""
    id = await anna_s_turn(store)
    await store.tables.set_due(id, now() - 3600)
    rooms = Rooms(store, LocalWakeups(), NEVER)
    async with rooms.opened():
        await until(lambda: id in rooms.loaded and rooms.loaded[id].table.seats[0].stand_in)


async def test_a_system_clock_set_back_costs_one_clock_at_most(store: Store) -> None:
    """Anyone who connects starts it: no process looks for the table before the stored time."""
    id = await anna_s_turn(store)
    await store.tables.set_due(id, now() + 3600)
    rooms = Rooms(store, LocalWakeups(), NEVER)
    room = await room_of(rooms, id)
    assert left(room) <= CLOCK
    async with rooms.watching(room, Member(0, 0, "device 0")):
        assert id in rooms.drivers._tasks
    run_out(room)
    await until(lambda: room.table.seats[0].stand_in)
    await stopped(rooms)


@pytest.mark.parametrize("hours", [1, -1])
async def test_an_hour_s_jump_of_the_wall_clock_changes_nothing(
    hours: int, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No process takes another's lease, and a turn has as much time left as before, whether its
    table is in memory or comes from the store."""
    id = await anna_s_turn(store)
    one, other = (Rooms(store, LostWakeups(), NEVER) for _ in range(2))
    room = await room_of(one, id)
    assert await one.drivers._take_lease(id)
    before = left(room)
    monkeypatch.setattr(clock, "time", lambda: time() + hours * 3600)
    assert before - CLOCK / 2 < left(await room_of(other, id)) <= before
    assert not await other.drivers._take_lease(id)
    assert [await rooms.drivers.waiting() for rooms in (one, other)] == [[], []]
    await store.tables.set_due(id, 0.0)  # as in a bot's turn
    assert [await rooms.drivers.waiting() for rooms in (one, other)] == [[id], []]
    await one.drivers._restart_clock(room)
    assert CLOCK / 2 < left(room) <= CLOCK


async def test_a_worker_that_is_started_later_uses_the_server_s_clock(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whatever the wall clock says by then: the supervisor passes on its own."""
    monkeypatch.setattr(clock, "_offset", clock.offset())
    clock.go_by(1_000_000.0 - monotonic())
    assert 0 <= now() - 1_000_000.0 < 60
    assert Settings().clock == clock.offset()


async def test_going_away_and_coming_back_gains_nothing(store: Store) -> None:
    """The clock goes on as if nothing had happened."""
    id = await anna_s_turn(store)
    rooms = Rooms(store, LocalWakeups(), NEVER)
    room = await room_of(rooms, id)
    before = room.clock.runs_out, room.table.row.due
    for away in (True, False):
        assert await Lobby(rooms).stand_in(room, 0, "device 0", away=away) is None
    assert room.table.seats[0].stand_in is None
    assert (room.clock.runs_out, room.table.row.due) == before
    await stopped(rooms)


async def test_someone_who_comes_back_in_a_bot_s_turn_has_a_whole_clock(store: Store) -> None:
    """The bot was to move at once, so no clock was running."""
    id = await anna_s_turn(store)
    await store.tables.set_due(id, 0.0)
    rooms = Rooms(store, LocalWakeups(), NEVER)
    room = await room_of(rooms, id)
    assert room.clock.runs_out is None
    rooms.drivers.drive(room)
    await until(lambda: room.clock.runs_out is not None)
    assert CLOCK / 2 < left(room) <= CLOCK
    assert room.table.row.due is not None
    assert abs(room.table.row.due - now() - left(room)) < CLOCK / 2
    await stopped(rooms)


async def test_someone_who_moved_in_time_at_another_process_keeps_the_seat(store: Store) -> None:
    """Even if this process has not heard of it when it sees the clock run out."""
    id = await anna_s_turn(store)
    rooms = Rooms(store, LocalWakeups(), NEVER)
    room = await room_of(rooms, id)
    other = await loaded(store, id)
    assert isinstance(await other.carry_out(0, "a", any_command(other)[1]), Done)
    room.clock.runs_out = monotonic() - 1
    await rooms.drivers._seat_bots(room)
    assert [seat.stand_in for seat in await store.seats.at(id)] == [None, None]
    assert room.seq == other.seq


def told(room: Room) -> TableInfo:
    return msgspec.json.decode(encoded_info(room), type=TableInfo)


async def test_the_time_left_is_told_as_of_now(store: Store) -> None:
    """Anyone who connects later is sent what is left then."""
    id = await anna_s_turn(store)
    await store.tables.set_due(id, now() + CLOCK)
    room = await room_of(Rooms(store, LocalWakeups(), NEVER), id)
    first = told(room).left
    assert first is not None and CLOCK / 2 < first <= CLOCK
    assert room.clock.runs_out is not None
    room.clock.runs_out -= CLOCK / 3  # as if that much time had passed
    later = told(room).left
    assert later is not None and later <= first - CLOCK / 3
    room.clock.runs_out = monotonic() - 1.0
    assert told(room).left == 0.0


async def test_everybody_is_told_when_a_clock_begins_and_when_none_runs(store: Store) -> None:
    """After Anna's step the bot is due at once; then she has the whole clock again."""
    rooms = Rooms(store, LocalWakeups(), NEVER)
    room = await room_of(rooms, await anna_s_turn(store))
    before = room.audience.version
    assert isinstance(await room.carry_out(0, "a", any_command(room)[1]), Done)
    assert room.audience.version > before
    assert told(room).left is None
    before = room.audience.version
    bot = room.automatic if room.match else None
    assert bot is not None and room.match is not None
    seat, offer = bot.turn.seat, bot.turn.offer
    given = await room.carry_out(seat, "b", offer.sample(random.Random(1)))
    assert isinstance(given, Done)
    assert room.audience.version > before
    left_then = told(room).left
    assert left_then is not None and CLOCK / 2 < left_then <= CLOCK


async def test_without_a_clock_a_step_tells_nothing_of_the_table(store: Store) -> None:
    """Nothing about it has changed."""
    lobby = Lobby(Rooms(store, LocalWakeups(), NEVER))
    room = await begun(lobby, NewTable("royal-turf", (None, None)), "Anna", "Boris")
    before = room.audience.version
    assert isinstance(await room.carry_out(0, "a", any_command(room)[1]), Done)
    assert (room.audience.version, told(room).left) == (before, None)
