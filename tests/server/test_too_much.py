"""Clients that ask for too much, too often or too slowly are stopped, and others are served."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from functools import partial
from pathlib import Path
from unittest.mock import AsyncMock

import httpx
import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from paddock.server import connections
from paddock.server import rooms as rooms_module
from paddock.server import socket as sockets
from paddock.server.app import Settings
from paddock.server.audience import MOST_WAITING
from paddock.server.connections import Sockets, Web
from paddock.server.limits import LIMITS, Limit, Rate
from paddock.server.room import Room
from paddock.server.rooms import Rooms
from paddock.server.store import NoSuchTable, Unavailable
from paddock.wire.messages import Bye, Chat, Done, Refused, Told
from tests.server.client import ANSWER_SECONDS, Device, Player, RefusedError, until
from tests.server.inside import room_of, serving
from tests.server.people import hand, seated, table_of, to_the_end, waiting_table
from tests.server.process import ServerProcess

pytestmark = pytest.mark.anyio


async def allowed(doing: Callable[[], Awaitable[object]]) -> int:
    """How often something can be done before it is refused as too often."""
    for number in range(1_000):
        try:
            await doing()
        except RefusedError as refused:
            if (refused.status, refused.code) == (429, "too_often"):
                return number
    raise AssertionError("it was never refused")


@pytest.fixture
async def unforgiving(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[str]:
    """A server whose limits allow the usual burst and then nothing more, however slow the test."""
    for what, limit in LIMITS.items():
        never = {who: Rate(1e-9, getattr(limit, who).burst) for who in ("device", "address")}
        monkeypatch.setitem(LIMITS, what, Limit(**never))
    async with serving(tmp_path) as (_, address):
        yield address


async def test_tables_are_opened_within_limits(unforgiving: str) -> None:
    """Each device has a limit and each address a higher one; a refusal opens none."""
    limit = LIMITS["table"]
    opened = 0
    for _ in range(limit.address.burst // limit.device.burst + 1):
        async with Device.new(unforgiving) as device:
            assert await allowed(partial(waiting_table, device)) <= limit.device.burst
            opened += len(await device.ask("GET", "/api/tables/mine"))
    assert opened == limit.address.burst


async def test_rematches_count_as_tables(unforgiving: str) -> None:
    """Otherwise matches of bots, closed at once, could be opened one after the other for ever."""
    async with Device.new(unforgiving) as device:
        table = await device.open_table("royal-turf", ["random", "random"])

        async def rematch() -> None:
            nonlocal table
            await device.start(table)
            await device.ask("POST", f"/api/tables/{table}/close")
            table = (await device.ask("POST", f"/api/tables/{table}/rematch"))["table"]["id"]

        assert await allowed(rematch) == LIMITS["table"].device.burst - 1


@pytest.mark.parametrize(
    ("what", "method", "path"),
    [
        ("look", "GET", "/api/tables/{table}"),
        ("ask", "POST", "/api/tables/{table}/seats/0/away"),
        ("file", "GET", "/api/tables/{table}/verdict"),
        ("file", "POST", "/api/replays"),
        ("replay", "GET", "/api/tables/{table}/replay"),
    ],
)
async def test_costly_requests_are_limited(
    unforgiving: str, what: str, method: str, path: str
) -> None:
    """Each of them reads a whole table, or plays a whole match again."""
    async with Device.new(unforgiving) as device:
        table = await device.open_table("royal-turf", ["random", "random"])
        await device.start(table)
        await device.ask("POST", f"/api/tables/{table}/close")
        done = await allowed(partial(device.ask, method, path.format(table=table)))
        assert 0 < done <= LIMITS[what].device.burst


async def test_sitting_down_is_limited(unforgiving: str) -> None:
    """Standing up again gives nothing back, and a refusal leaves the seat free."""
    async with Device.new(unforgiving) as device:
        table = await waiting_table(device)

        async def up_and_down() -> None:
            await device.sit(table, 0, "Anna")
            await device.ask("DELETE", f"/api/tables/{table}/seats/0")

        assert await allowed(up_and_down) <= LIMITS["seat"].device.burst
        seats = (await device.ask("GET", f"/api/tables/{table}"))["table"]["seats"]
        assert [seat["name"] for seat in seats] == [None, None]


async def test_a_server_that_cannot_store_anything_is_not_healthy(tmp_path: Path) -> None:
    """Its health says so, with a status that monitoring understands."""
    async with serving(tmp_path) as (rooms, address), httpx.AsyncClient(base_url=address) as asks:
        assert (await asks.get("/health")).json()["status"] == "ok"
        await rooms.store.appender.close()
        sick = await asks.get("/health")
        assert (sick.status_code, sick.json()["status"]) == (503, "failing")


async def test_an_address_has_so_many_connections(tmp_path: Path) -> None:
    """The next one is refused for now, and gets in when another has gone."""
    settings = Settings(port=0, connections=5)
    async with (
        serving(tmp_path, settings=settings) as (rooms, address),
        table_of(address) as (anna, table),
    ):
        async with AsyncExitStack() as held:
            for _ in range(5):
                socket = await held.enter_async_context(anna.connect(table))
                await socket.next(Told)
            async with anna.connect(table, 0) as socket:
                assert (await socket.next(Bye)).reason.code == "too_many"
        room = await room_of(rooms, table)
        await until(lambda: not room.audience.members)
        async with anna.connect(table, 0) as socket:
            await socket.next(Told)


async def test_a_store_that_is_away_ends_no_connection(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Anything that could not be stored is refused with a code, over the socket and over HTTP, and
    can be tried again."""
    async with serving(tmp_path) as (rooms, address), table_of(address) as (anna, table):
        away, gone = AsyncMock(side_effect=Unavailable), AsyncMock(side_effect=NoSuchTable)
        async with hand(anna, table, 0) as there:
            for trouble, code in ((away, "not_stored"), (gone, "no_such_table")):
                with monkeypatch.context() as patch:
                    patch.setattr(rooms.store.chat, "add", trouble)
                    answer = await there.ask(Chat("a", "Hello"))
                assert isinstance(answer, Refused)
                assert answer.reason.code == code
            assert await there.ask(Chat("b", "Hello")) == Done("b", None)
        monkeypatch.setattr(rooms.store.tables, "listed", away)
        monkeypatch.setattr(Rooms, "fresh", gone)
        for path, status, code in (
            ("/api/tables", 503, "not_stored"),
            (f"/api/tables/{table}", 404, "no_such_table"),
        ):
            answered = await anna.http.get(path)
            assert (answered.status_code, answered.json()["code"]) == (status, code)


async def test_a_flood_is_cut_off_and_others_play_on(server: ServerProcess) -> None:
    """One client sends ten thousand messages at once while a match is played to its end."""
    async with table_of(server.address) as (eve, table), Device.new(server.address) as anna:
        player = Player(anna, await seated([anna], bots=["random"]), 0)
        playing = asyncio.create_task(player.follow())
        async with eve.connect(table, 0) as socket:
            await socket.next(Told)
            flooding = asyncio.create_task(flood(socket.connection))
            bye = await socket.next(Bye)
            assert bye.reason.code in {"too_fast", "too_slow"}
            with pytest.raises(ConnectionClosed):
                await to_the_end(socket)
            await flooding
        await playing
        assert player.over


async def flood(connection: ClientConnection) -> None:
    with suppress(ConnectionClosed):
        for number in range(10_000):
            await connection.send(f'{{"type":"ask","id":"{number}","what":{{"type":"undo"}}}}')


async def test_nothing_is_read_from_a_flooder_who_was_told_to_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However much they go on sending."""
    reads, receive = [0], Sockets.data_received

    def received(self: Sockets, data: bytes) -> None:
        reads[0] += self.close_sent
        receive(self, data)

    monkeypatch.setattr(Sockets, "data_received", received)
    monkeypatch.setattr(connections, "FAREWELL_SECONDS", 0.5)
    async with serving(tmp_path) as (_, address), table_of(address) as (anna, table):
        reader, writer = await silent(anna, table)
        word = b"\x81\x84\0\0\0\0null"  # a whole message, masked by zeros
        told = await flooded(reader, writer, word)
        assert told is None or b"too_fast" in told
        assert reads[0] <= 1


async def flooded(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, frame: bytes
) -> bytes | None:
    """Send frames until the server hangs up; returns its last words, if they came through."""
    told = asyncio.create_task(reader.read(-1))
    with suppress(ConnectionError):
        async with asyncio.timeout(ANSWER_SECONDS):
            while not told.done():
                writer.write(frame * 1_000)
                await writer.drain()
    writer.close()
    with suppress(ConnectionError):
        return await told
    return None


# Frames without content, masked with zeros: none of them is a message.
BEGUN, PART, PING, PONG = (bytes((first, 0x80, 0, 0, 0, 0)) for first in (0x01, 0x00, 0x89, 0x8A))


@pytest.mark.parametrize(
    ("first", "frame"), [(b"", PING), (b"", PONG), (BEGUN, PART)], ids=["pings", "pongs", "parts"]
)
async def test_a_flood_of_frames_that_are_no_messages_is_cut_off(
    tmp_path: Path, first: bytes, frame: bytes
) -> None:
    """The application never sees such frames, so it cannot refuse them; a few are allowed."""
    async with serving(tmp_path) as (_, address), table_of(address) as (anna, table):
        async with anna.connect(table, 0) as socket:
            for _ in range(60):
                await (await socket.connection.ping())
        reader, writer = await silent(anna, table)
        assert await reader.read(1) == b"H"  # the server answers with HTTP: they are in
        writer.write(first)
        await flooded(reader, writer, frame)
        player = Player(anna, table, 0)
        await player.follow()
        assert player.over


async def test_a_broken_frame_before_the_handshake_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It ends the connection, and nothing fails."""
    asked, fresh = asyncio.Event(), Rooms.fresh

    async def hesitating(self: Rooms, table: str) -> Room | None:
        asked.set()
        await left.wait()
        return await fresh(self, table)

    left = asyncio.Event()
    async with serving(tmp_path) as (_, address), table_of(address) as (anna, table):
        monkeypatch.setattr(Rooms, "fresh", hesitating)
        reader, writer = await silent(anna, table)
        async with asyncio.timeout(ANSWER_SECONDS):
            await asked.wait()
            writer.write(PART)  # of a message that was never begun
            with suppress(ConnectionError):
                assert await reader.read(-1) == b""
        left.set()
        writer.close()


async def test_a_client_that_never_reads_is_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its queue is bounded, nobody waits for it, and it does not keep its place."""
    monkeypatch.setattr(rooms_module, "READ_SECONDS", 1.0)
    monkeypatch.setattr(sockets, "FAREWELL_SECONDS", 0.1)
    monkeypatch.setattr(connections, "FAREWELL_SECONDS", 0.1)
    lost, lose = asyncio.Event(), Sockets.connection_lost

    def losing(self: Sockets, error: Exception | None) -> None:
        lose(self, error)
        lost.set()

    monkeypatch.setattr(Sockets, "connection_lost", losing)
    settings = Settings(port=0, heartbeat=0.2)
    async with (
        serving(tmp_path, settings=settings) as (rooms, address),
        table_of(address) as (anna, table),
    ):
        room = await room_of(rooms, table)
        reader, writer = await silent(anna, table)
        await until(lambda: room.audience.members)
        (member,) = room.audience.members
        most = 0
        async with asyncio.timeout(ANSWER_SECONDS):
            while room.audience.members:
                if not member.leaving:
                    member.send(b" " * 50_000)
                most = max(most, len(member.outbox))
                await asyncio.sleep(0.001)
        assert most <= MOST_WAITING
        async with asyncio.timeout(ANSWER_SECONDS):
            await lost.wait()
        writer.close()
        player = Player(anna, table, 0)
        await player.follow()
        assert player.over
        del reader


ASKING = (
    (b"", "HEAD_SECONDS"),
    (b"GET /heal", "HEAD_SECONDS"),
    (b"POST /api/devices HTTP/1.1\r\nHost: a\r\nContent-Length: 99999\r\n\r\nx", "BODY_SECONDS"),
)


@pytest.mark.parametrize(("begun", "limit"), ASKING)
async def test_a_request_that_is_never_finished_is_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, begun: bytes, limit: str
) -> None:
    """Sending byte by byte gives nobody more time; the head has to arrive soon."""
    assert connections.HEAD_SECONDS <= 5
    for part in ("HEAD_SECONDS", "BODY_SECONDS"):
        monkeypatch.setattr(connections, part, 0.5 if part == limit else 60.0)
    async with serving(tmp_path) as (_, address), asyncio.timeout(ANSWER_SECONDS):
        url = httpx.URL(address)
        reader, writer = await asyncio.open_connection(url.host, url.port)
        writer.write(begun)
        await ended(reader, writer, b"x" if begun else b"")
        monkeypatch.setattr(connections, limit, 60.0)
        async with httpx.AsyncClient(base_url=address, trust_env=False) as asks:
            assert (await asks.get("/health")).is_success


async def test_every_request_has_its_own_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also the later ones of a connection: with the time that was left of the first, quick clients
    would be cut off."""
    given: list[float | None] = []
    within = Web._within

    def noted(self: Web, seconds: float | None) -> None:
        given.append(seconds)
        within(self, seconds)

    monkeypatch.setattr(Web, "_within", noted)
    async with (
        serving(tmp_path) as (_, address),
        httpx.AsyncClient(base_url=address, trust_env=False) as asks,
    ):
        for number in (1, 2, 3):
            assert (await asks.get("/health")).is_success
            assert given == [connections.HEAD_SECONDS, connections.RESPONSE_SECONDS] * number


async def ended(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, more: bytes) -> None:
    """Until the server ends the connection; sends more now and then."""
    with suppress(ConnectionError):
        while not reader.at_eof():
            writer.write(more)
            await writer.drain()
            with suppress(TimeoutError):
                await asyncio.wait_for(reader.read(1), 0.05)
    writer.close()


async def silent(device: Device, table: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A socket at seat 0 whose owner does not read."""
    url = device.http.base_url
    reader, writer = await asyncio.open_connection(url.host, url.port, limit=1)
    writer.transport.get_extra_info("socket").setsockopt(1, 8, 32_768)  # SO_RCVBUF
    key = "AAAAAAAAAAAAAAAAAAAAAA=="
    writer.write(
        f"GET /api/tables/{table}/socket?seat=0 HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
        f"Authorization: Bearer {device.token}\r\n\r\n".encode()
    )
    return reader, writer
