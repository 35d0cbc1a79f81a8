"""Whoever asks for too much, too often or too slowly is held off, and the others are served."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from paddock.server import connections
from paddock.server import house as houses
from paddock.server import socket as sockets
from paddock.server.app import Settings
from paddock.server.audience import MOST_WAITING
from paddock.server.connections import Sockets, Web
from paddock.server.house import House
from paddock.server.limits import LIMITS, Limit, Rate
from paddock.server.room import Room
from paddock.server.store import NoSuchTable, Unavailable
from paddock.wire.messages import Bye, Chat, Done, Refused, Told
from tests.server.client import PATIENCE, Device, Player, Refusal, until
from tests.server.inside import room_of, serving
from tests.server.people import hand, her_turn, table_of, to_the_end, waiting_table
from tests.server.process import ServerProcess

pytestmark = pytest.mark.anyio


TOO_OFTEN = (429, "too_often")


async def refused_in_the_end(doing: Callable[[], Awaitable[object]], times: int) -> tuple[int, str]:
    """Status and code with which something is refused, at the latest when done so often."""
    for _ in range(times):
        try:
            await doing()
        except Refusal as refused:
            return refused.status, refused.code
    raise AssertionError("it was never refused")


@pytest.fixture
async def unforgiving(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[str]:
    """A server that allows as much at once as any, and then nothing more, however slowly we ask."""
    for what, limit in LIMITS.items():
        never = {who: Rate(1e-9, getattr(limit, who).burst) for who in ("device", "address")}
        monkeypatch.setitem(LIMITS, what, Limit(**never))
    async with serving(tmp_path) as (_, address):
        yield address


async def test_tables_are_opened_within_bounds(unforgiving: str) -> None:
    """So many by one device, so many more by one address; a refusal opens none."""
    limit = LIMITS["table"]
    opened = 0
    for _ in range(limit.address.burst // limit.device.burst + 1):
        async with Device.new(unforgiving) as device:
            opening = partial(waiting_table, device)
            assert await refused_in_the_end(opening, limit.device.burst + 1) == TOO_OFTEN
            mine = await device.ask("GET", "/api/tables/mine")
            assert len(mine) <= limit.device.burst
            opened += len(mine)
    assert opened == limit.address.burst


async def test_rematches_are_tables_too(unforgiving: str) -> None:
    """Whoever ends a match of bots at once could open one after the other without end."""
    async with Device.new(unforgiving) as device:
        table = await device.open_table("royal-turf", ["random", "random"])

        async def rematch() -> None:
            nonlocal table
            await device.start(table)
            await device.ask("POST", f"/api/tables/{table}/close")
            table = (await device.ask("POST", f"/api/tables/{table}/rematch"))["table"]["id"]

        assert await refused_in_the_end(rematch, 2 * LIMITS["table"].device.burst) == TOO_OFTEN


async def test_verdicts_are_given_only_so_often(unforgiving: str) -> None:
    """Each costs as much as playing the whole match again."""
    async with Device.new(unforgiving) as anna:
        table = await anna.open_table("royal-turf", ["random", "random"])
        await anna.start(table)
        await anna.ask("POST", f"/api/tables/{table}/close")
        verdict = f"/api/tables/{table}/verdict"
        asked = [await anna.http.get(verdict) for _ in range(LIMITS["file"].device.burst + 3)]
        assert asked[0].is_success
        assert asked[-1].status_code == httpx.codes.TOO_MANY_REQUESTS


async def test_nobody_looks_asks_or_goes_away_without_end(unforgiving: str) -> None:
    """Each of them reads the whole table anew, with its lock held."""
    async with Device.new(unforgiving) as device:
        table = await waiting_table(device)
        await device.sit(table, 0, "Anna")
        for what, method, path in (("ask", "POST", "/seats/0/away"), ("look", "GET", "")):
            asking = partial(device.ask, method, f"/api/tables/{table}{path}")
            assert await refused_in_the_end(asking, 10 * LIMITS[what].device.burst) == TOO_OFTEN


async def test_a_server_that_can_store_nothing_is_not_well(tmp_path: Path) -> None:
    async with serving(tmp_path) as (house, address), httpx.AsyncClient(base_url=address) as asks:
        assert (await asks.get("/health")).json()["status"] == "ok"
        await house.store.writer.close()
        sick = await asks.get("/health")
        assert (sick.status_code, sick.json()["status"]) == (503, "failing")


async def test_nobody_sits_down_without_end(unforgiving: str) -> None:
    """Up and down again counts too: what is too often is refused, and the seat stays free."""
    async with Device.new(unforgiving) as device:
        table = await waiting_table(device)

        async def up_and_down() -> None:
            await device.sit(table, 0, "Anna")
            await device.ask("DELETE", f"/api/tables/{table}/seats/0")

        assert await refused_in_the_end(up_and_down, 2 * LIMITS["seat"].device.burst) == TOO_OFTEN
        seats = (await device.ask("GET", f"/api/tables/{table}"))["table"]["seats"]
        assert [seat["name"] for seat in seats] == [None, None]


async def test_an_address_has_so_many_connections(tmp_path: Path) -> None:
    """The next one is told to come back later, and may when another has gone."""
    settings = Settings(port=0, connections=5)
    async with serving(tmp_path, settings=settings) as (house, address):
        async with table_of(address) as (anna, table), asyncio.TaskGroup() as held:
            full = asyncio.Event()

            async def hold(seat: int | None) -> None:
                async with anna.connect(table, seat) as socket:
                    await socket.next(Told)
                    await full.wait()

            for _ in range(5):
                held.create_task(hold(None))
            room = await room_of(house, table)
            await until(lambda: len(room.audience.viewers) == 5)
            async with anna.connect(table, 0) as socket:
                assert (await socket.next(Bye)).reason.code == "too_many"
            full.set()
        await until(lambda: not room.audience.viewers)
        async with Device.new(address) as again:
            again.token = anna.token
            async with again.connect(table, 0) as socket:
                await socket.next(Told)


async def test_a_store_that_is_away_ends_no_connection(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever could not be stored is refused, over the socket and over HTTP, and may be tried
    again."""
    async with serving(tmp_path) as (house, address), table_of(address) as (anna, table):

        async def away(*_: object) -> int:
            raise Unavailable

        async def gone(*_: object) -> int:
            raise NoSuchTable

        async with hand(anna, table, 0) as there:
            for trouble, code in ((away, "not_stored"), (gone, "no_such_table")):
                with monkeypatch.context() as patch:
                    patch.setattr(house.store.chat, "add", trouble)
                    answer = await there.ask(Chat("a", "Hello"))
                assert isinstance(answer, Refused)
                assert answer.reason.code == code
            assert await there.ask(Chat("b", "Hello")) == Done("b", None)
        monkeypatch.setattr(house.store.tables, "listed", away)
        monkeypatch.setattr(House, "fresh", gone)
        for path, status, code in (
            ("/api/tables", 503, "not_stored"),
            (f"/api/tables/{table}", 404, "no_such_table"),
        ):
            answered = await anna.http.get(path)
            assert (answered.status_code, answered.json()["code"]) == (status, code)


async def test_a_flood_is_cut_off_and_others_play_on(server: ServerProcess) -> None:
    """Ten thousand messages at once from one client; meanwhile a match is played to its end."""
    async with table_of(server.address) as (eve, table), Device.new(server.address) as anna:
        other = await anna.open_table("royal-turf", [None, "random"])
        await anna.sit(other, 0, "Anna")
        await anna.start(other)
        player = Player(anna, other, 0)
        playing = asyncio.create_task(player.follow())
        async with eve.connect(table, 0) as socket:
            await her_turn(socket)
            flooding = asyncio.create_task(flood(socket.connection, 10_000))
            bye = await socket.next(Bye)
            assert bye.reason.code in {"too_fast", "too_slow"}
            with pytest.raises(ConnectionClosed):
                await to_the_end(socket)
            await flooding
        await playing
        assert player.over


async def flood(connection: ClientConnection, count: int) -> None:
    try:
        for number in range(count):
            await connection.send(f'{{"type":"ask","id":"{number}","what":{{"type":"undo"}}}}')
    except ConnectionClosed:
        pass


async def test_a_flooder_who_was_told_to_go_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However much they go on sending: what has come with the last word is the end."""
    reads, receive = [0], Sockets.data_received

    def received(self: Sockets, data: bytes) -> None:
        reads[0] += self.close_sent
        receive(self, data)

    monkeypatch.setattr(Sockets, "data_received", received)
    monkeypatch.setattr(connections, "FAREWELL", 0.5)
    async with serving(tmp_path) as (_, address), table_of(address) as (anna, table):
        reader, writer = await silent(anna, table)
        word = b"\x81\x84\0\0\0\0null"  # a whole message, masked by zeros
        told = await flooded(reader, writer, word)
        assert told is None or b"too_fast" in told
        assert reads[0] <= 1


async def flooded(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, frame: bytes
) -> bytes | None:
    """Frames without end, until the other side hangs up: its last words, if they came through."""
    told = asyncio.create_task(reader.read(-1))
    with suppress(ConnectionError):
        async with asyncio.timeout(30):
            while not told.done():
                writer.write(frame * 1_000)
                await writer.drain()
    writer.close()
    with suppress(ConnectionError):
        return await told
    return None


# Frames without content, masked by zeros: none of them is a message.
BEGUN, PART, PING, PONG = (bytes((first, 0x80, 0, 0, 0, 0)) for first in (0x01, 0x00, 0x89, 0x8A))


@pytest.mark.parametrize(
    ("first", "frame"), [(b"", PING), (b"", PONG), (BEGUN, PART)], ids=["pings", "pongs", "parts"]
)
async def test_who_floods_with_what_is_no_message_is_cut_off(
    tmp_path: Path, first: bytes, frame: bytes
) -> None:
    """Nobody is told of it, so nobody could refuse it; as many as anybody needs are borne."""
    async with serving(tmp_path) as (_, address), table_of(address) as (anna, table):
        async with anna.connect(table, 0) as socket:
            for _ in range(60):
                await (await socket.connection.ping())
        reader, writer = await silent(anna, table)
        assert await reader.read(1) == b"H"  # of HTTP: they are let in
        writer.write(first)
        await flooded(reader, writer, frame)
        player = Player(anna, table, 0)
        await player.follow()
        assert player.over


async def test_a_broken_frame_from_somebody_who_is_not_let_in_yet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection ends, and nothing fails for it."""
    asked, fresh = asyncio.Event(), House.fresh

    async def hesitating(self: House, table: str) -> Room | None:
        asked.set()
        await left.wait()
        return await fresh(self, table)

    left = asyncio.Event()
    async with serving(tmp_path) as (_, address), table_of(address) as (anna, table):
        monkeypatch.setattr(House, "fresh", hesitating)
        reader, writer = await silent(anna, table)
        async with asyncio.timeout(PATIENCE):
            await asked.wait()
            writer.write(PART)  # of nothing
            with suppress(ConnectionError):
                assert await reader.read(-1) == b""
        left.set()
        writer.close()


async def test_whoever_never_reads_is_let_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What waits for them is bounded, nobody waits for them, and they keep no place."""
    monkeypatch.setattr(houses, "SLOWEST", 1.0)
    monkeypatch.setattr(sockets, "FAREWELL", 0.1)
    monkeypatch.setattr(connections, "FAREWELL", 0.1)
    lost, lose = asyncio.Event(), Sockets.connection_lost

    def losing(self: Sockets, error: Exception | None) -> None:
        lose(self, error)
        lost.set()

    monkeypatch.setattr(Sockets, "connection_lost", losing)
    settings = Settings(port=0, heartbeat=0.2)
    async with (
        serving(tmp_path, settings=settings) as (house, address),
        table_of(address) as (anna, table),
    ):
        room = await room_of(house, table)
        reader, writer = await silent(anna, table)
        await until(lambda: room.audience.viewers)
        (viewer,) = room.audience.viewers
        most = 0
        async with asyncio.timeout(PATIENCE):
            while room.audience.viewers:
                if not viewer.leaving:
                    viewer.send(b" " * 50_000)
                most = max(most, len(viewer.outbox))
                await asyncio.sleep(0.001)
        assert most <= MOST_WAITING
        async with asyncio.timeout(PATIENCE):
            await lost.wait()
        writer.close()
        player = Player(anna, table, 0)
        await player.follow()
        assert player.over
        del reader


ASKING = (
    (b"", "HEAD"),
    (b"GET /heal", "HEAD"),
    (b"POST /api/devices HTTP/1.1\r\nHost: a\r\nContent-Length: 99999\r\n\r\nx", "ASKED"),
)


@pytest.mark.parametrize(("begun", "patience"), ASKING)
async def test_whoever_never_asks_to_the_end_is_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, begun: bytes, patience: str
) -> None:
    """Nor is whoever goes on byte by byte given more time; the head is to be there soon."""
    assert connections.HEAD <= 5
    for part in ("HEAD", "ASKED"):
        monkeypatch.setattr(connections, part, 0.5 if part == patience else 60.0)
    async with serving(tmp_path) as (_, address), asyncio.timeout(PATIENCE):
        url = httpx.URL(address)
        reader, writer = await asyncio.open_connection(url.host, url.port)
        writer.write(begun)
        await ended(reader, writer, b"x" if begun else b"")
        async with httpx.AsyncClient(base_url=address, trust_env=False) as asks:
            assert (await asks.get("/health")).is_success


async def test_every_request_has_its_own_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also over a connection that has asked before: what was left of the last one's time would cut
    somebody off who is quick."""
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
            assert given == [connections.HEAD, connections.TAKEN] * number


async def ended(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, more: bytes) -> None:
    """Until the other side ends the connection; meanwhile more is sent now and then."""
    with suppress(ConnectionError):
        while not reader.at_eof():
            writer.write(more)
            await writer.drain()
            with suppress(TimeoutError):
                await asyncio.wait_for(reader.read(1), 0.05)
    writer.close()


async def silent(device: Device, table: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A socket at seat 0 whose owner takes nothing of what is sent."""
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
