"""The limit on connections, before anything is read from them, and the places kept in reserve."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, closing
from pathlib import Path
from typing import Any
from unittest.mock import create_autospec

import httpx
import pytest
from websockets.asyncio.client import connect

from paddock.server.connection_limits import ConnectionLimits, Guest
from paddock.wire.messages import Bye, Chat, Done
from tests.server.client import ANSWER_SECONDS, Device, Socket
from tests.server.people import hand, seated
from tests.server.process import ServerProcess

pytestmark = pytest.mark.anyio

DESCRIPTORS = 200
# The server has few descriptors, and starts with even fewer.
LIMITED = ("sh", "-c", f'ulimit -S -n 90 && ulimit -H -n {DESCRIPTORS} && exec "$@"', "sh")
SERVER = {"under": LIMITED}
STRANGER = "127.9.0.9"


@asynccontextmanager
async def stranger(server: ServerProcess) -> AsyncIterator[httpx.AsyncClient]:
    """Somebody whom the server does not know."""
    transport = httpx.AsyncHTTPTransport(local_address=STRANGER)
    async with httpx.AsyncClient(
        base_url=server.address, transport=transport, timeout=ANSWER_SECONDS
    ) as http:
        yield http


async def silent(server: ServerProcess, source: str) -> asyncio.StreamWriter:
    """A connection over which nothing is sent."""
    url = httpx.URL(server.address)
    _, writer = await asyncio.open_connection(url.host, url.port, local_addr=(source, 0))
    return writer


async def is_let_in(server: ServerProcess, table: str, source: str, stack: AsyncExitStack) -> bool:
    """Whether a spectator gets in; otherwise their connection is closed when this returns."""
    url = f"{server.address.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    options: dict[str, Any] = {
        "local_addr": (source, 0),
        "open_timeout": ANSWER_SECONDS,
        "max_queue": None,
    }
    socket = Socket(await stack.enter_async_context(connect(url, proxy=None, **options)))
    if not isinstance(await socket.receive(), Bye):
        return True
    await socket.connection.wait_closed()
    return False


def test_a_server_takes_all_descriptors_it_may_have(server: ServerProcess) -> None:
    """And warns if they are few."""
    limits = Path(f"/proc/{server.pid}/limits").read_text(encoding="ascii")
    (line,) = (line for line in limits.splitlines() if line.startswith("Max open files"))
    assert line.split()[3:5] == [str(DESCRIPTORS)] * 2
    assert f'"event":"few_descriptors","count":{DESCRIPTORS}' in server.errors


async def test_silent_connections_keep_nobody_out(server: ServerProcess) -> None:
    """More than there are descriptors: monitoring, players and newcomers still get in, even from
    one of the addresses of the silent ones."""
    async with Device.new(server.address, "127.9.0.1") as anna, AsyncExitStack() as stack:
        table = await seated([anna], bots=["random"])
        playing = await stack.enter_async_context(hand(anna, table, 0))
        for number in range(DESCRIPTORS + 40):
            source = f"127.9.0.{2 + number % 2}"
            stack.enter_context(closing(await silent(server, source)))
        async with stranger(server) as http:
            assert (await http.get("/health")).is_success
        assert await playing.ask(Chat("a", "Hello")) == Done("a", None)
        for source in (STRANGER, "127.9.0.2"):
            async with Device.new(server.address, source) as newcomer:
                await newcomer.open_table("royal-turf", [None, "random"])
    assert "not_accepted" not in server.errors  # everybody got a descriptor


async def test_the_last_places_are_reserved(server: ServerProcess) -> None:
    """For monitoring and for people with a table; others are sent away, even known devices."""
    async with (
        Device.new(server.address, "127.9.1.1") as anna,
        Device.new(server.address, "127.9.1.2") as boris,
        AsyncExitStack() as stack,
    ):
        table = await seated([anna], bots=["random"])
        sources = (f"127.9.2.{1 + number % 50}" for number in range(DESCRIPTORS))
        while await is_let_in(server, table, next(sources), stack):
            pass
        async with stranger(server) as http:
            answer = await http.get("/api/games")
            assert (answer.status_code, answer.json()["code"]) == (503, "too_many")
            assert answer.headers["connection"] == "close"
            assert answer.headers["retry-after"] == "30"
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert answer.headers["cache-control"] == "no-store"
            assert (await http.get("/nowhere")).status_code == 503
            for probe in ("/health", "/ready"):
                assert (await http.get(probe)).is_success
            async with Device(http).connect(table) as socket:
                told = await socket.receive()
                assert isinstance(told, Bye) and told.reason.code == "too_many"
        assert (await boris.http.get(f"/api/tables/{table}")).status_code == 503
        assert (await anna.ask("GET", f"/api/tables/{table}"))["host"] is True
        async with hand(anna, table, 0) as playing:
            assert await playing.ask(Chat("a", "Hello")) == Done("a", None)


# --- counting -----------------------------------------------------------------------------------


def arrive(connection_limits: ConnectionLimits, address: str) -> Guest:
    """A connection that is accepted and has sent nothing yet."""
    guest = connection_limits.admit(address)
    assert guest is not None
    guest.came(create_autospec(asyncio.Transport, instance=True))
    return guest


def sent_away(guest: Guest) -> bool:
    transport = guest.transport
    assert transport is not None
    aborted: bool = transport.abort.called  # type: ignore[attr-defined]  # it is a mock
    return aborted


def test_an_address_has_so_many_connections() -> None:
    """The next one takes the place of the longest idle one; if all are busy, it is sent away."""
    connection_limits = ConnectionLimits(most=100, each=3)
    one, two, three = (arrive(connection_limits, "192.0.2.1") for _ in range(3))
    other = arrive(connection_limits, "192.0.2.2")
    one.busy()
    four = arrive(connection_limits, "192.0.2.1")
    assert [sent_away(guest) for guest in (one, two, three, other)] == [False, True, False, False]
    three.busy()
    four.busy()
    assert connection_limits.admit("192.0.2.1") is None
    three.left()
    three.left()
    arrive(connection_limits, "192.0.2.1")
    arrive(connection_limits, "192.0.2.2")
    assert (
        connection_limits.admit("2001:db8::1")
        and connection_limits.admit("2001:db8::2")
        and connection_limits.admit("2001:db8::3")
    )
    assert connection_limits.admit("2001:db8::4") is None


def test_no_address_takes_all_places() -> None:
    """However many connections it may have, half of the places are for others."""
    connection_limits = ConnectionLimits(most=10, each=2_000)
    for _ in range(5):
        arrive(connection_limits, "192.0.2.1").busy()
    assert connection_limits.admit("192.0.2.1") is None
    assert connection_limits.admit("192.0.2.2") is not None


def test_a_proxy_has_no_limit_of_its_own() -> None:
    """It stands for many people; only the limit of the whole server counts."""
    connection_limits = ConnectionLimits(most=10, each=2, proxies=("127.0.0.1",))
    for _ in range(10):
        arrive(connection_limits, "127.0.0.1").busy()
    assert connection_limits.admit("127.0.0.1") is None


def test_a_full_server_drops_the_longest_idle_connection() -> None:
    """If all are busy, nobody else gets in. Anyone who has been answered is idle again."""
    connection_limits = ConnectionLimits(most=4, each=2)
    guests = [arrive(connection_limits, f"192.0.2.{number}") for number in range(4)]
    guests[0].busy()
    arrive(connection_limits, "192.0.2.9")
    assert [sent_away(guest) for guest in guests] == [False, True, False, False]
    for guest in guests[2:]:
        guest.busy()
    arrive(connection_limits, "192.0.2.10").busy()
    assert sent_away(guests[2]) is False
    assert connection_limits.admit("192.0.2.11") is None
    guests[3].waits()
    assert connection_limits.admit("192.0.2.11") is not None
    assert sent_away(guests[3])


def test_a_server_is_crowded_before_it_is_full() -> None:
    """Only busy connections count: the others make room when it is needed."""
    connection_limits = ConnectionLimits(most=16, each=100)
    guests = [arrive(connection_limits, f"192.0.2.{number}") for number in range(16)]
    found = [connection_limits.crowded]
    for guest in guests[:15]:
        guest.busy()
    for change in (bool, guests[0].waits, guests[15].busy, guests[1].left):
        change()
        found.append(connection_limits.crowded)
    assert found == [False, True, False, True, False]
