"""Several processes, one game: the database decides, Redis wakes, leases say who drives."""

import asyncio
import itertools
import os
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, suppress
from pathlib import Path
from socket import create_server
from time import monotonic
from typing import Any
from unittest.mock import DEFAULT, AsyncMock
from urllib.parse import urlsplit

import msgspec
import pytest
from msgspec.structs import replace
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from paddock.server import clock, drivers, redis_wakeups
from paddock.server import rooms as rooms_module
from paddock.server.audience import Member
from paddock.server.lobby import Lobby, NewTable
from paddock.server.redis_wakeups import RedisWakeups
from paddock.server.room import Room
from paddock.server.rooms import Rooms
from paddock.server.rows import ChatRow, LinkRow, SeatRow, TableRow
from paddock.server.store import Store, Unavailable
from paddock.server.table import MOST_TALK, Table
from paddock.wire.messages import Bye, Done, Heard
from tests.server.brief import BRIEF
from tests.server.client import ANSWER_SECONDS, Device, Player, Socket, until
from tests.server.inside import LostWakeups
from tests.server.logs import check_log
from tests.server.people import Hand, close, hand, people, seated
from tests.server.process import ServerProcess
from tests.server.servers import Postgres, running_redis
from tests.server.stores import (
    any_command,
    commands,
    database_of,
    loaded,
    looking_into,
    opened,
    unframed,
)

pytestmark = pytest.mark.anyio


# --- which process serves whom -----------------------------------------------------------------


def workers(server: ServerProcess) -> list[int]:
    """The worker processes, the oldest first."""
    children = Path(f"/proc/{server.pid}/task/{server.pid}/children")
    found = []
    for pid in children.read_text("ascii").split():
        with suppress(FileNotFoundError, ProcessLookupError):  # it may have just died
            if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes():
                found.append(int(pid))
    return found


def served_by(server: ServerProcess, socket: Socket) -> int | None:
    """The process at the other end of a connection, according to the kernel."""
    ours = socket.connection.local_address[1]
    theirs = urlsplit(server.address).port
    for line in Path("/proc/net/tcp").read_text("ascii").splitlines()[1:]:
        _, local, remote, *_, inode = line.split()[:10]
        if (_port(local), _port(remote)) == (theirs, ours):
            return next((pid for pid in workers(server) if _holds(pid, inode)), None)
    return None


def _port(address: str) -> int:
    return int(address.partition(":")[2], 16)


def _holds(pid: int, inode: str) -> bool:
    with suppress(FileNotFoundError):  # the process has just died
        for link in Path(f"/proc/{pid}/fd").iterdir():
            with suppress(FileNotFoundError):  # it was just closed
                if str(link.readlink()) == f"socket:[{inode}]":
                    return True
    return False


class Placed(Player):
    """A player who connects again until a certain process serves them."""

    def __init__(
        self, device: Device, table: str, seat: int, server: ServerProcess, pid: int
    ) -> None:
        super().__init__(device, table, seat)
        self.pid: int | None = pid  # None is any process
        self._server = server

    async def _attend(self, socket: Socket) -> None:
        if self.pid in (None, served_by(self._server, socket)):
            await super()._attend(socket)
        else:
            socket.connection.transport.abort()


@asynccontextmanager
async def playing(
    server: ServerProcess, game: str, enough: int | None = None
) -> AsyncIterator[list[Placed]]:
    """Two people, each at a process of their own. After this context they play on, to the end of
    the match or until each has made `enough` moves."""
    async with people(server.address, 2) as devices:
        table = await seated(devices, game, ["random"])
        places = zip(devices, (0, 1), workers(server), strict=True)
        persons = [Placed(device, table, seat, server, pid) for device, seat, pid in places]
        async with asyncio.TaskGroup() as tasks:
            for person in persons:
                tasks.create_task(person.follow(240))
            yield persons
            if enough is not None:
                await until(lambda: all(len(person.done) >= enough for person in persons))
                await close(table, *devices)
        await check_log(persons)


async def go_on(persons: list[Placed]) -> None:
    """Wait until each has made another move."""
    before = [(person, len(person.done)) for person in persons]
    await until(lambda: all(len(person.done) > done for person, done in before))


# --- two workers -------------------------------------------------------------------------------


async def ready(server: ServerProcess) -> None:
    """Wait until both workers serve, also after others have died."""

    def started() -> bool:
        said = server.errors
        died = said.count('"event":"worker_died"')
        return said.count('"event":"process_started"') == 2 + died and len(workers(server)) == 2

    await until(started)


@pytest.fixture(scope="module")
def pair(postgres: Postgres, redis_url: str) -> Iterator[tuple[ServerProcess, str]]:
    """A server of two workers and its database; a worker that is killed is replaced."""
    with (
        postgres.database("two_workers") as url,
        ServerProcess(url, redis=redis_url, workers=2, options=("--heartbeat", "0.5")) as server,
    ):
        yield server, url


one_pair = pytest.mark.xdist_group("two workers")  # so that the servers start only once


@one_pair
async def test_people_at_different_processes_play_one_game(
    pair: tuple[ServerProcess, str], long: bool
) -> None:
    """At two tables at once; no two steps get the same sequence."""
    server, url = pair
    await ready(server)
    before = server.errors
    enough = None if long else 8
    async with (
        playing(server, "royal-turf", enough) as turf,
        playing(server, "rennfieber", enough) as fever,
    ):
        await until(lambda: all(person.done for person in (*turf, *fever)))
    assert '"level":"error"' not in server.errors.removeprefix(before), server.errors
    async with opened(url) as store:
        with pytest.raises(IntegrityError):
            await store.logs._do(text("INSERT INTO records SELECT * FROM records WHERE line = 5"))


async def test_without_redis_a_game_is_only_slower(fresh_postgres: str) -> None:
    """Each process reads the store regularly, and so finds what the others have stored."""
    with ExitStack() as redis:
        url = redis.enter_context(running_redis())
        with ServerProcess(fresh_postgres, redis=url, workers=2) as server:
            await ready(server)
            async with playing(server, "royal-turf", enough=1) as persons:
                await until(lambda: all(person.done for person in persons))
                await asyncio.to_thread(redis.close)
                await go_on(persons)
                again = running_redis(urlsplit(url).port)
                await asyncio.to_thread(redis.enter_context, again)
            assert '"level":"error"' not in server.errors, server.errors


@one_pair
async def test_a_killed_worker_is_replaced_and_its_tables_are_driven_on(
    pair: tuple[ServerProcess, str],
) -> None:
    """Its people reconnect, and another process takes over its leases when they run out."""
    server, url = pair
    await ready(server)
    async with opened(url) as store, playing(server, "royal-turf", enough=1) as persons:
        await until(lambda: all(person.done for person in persons))
        killed = await driver(store, persons[0].table)
        for person in persons:
            person.pid = None
        os.kill(killed, signal.SIGKILL)
        await until(lambda: killed not in workers(server) and len(workers(server)) == 2)
        await go_on(persons)
        async with asyncio.timeout(ANSWER_SECONDS):  # the bot waits until its lease runs out
            while await driver(store, persons[0].table) == killed:
                await asyncio.sleep(0.05)
    assert '"event":"worker_died"' in server.errors


@one_pair
async def test_someone_connected_to_another_process_is_here(
    pair: tuple[ServerProcess, str],
) -> None:
    """Until they leave, or soon after their process is killed; spectators do not count."""
    server, _ = pair
    await ready(server)
    async with people(server.address, 2) as (anna, boris), AsyncExitStack() as gone:
        table = await seated((anna, boris))
        near, far = workers(server)
        one = await gone.enter_async_context(placed(server, anna, table, 0, near))
        async with placed(server, boris, table, None, far) as watching:
            await watching.until(lambda: here(watching) == [True, False])
            async with placed(server, boris, table, 1, far):
                await one.until(lambda: here(one) == [True, True])
            await one.until(lambda: here(one) == [True, False])
            os.kill(near, signal.SIGKILL)
            await watching.until(lambda: here(watching) == [False, False])


def here(somebody: Hand) -> list[bool]:
    return [seat.here for seat in somebody.status.seats]


@asynccontextmanager
async def placed(
    server: ServerProcess, device: Device, table: str, seat: int | None, pid: int
) -> AsyncIterator[Hand]:
    """Somebody who connects again until a certain process serves them."""
    async with AsyncExitStack() as connection:
        async with asyncio.timeout(ANSWER_SECONDS):
            there = await connection.enter_async_context(hand(device, table, seat))
            while served_by(server, there.socket) != pid:
                await connection.aclose()
                there = await connection.enter_async_context(hand(device, table, seat))
        yield there


async def test_workers_end_with_their_supervisor(fresh_postgres: str, redis_url: str) -> None:
    """However it ended: people are asked to reconnect, and leases are released."""
    with ServerProcess(fresh_postgres, redis=redis_url, workers=2) as server:
        await ready(server)
        async with people(server.address, 1) as devices:
            table = await seated(devices, bots=["random"])
            children = workers(server)
            async with hand(devices[0], table, 0) as anna:
                os.kill(server.pid, signal.SIGKILL)
                farewell = await anna.socket.next(Bye)
        assert farewell.reason.code == "going"
        await until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in children))
        assert server.errors.count('"event":"process_finished"') == 2
        server.kill()
    async with looking_into(fresh_postgres) as database, database.reading() as connection:
        assert await connection.scalar(text("SELECT count(*) FROM leases")) == 0


async def test_a_redis_that_hangs_keeps_nobody_waiting(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It accepts connections and never answers."""
    monkeypatch.setattr(redis_wakeups, "TIMEOUT_SECONDS", 10 * ANSWER_SECONDS)
    with create_server(("127.0.0.1", 0)) as mute:
        wakeups = RedisWakeups(f"redis://127.0.0.1:{mute.getsockname()[1]}/0")
        rooms = Rooms(store, wakeups, 0)
        async with asyncio.timeout(ANSWER_SECONDS):
            await a_table(rooms, None, "random")
        await wakeups.close()


async def driver(store: Store, table: str) -> int:
    """The process that holds a table's lease."""
    async with database_of(store) as database, database.reading() as connection:
        lease = text("SELECT worker FROM leases WHERE leases.table = :id")
        worker: str = await connection.scalar(lease, {"id": table})
    return int(worker.partition("-")[0])


# --- inside a process --------------------------------------------------------------------------


@pytest.fixture
def store(sqlite_store: Store) -> Store:
    return sqlite_store


def worker(store: Store) -> Rooms:
    """The rooms of one process of several, which hears nothing of the others."""
    return Rooms(store, LostWakeups(), 0)


async def a_table(rooms: Rooms, *seats: str | None) -> Room:
    room = await Lobby(rooms).open_table(
        NewTable("royal-turf", seats, edition=BRIEF["royal-turf"]), "host"
    )
    assert isinstance(room, Room)
    return room


async def begun(rooms: Rooms) -> Room:
    """A match of bots that no process drives."""
    room = await a_table(rooms, "random", "random")
    async with room.lock:
        assert await room.begin() is None
    return room


def newest(room: Room) -> int:
    """The sequence of the last record that is sent."""
    assert room.telling is not None
    seq: int = msgspec.json.decode(unframed(room.telling.newest(Member(None, 0))))["seq"]
    return seq


async def test_one_process_drives_until_another_takes_over(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other one waits until the lease of a process that died has run out."""
    monkeypatch.setattr(drivers, "LEASE_SECONDS", 600.0)
    monkeypatch.setattr(rooms_module, "CHECK_SECONDS", 0.02)
    one, other = worker(store), worker(store)
    room = await begun(one)
    id = room.id
    assert await other.room(id)
    one.drivers.drive(room)
    looking = [asyncio.create_task(rooms._check_tables()) for rooms in (one, other)]
    await until(lambda: room.seq > 40)
    for task in (looking[0], *one.drivers._tasks.values()):  # it dies
        task.cancel()
    assert id not in other.drivers._leases
    monkeypatch.setattr(clock, "_offset", clock.offset() + drivers.LEASE_SECONDS)
    await until(lambda: other.loaded[id].table.row.status == "finished")
    assert id in other.drivers._leases
    await until(lambda: not other.drivers._tasks)
    looking[1].cancel()
    await asyncio.gather(*looking, return_exceptions=True)
    async with room.lock:
        await room.refresh()
    assert (room.table.row.status, room.seq) == ("finished", other.loaded[id].seq)


async def test_two_processes_that_give_one_command_give_it_once(store: Store) -> None:
    """As when a driver still believes that it holds the lease."""
    one = await begun(worker(store))
    other = await loaded(store, one.id)
    for number in range(1, 61):
        seat, command = any_command(one)
        given = (room.carry_out(seat, f"auto:{number}:{seat}", command) for room in (one, other))
        assert await asyncio.gather(*given) == [Done(f"auto:{number}:{seat}", number)] * 2
    assert one.seq == other.seq == 60


async def test_a_command_whose_sender_gave_up_is_found_again(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After it was stored and before the room took note of it."""
    room = await begun(worker(store))
    seat, command = any_command(room)
    stored, append = asyncio.Event(), store.appender.append

    async def and_hang(*args: Any, **more: Any) -> bool:
        await append(*args, **more)
        stored.set()
        return await asyncio.Future[bool]()

    with monkeypatch.context() as patch:
        patch.setattr(store.appender, "append", and_hang)
        giving = asyncio.create_task(room.carry_out(seat, "a", command))
        await stored.wait()
        giving.cancel()
        await asyncio.wait([giving])
    assert room.seq == 0
    assert await room.carry_out(seat, "a", command) == Done("a", 1)
    assert commands(await store.logs.lines(room.id)).count("a") == 1


async def test_what_is_stored_while_a_room_reads_is_not_half_read(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the row is read before the end and the log after it, the end must still become known."""
    room = await begun(worker(store))
    other = await loaded(store, room.id)
    read = store.tables.get

    async def then_it_ends(id: str) -> TableRow | None:
        row = await read(id)
        monkeypatch.setattr(store.tables, "get", read)
        await other.reveal("closed")
        return row

    monkeypatch.setattr(store.tables, "get", then_it_ends)
    await room.refresh()
    assert room.table.row.status == "closed"
    await room.reveal("finished")
    assert len(await store.logs.lines(room.id)) == room.lines == 2  # the header and the seed


async def test_nobody_is_told_an_old_record_while_a_room_reads(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is sent always belongs to the room's sequence."""
    room = await begun(worker(store))
    other = await loaded(store, room.id)
    assert newest(room) == 0
    read = store.tables.get
    told = []

    def look() -> None:
        told.append((newest(room), room.seq))

    async def meanwhile(id: str) -> TableRow | None:
        row = await read(id)
        look()
        if len(told) == 1:
            seat, command = any_command(other)
            await other.carry_out(seat, "a", command)
        return row

    monkeypatch.setattr(store.tables, "get", meanwhile)
    await room.refresh()
    look()
    assert told == [(0, 0), (0, 0), (1, 1)]


async def test_a_store_that_fails_while_a_room_reads_leaves_nothing_half_read(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise a half-read change would count as known: nobody would learn of it, and a seat
    that was withdrawn would stay with its old owner."""
    rooms = worker(store)
    room = await a_table(rooms, None, None)
    assert await store.seats.sit(room.id, 0, name="Anna", entropy=None, device="anna")
    await room.refresh()
    member = Member(0, 0, "anna")
    room.audience.members.add(member)
    assert await store.seats.leave(room.id, 0)

    with monkeypatch.context() as patch:
        patch.setattr(store.seats, "at", AsyncMock(side_effect=Unavailable))
        await rooms._find_changes()
    assert room.table.owns("anna", 0)
    await rooms._find_changes()
    assert not room.table.owns("anna", 0)
    assert member.leaving


async def test_a_connection_does_not_remember_words_for_ever(store: Store) -> None:
    """Only those that newcomers still get, which are sent again when they are hidden."""
    room = await a_table(worker(store), None, "random")
    member, said = Member(None, 0), 3 * MOST_TALK
    heard: list[Heard] = []
    for number in range(said):
        await store.chat.add(ChatRow(room.id, 0, 0, "Anna", f"word {number}", 1.0))
        await room.refresh()
        heard += member.hear(room.table.talk)
    assert [words.number for words in heard] == [*range(1, said + 1)]
    assert len(member.heard) == MOST_TALK
    await store.chat.hide(room.id, said)
    await room.refresh()
    assert [*member.hear(room.table.talk)] == [Heard(said, 0, "Anna", None)]
    assert [*member.hear(room.table.talk)] == []


async def test_entropy_that_comes_while_a_room_reads_is_in_its_dice(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise two processes would roll different dice."""
    room = await a_table(worker(store), None, "random")
    other = await loaded(store, room.id)
    read = store.seats.at

    async def then_it_begins(id: str) -> list[SeatRow]:
        seats = await read(id)
        monkeypatch.setattr(store.seats, "at", read)
        assert await store.seats.sit(id, 0, name="Anna", entropy="ab" * 32, device="anna")
        await other.refresh()
        assert await other.begin() is None
        return seats

    monkeypatch.setattr(store.seats, "at", then_it_begins)
    await room.refresh()
    assert room.match is not None
    assert other.match is not None
    draw = ("s", 0, 2**60)
    assert room.match._chance.draw(*draw) == other.match._chance.draw(*draw)
    assert room.table.seats[0].name == "Anna"


async def test_a_room_that_somebody_asks_for_is_not_forgotten(store: Store) -> None:
    """Otherwise the table would get a second room, and neither would hear of the other."""
    rooms = worker(store)
    room = await a_table(rooms, None, None)
    rooms._idle_since[room.id] = long_ago = monotonic() - rooms_module.IDLE_SECONDS - 1
    assert await rooms.room(room.id) is room
    rooms._forget_idle()
    assert rooms.loaded == {room.id: room}
    rooms._idle_since[room.id] = long_ago
    rooms._forget_idle()
    assert rooms.loaded == {}


async def test_nothing_is_kept_of_a_table_that_is_gone(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also of one that could not be loaded."""
    rooms = worker(store)
    room = await begun(rooms)
    rooms.drivers.drive(room)
    await until(lambda: room.table.row.status == "finished")
    async with rooms.watching(room, Member(None, 0)):
        await store.tables.delete(room.id)
        assert await rooms.fresh(room.id) is None

    monkeypatch.setattr(store.tables, "get", AsyncMock(side_effect=Unavailable))
    with pytest.raises(Unavailable):
        await rooms.room("other")
    assert (rooms.loaded, rooms._idle_since, {**rooms._loading}) == ({}, {}, {})
    at_work = rooms.drivers
    assert (at_work._thinkers._policies, at_work._leases, at_work._waited_for) == ({}, {}, {})


async def test_a_start_elsewhere_is_found_without_a_wakeup(store: Store) -> None:
    """Each process checks its tables regularly, finds the match and drives it."""
    one, other = worker(store), worker(store)
    waiting = await a_table(one, "random", "random")
    here = await other.room(waiting.id)
    assert here is not None
    async with waiting.lock:
        assert await waiting.begin() is None
    assert not here.lines
    await other._find_changes()
    await asyncio.gather(*other.drivers._tasks.values())
    assert here.table.row.status == "finished"


async def any_changes(store: Store, id: str) -> AsyncIterator[str]:
    """All that another process can do to a waiting table with two free seats, one by one."""
    assert await store.seats.sit(id, 0, name="Anna", entropy=None, device="anna")
    yield "sat"
    assert await store.seats.add_link(LinkRow("secret", id, 0), "anna")
    assert await store.seats.use_link("secret", "second")
    yield "owned"
    assert await store.seats.disown(id, 0, "anna")
    yield "disowned"
    number = await store.chat.add(ChatRow(id, 0, 0, "Anna", "hello", 1.0))
    yield "talked"
    await store.chat.hide(id, number)
    yield "hidden"
    await store.seats.set_stand_in(id, 0, "punter")
    yield "away"
    await store.votes.put(id, b'{"type":"close","by":0}', None)
    yield "asked"
    await store.tables.set_due(id, 7.0)
    yield "due"
    assert await store.seats.leave(id, 0)
    yield "left"
    other = TableRow("o", "royal-turf", 1.0, "waiting", False, "host", b"{}", bytes(32))
    await store.tables.create(other, [])
    assert await store.tables.set_rematch(id, "o")
    yield "rematch"
    await store.tables.delete(id)
    yield "deleted"


async def test_any_change_elsewhere_is_found_without_a_wakeup(store: Store) -> None:
    """Everybody is sent it; and nothing is read again if nothing has changed."""
    rooms = worker(store)
    room = await a_table(rooms, None, None)

    def state() -> Table:
        return replace(room.table, row=replace(room.table.row, changes=0))

    async for change in any_changes(store, room.id):
        before, version = state(), room.audience.version
        await rooms._find_changes()
        assert state() != before, change
        assert room.audience.version > version, change
        found = room.audience.version
        await rooms._find_changes()
        assert room.audience.version == found, change
    assert await rooms.room(room.id) is None


async def test_a_failing_store_does_not_end_the_chores(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once it works again, tables are driven again."""
    monkeypatch.setattr(rooms_module, "CHECK_SECONDS", 0.01)
    rooms = worker(store)
    room = await begun(rooms)
    answers = itertools.chain([Unavailable] * 3, itertools.repeat(DEFAULT))
    heads = AsyncMock(wraps=store.tables.heads, side_effect=answers)
    monkeypatch.setattr(store.tables, "heads", heads)
    async with rooms.opened():
        await until(lambda: room.table.row.status == "finished")
    assert heads.await_count > 3
