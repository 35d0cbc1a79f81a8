"""Wake-ups: the other processes receive every wake-up, whatever happens to Redis."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from urllib.parse import urlsplit

import pytest
from redis.asyncio import Redis

from paddock.server import redis_wakeups
from paddock.server.redis_wakeups import RedisWakeups
from paddock.server.wakeups import PRESENCE_CHANGED, LocalWakeups, Wakeups
from tests.server.client import ANSWER_SECONDS, until
from tests.server.proxy import TcpProxy

pytestmark = pytest.mark.anyio

Wakeup = tuple[str, int]
Connect = Callable[..., RedisWakeups]


@asynccontextmanager
async def listener(wakeups: Wakeups) -> AsyncIterator["asyncio.Queue[Wakeup]"]:
    """A queue of the wake-ups received; `wakeups` is closed in the end."""
    received: asyncio.Queue[Wakeup] = asyncio.Queue()

    async def listen() -> None:
        async for wakeup in wakeups.received():
            received.put_nowait(wakeup)

    task = asyncio.create_task(listen())
    yield received
    await wakeups.close()
    async with asyncio.timeout(ANSWER_SECONDS):
        await task  # closing it ends its listeners, and nothing was raised


async def next_of(received: "asyncio.Queue[Wakeup]") -> Wakeup:
    return await asyncio.wait_for(received.get(), ANSWER_SECONDS)


@pytest.fixture
async def redis(redis_url: str) -> AsyncIterator[Redis]:
    async with Redis.from_url(redis_url) as redis:
        yield redis


async def listening(redis: Redis, number: int) -> None:
    """Wait until this number of processes listens to the channel."""

    async def so_many() -> bool:
        return bool((await redis.pubsub_numsub("paddock"))[0][1] == number)

    await until(so_many)


@pytest.fixture
async def proxy(redis_url: str) -> AsyncIterator[TcpProxy]:
    address = urlsplit(redis_url)
    async with TcpProxy.to(address.hostname, address.port) as proxy:
        yield proxy


@pytest.fixture
async def connect(redis_url: str) -> AsyncIterator[Connect]:
    """Makes the wake-ups of a process, which reach Redis directly or through a proxy."""
    async with AsyncExitStack() as closing:

        def made(proxy: TcpProxy | None = None) -> RedisWakeups:
            url = redis_url if proxy is None else f"redis://127.0.0.1:{proxy.port}/0"
            wakeups = RedisWakeups(url)
            closing.push_async_callback(wakeups.close)
            return wakeups

        yield made


async def test_a_single_process_wakes_nobody() -> None:
    """It receives nothing, finds nobody elsewhere, and ends its listeners when it is closed."""
    alone = LocalWakeups()
    async with listener(alone) as received:
        await alone.send("table", 1)
        alone.announce("table", frozenset({1}), 60)
        assert await alone.seats_elsewhere(["table"]) == {}
    assert received.empty()


async def test_every_process_receives_a_wakeup(connect: Connect, redis: Redis) -> None:
    """With table and head, in the order of sending."""
    one, other = connect(), connect()
    async with listener(one) as at_one, listener(other) as at_other:
        await listening(redis, 2)
        await one.send("first", 7)
        assert await next_of(at_other) == await next_of(at_one) == ("first", 7)
        await other.send("second", 8)
        assert await next_of(at_one) == await next_of(at_other) == ("second", 8)


async def test_wakeups_wait_for_redis(connect: Connect, proxy: TcpProxy, redis: Redis) -> None:
    """While it is away nothing is raised; once it is back, each table's highest head is sent."""
    sending, receiving = connect(proxy), connect()
    async with listener(receiving) as received:
        await listening(redis, 1)
        await sending.send("a", 1)
        assert await next_of(received) == ("a", 1)
        await proxy.cut()
        for table, head in (("a", 2), ("b", 5), ("a", 4), ("a", 3)):
            await sending.send(table, head)
        await proxy.repair()
        assert [await next_of(received), await next_of(received)] == [("b", 5), ("a", 4)]
        assert received.empty()


async def test_listeners_reconnect(connect: Connect, proxy: TcpProxy, redis: Redis) -> None:
    """They miss what was sent in between and receive what is sent later."""
    async with listener(connect(proxy)) as received:
        await listening(redis, 1)
        await proxy.cut()
        await listening(redis, 0)
        await proxy.repair()
        await listening(redis, 1)
        await connect().send("table", 1)
        assert await next_of(received) == ("table", 1)


async def test_waiting_wakeups_are_bounded(
    connect: Connect, proxy: TcpProxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Redis may stay away for days: the oldest wake-ups are dropped."""
    monkeypatch.setattr(redis_wakeups, "MOST_WAITING", 2)
    await proxy.cut()
    one = connect(proxy)
    for head, table in enumerate("abc"):
        await one.send(table, head)
    assert one._waiting == {"b": 1, "c": 2}


async def test_pauses_grow_to_a_limit(
    connect: Connect, proxy: TcpProxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A Redis that is away gets fewer and fewer attempts to reach it."""
    await proxy.cut()
    pauses: list[float] = []
    one = connect(proxy)

    async def paused(pause: float) -> float:
        pauses.append(pause)
        if len(pauses) == 10:
            await one.close()
        return await unhurried(pause)

    async def at_once(waiting: Awaitable[bool], timeout: float) -> None:
        asyncio.ensure_future(waiting).cancel()
        raise TimeoutError

    unhurried = one._paused
    monkeypatch.setattr(one, "_paused", paused)
    monkeypatch.setattr(asyncio, "wait_for", at_once)
    assert [wakeup async for wakeup in one.received()] == []
    assert pauses == [min(0.1 * 2**turn, 10.0) for turn in range(10)]


async def test_strange_messages_are_ignored(connect: Connect, redis: Redis) -> None:
    """Another program that writes into the channel wakes nobody and breaks nothing."""
    one = connect()
    async with listener(one) as received:
        await listening(redis, 1)
        for noise in (b"", b"\xff", b"[]", b'["table","1"]', b'{"table":1}'):
            await redis.publish("paddock", noise)
        await one.send("table", 4)
        assert await next_of(received) == ("table", 4)


async def test_a_redis_that_is_away_is_logged_once(
    connect: Connect, proxy: TcpProxy, caplog: pytest.LogCaptureFixture
) -> None:
    """Also if it is away from the start; and so is its return, once everything works again."""
    caplog.set_level("INFO", "paddock")

    def logged() -> list[str]:
        return [record.msg for record in caplog.records if record.name == "paddock"]

    attempts: list[float] = []
    await proxy.cut()
    one = connect(proxy)
    paused = one._paused

    async def pausing(pause: float) -> float:
        attempts.append(pause)
        return await paused(0.01)

    one._paused = pausing  # type: ignore[method-assign]  # counts, and hardly waits
    async with listener(one):
        await one.send("table", 1)
        await until(lambda: len(attempts) > 4)
        assert logged() == ["redis_away"]
        await proxy.repair()
        await until(lambda: len(logged()) > 1)
    assert logged() == ["redis_away", "redis_back"]


# --- who is connected --------------------------------------------------------------------------


async def test_processes_find_each_other_s_people(connect: Connect, redis: Redis) -> None:
    """But not their own. After a wake-up, a process finds what was announced before it."""
    one, other, third = connect(), connect(), connect()
    async with listener(third) as received:
        await listening(redis, 1)
        one.announce("t", frozenset({0, 2}), 60)
        other.announce("t", frozenset({3}), 60)
        other.announce("u", frozenset({1}), 60)
        changed = [await next_of(received) for _ in range(3)]
        assert sorted(changed) == [(table, PRESENCE_CHANGED) for table in "ttu"]
        assert await one.seats_elsewhere(["t", "u", "v"]) == {"t": {3}, "u": {1}}
        assert await other.seats_elsewhere(["t", "u"]) == {"t": {0, 2}, "u": set()}
        assert await third.seats_elsewhere(["t"]) == {"t": {0, 2, 3}}
        other.announce("t", frozenset(), 60)
        assert await next_of(received) == ("t", PRESENCE_CHANGED)
        assert await third.seats_elsewhere(["t"]) == {"t": {0, 2}}
        one.announce("t", frozenset({0, 2}), 60)  # as with every heartbeat: nothing has changed
        await one.send("t", 5)
        assert await next_of(received) == ("t", 5)


async def test_people_of_a_killed_process_are_soon_away(connect: Connect, redis: Redis) -> None:
    """Even if another process still has people at the same table."""
    dead, alive, asking = connect(), connect(), connect()

    async def found(*seats: int) -> bool:
        alive.announce("d", frozenset({1}), 60)  # as with every heartbeat
        return (await asking.seats_elsewhere(["d"])).get("d") == frozenset(seats)

    dead.announce("d", frozenset({0}), 60)
    await until(lambda: found(0, 1))
    dead.announce("d", frozenset({0}), 0.5)
    await until(lambda: found(1))
    alive.announce("d", frozenset({1}), 0.5)

    async def expired() -> bool:
        return not await redis.exists("paddock:seen:d")

    await until(expired)


async def test_without_redis_nobody_is_found_elsewhere(connect: Connect, proxy: TcpProxy) -> None:
    """Nothing is raised, and once it is back the next heartbeat arrives."""
    one, other = connect(proxy), connect()
    await proxy.cut()
    one.announce("w", frozenset({1}), 60)
    assert await one.seats_elsewhere(["w"]) == {}
    await proxy.repair()

    async def found() -> bool:
        one.announce("w", frozenset({1}), 60)  # as with every heartbeat
        return await other.seats_elsewhere(["w"]) == {"w": {1}}

    await until(found)


async def test_wakeups_that_wait_for_redis_can_be_closed(
    connect: Connect, proxy: TcpProxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the sender pauses after a failure."""
    one, paused = connect(proxy), asyncio.Event()
    pause = one._paused

    async def pausing(seconds: float) -> float:
        paused.set()
        return await pause(seconds)

    monkeypatch.setattr(one, "_paused", pausing)
    await proxy.cut()
    await one.send("t", 1)
    async with asyncio.timeout(ANSWER_SECONDS):
        await paused.wait()
        await one.close()
