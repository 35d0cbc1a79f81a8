"""Wake-ups: the other processes hear every wake-up, whatever happens to Redis."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from urllib.parse import urlsplit

import pytest
from redis.asyncio import Redis

from paddock.server import redis_wakeups
from paddock.server.redis_wakeups import RedisWakeups
from paddock.server.wakeups import PRESENCE_CHANGED, LocalWakeups, Wakeups
from tests.server.client import PATIENCE, until
from tests.server.wire import Wire

pytestmark = pytest.mark.anyio

Wakeup = tuple[str, int]
Ears = Callable[[int], Awaitable[None]]
Bells = Callable[..., RedisWakeups]


async def eventually(answer: Callable[[], Awaitable[object]], wanted: object) -> None:
    """Ask until the answer is the wanted one."""
    async with asyncio.timeout(PATIENCE):
        while await answer() != wanted:
            await asyncio.sleep(0.001)


@asynccontextmanager
async def listener(ear: Wakeups) -> AsyncIterator["asyncio.Queue[Wakeup]"]:
    """A queue of the wake-ups received; closes the receiver in the end."""
    wakeups: asyncio.Queue[Wakeup] = asyncio.Queue()

    async def listen() -> None:
        async for wakeup in ear.received():
            wakeups.put_nowait(wakeup)

    task = asyncio.create_task(listen())
    yield wakeups
    await ear.close()
    async with asyncio.timeout(PATIENCE):
        await task  # closing it ends its listeners, and nothing was raised


async def next_wakeup(wakeups: "asyncio.Queue[Wakeup]") -> Wakeup:
    return await asyncio.wait_for(wakeups.get(), PATIENCE)


@pytest.fixture
async def wire(redis_url: str) -> AsyncIterator[Wire]:
    address = urlsplit(redis_url)
    async with Wire.to(address.hostname, address.port) as way:
        yield way


@pytest.fixture
async def bells(redis_url: str) -> AsyncIterator[Bells]:
    """Makes bells that reach Redis directly or over a wire, and closes them in the end."""
    async with AsyncExitStack() as closing:

        def made(wire: Wire | None = None) -> RedisWakeups:
            wakeups = RedisWakeups(
                redis_url if wire is None else f"redis://127.0.0.1:{wire.port}/0"
            )
            closing.push_async_callback(wakeups.close)
            return wakeups

        yield made


@pytest.fixture
async def ears(redis_url: str) -> AsyncIterator[Ears]:
    """Waits until so many listen to the channel."""
    async with Redis.from_url(redis_url) as redis:

        async def listening() -> int:
            number: int = (await redis.pubsub_numsub("paddock"))[0][1]
            return number

        yield partial(eventually, listening)


async def test_a_single_process_rings_nobody() -> None:
    """It receives no wake-ups, sees nobody elsewhere, and ends its listeners when it is closed."""
    alone = LocalWakeups()
    async with listener(alone) as wakeups:
        await alone.send("table", 1)
        alone.seen("table", frozenset({1}), 60)
        assert await alone.seen_elsewhere(["table"]) == {}
    assert wakeups.empty()


async def test_every_process_hears_a_ring(bells: Bells, ears: Ears) -> None:
    """With table and head, in the order of ringing."""
    one, other = bells(), bells()
    async with listener(one) as at_one, listener(other) as at_other:
        await ears(2)
        await one.send("first", 7)
        assert await next_wakeup(at_other) == await next_wakeup(at_one) == ("first", 7)
        await other.send("second", 8)
        assert await next_wakeup(at_one) == await next_wakeup(at_other) == ("second", 8)


async def test_only_the_newest_head_waits(bells: Bells, ears: Ears) -> None:
    """Rings of a table that wait to be sent become one, with the highest head."""
    one = bells()
    async with listener(one) as wakeups:
        await ears(1)
        for table, head in (("a", 1), ("b", 5), ("a", 3), ("a", 2)):
            await one.send(table, head)
        assert [await next_wakeup(wakeups), await next_wakeup(wakeups)] == [("b", 5), ("a", 3)]
        assert wakeups.empty()


async def test_rings_wait_for_redis(bells: Bells, wire: Wire, ears: Ears) -> None:
    """While it is away they raise nothing; once it is back, the newest is heard."""
    ringing, hearing = bells(wire), bells()
    async with listener(hearing) as wakeups:
        await ears(1)
        await ringing.send("table", 1)
        assert await next_wakeup(wakeups) == ("table", 1)
        await wire.cut()
        await ringing.send("table", 2)
        await ringing.send("table", 3)
        await wire.repair()
        assert await next_wakeup(wakeups) == ("table", 3)


async def test_listeners_reconnect(bells: Bells, wire: Wire, ears: Ears) -> None:
    """They miss what was sent in between and hear what comes later."""
    async with listener(bells(wire)) as wakeups:
        await ears(1)
        await wire.cut()
        await ears(0)
        await wire.repair()
        await ears(1)
        await bells().send("table", 1)
        assert await next_wakeup(wakeups) == ("table", 1)


async def test_waiting_rings_are_bounded(
    bells: Bells, wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Redis may stay away for days: the oldest wake-ups are dropped."""
    monkeypatch.setattr(redis_wakeups, "MOST_WAITING", 2)
    await wire.cut()
    one = bells(wire)
    for head, table in enumerate("abc"):
        await one.send(table, head)
    assert one._waiting == {"b": 1, "c": 2}


async def test_pauses_grow_to_a_limit(
    bells: Bells, wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A Redis that is away is not hammered."""
    await wire.cut()
    pauses: list[float] = []
    one = bells(wire)

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


async def test_strange_messages_are_ignored(bells: Bells, redis_url: str, ears: Ears) -> None:
    """Another program that writes into the channel wakes nobody and breaks nothing."""
    one = bells()
    async with listener(one) as wakeups, Redis.from_url(redis_url) as redis:
        await ears(1)
        for noise in (b"", b"\xff", b"[]", b'["table","1"]', b'{"table":1}'):
            await redis.publish("paddock", noise)
        await one.send("table", 4)
        assert await next_wakeup(wakeups) == ("table", 4)


async def test_a_redis_that_is_away_is_logged_once(
    bells: Bells, wire: Wire, caplog: pytest.LogCaptureFixture
) -> None:
    """Also if it is away from the start; and so is its return, once everything works again."""
    caplog.set_level("INFO", "paddock")

    def said() -> list[str]:
        return [record.msg for record in caplog.records if record.name == "paddock"]

    attempts: list[float] = []
    await wire.cut()
    one = bells(wire)
    paused = one._paused

    async def pausing(pause: float) -> float:
        attempts.append(pause)
        return await paused(0.01)

    one._paused = pausing  # type: ignore[method-assign]  # counts, and hardly waits
    async with listener(one):
        await one.send("table", 1)
        await until(lambda: len(attempts) > 4)
        assert said() == ["redis_away"]
        await wire.repair()
        await until(lambda: len(said()) > 1)
        assert said() == ["redis_away", "redis_back"]
    assert said() == ["redis_away", "redis_back"]


# --- who is connected --------------------------------------------------------------------------


async def test_processes_see_each_other_s_people(bells: Bells, ears: Ears) -> None:
    """But not their own. Anyone who asks after hearing a wake-up gets what was sent."""
    one, other, third = bells(), bells(), bells()
    async with listener(third) as wakeups:
        await ears(1)
        one.seen("t", frozenset({0, 2}), 60)
        other.seen("t", frozenset({3}), 60)
        other.seen("u", frozenset({1}), 60)
        news = [await next_wakeup(wakeups) for _ in range(3)]
        assert sorted(news) == [
            ("t", PRESENCE_CHANGED),
            ("t", PRESENCE_CHANGED),
            ("u", PRESENCE_CHANGED),
        ]
        assert await one.seen_elsewhere(["t", "u", "v"]) == {"t": {3}, "u": {1}}
        assert await other.seen_elsewhere(["t", "u"]) == {"t": {0, 2}, "u": set()}
        assert await third.seen_elsewhere(["t"]) == {"t": {0, 2, 3}}
        other.seen("t", frozenset(), 60)
        assert await next_wakeup(wakeups) == ("t", PRESENCE_CHANGED)
        assert await third.seen_elsewhere(["t"]) == {"t": {0, 2}}
        one.seen("t", frozenset({0, 2}), 60)  # as every heartbeat says: no news
        await one.send("t", 5)
        assert await next_wakeup(wakeups) == ("t", 5)


async def test_people_of_a_killed_process_are_soon_away(bells: Bells, redis_url: str) -> None:
    """Also where another process keeps telling of the same table."""
    dead, alive, asking = bells(), bells(), bells()

    async def seen() -> set[int]:
        return set((await asking.seen_elsewhere(["d"])).get("d", ()))

    async def seen_after_a_heartbeat() -> set[int]:
        alive.seen("d", frozenset({1}), 60)
        return await seen()

    async with Redis.from_url(redis_url) as redis:
        dead.seen("d", frozenset({0}), 60)
        await eventually(seen_after_a_heartbeat, {0, 1})
        dead.seen("d", frozenset({0}), 0.5)
        await eventually(seen_after_a_heartbeat, {1})
        alive.seen("d", frozenset({1}), 0.5)
        await eventually(partial(redis.exists, "paddock:seen:d"), 0)


async def test_without_redis_nobody_is_seen_elsewhere(bells: Bells, wire: Wire) -> None:
    """Nothing is raised, and once it is back the next heartbeat is heard."""
    one, other = bells(wire), bells()
    await wire.cut()
    one.seen("w", frozenset({1}), 60)
    assert await one.seen_elsewhere(["w"]) == {}
    await wire.repair()

    async def seen() -> object:
        one.seen("w", frozenset({1}), 60)  # as every heartbeat does
        return await other.seen_elsewhere(["w"])

    await eventually(seen, {"w": {1}})


async def test_a_bell_that_waits_for_redis_can_be_closed(
    bells: Bells, wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While its sender pauses after a failure."""
    sent, paused = bells(wire), asyncio.Event()
    pause = sent._paused

    async def pausing(seconds: float) -> float:
        paused.set()
        return await pause(seconds)

    monkeypatch.setattr(sent, "_paused", pausing)
    await wire.cut()
    await sent.send("t", 1)
    async with asyncio.timeout(PATIENCE):
        await paused.wait()
        await sent.close()
