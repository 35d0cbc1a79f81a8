"""Wake-ups: what one process rings, the others hear, whatever happens to Redis meanwhile."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from urllib.parse import urlsplit

import pytest
from redis.asyncio import Redis

from paddock.server import redis_bell
from paddock.server.bell import SEEN, Bell, LocalBell
from paddock.server.redis_bell import RedisBell
from tests.server.client import until
from tests.server.wire import Wire

pytestmark = pytest.mark.anyio

PATIENCE = 60.0  # seconds; an honest ring takes a thousandth of one
Ring = tuple[str, int]
Ears = Callable[[int], Awaitable[None]]


async def eventually(answer: Callable[[], Awaitable[object]], wanted: object) -> None:
    """Asks again and again, since other processes do not say when they are ready."""
    async with asyncio.timeout(PATIENCE):
        while await answer() != wanted:
            await asyncio.sleep(0.001)


@asynccontextmanager
async def listener(ear: Bell) -> AsyncIterator["asyncio.Queue[Ring]"]:
    """What a bell hears, in a queue."""
    rings: asyncio.Queue[Ring] = asyncio.Queue()

    async def listen() -> None:
        async for ring in ear.heard():
            rings.put_nowait(ring)

    task = asyncio.create_task(listen())
    yield rings
    await ear.close()
    async with asyncio.timeout(PATIENCE):
        await task  # a closed bell ends who listens, and nothing was raised


async def next_ring(rings: "asyncio.Queue[Ring]") -> Ring:
    return await asyncio.wait_for(rings.get(), PATIENCE)


@pytest.fixture
async def wire(redis_url: str) -> AsyncIterator[Wire]:
    address = urlsplit(redis_url)
    async with Wire.to(address.hostname, address.port) as way:
        yield way


def over(wire: Wire) -> RedisBell:
    """A bell that reaches Redis over a wire."""
    return RedisBell(f"redis://127.0.0.1:{wire.port}/0")


@pytest.fixture
async def ears(redis_url: str) -> AsyncIterator[Ears]:
    """Waits until so many listen at the channel."""
    async with Redis.from_url(redis_url) as redis:

        async def listening() -> int:
            number: int = (await redis.pubsub_numsub("paddock"))[0][1]
            return number

        yield partial(eventually, listening)


async def test_one_process_rings_nobody() -> None:
    """Its bell is silent, and lets go of who listens when it is closed."""
    alone = LocalBell()
    async with listener(alone) as rings:
        await alone.ring("table", 1)
    assert rings.empty()


async def test_every_process_hears_a_ring(redis_url: str, ears: Ears) -> None:
    """Table and head, in the order in which they were rung."""
    one, other = RedisBell(redis_url), RedisBell(redis_url)
    async with listener(one) as at_one, listener(other) as at_other:
        await ears(2)
        await one.ring("first", 7)
        assert await next_ring(at_other) == await next_ring(at_one) == ("first", 7)
        await other.ring("second", 8)
        assert await next_ring(at_one) == await next_ring(at_other) == ("second", 8)


async def test_only_the_newest_head_waits(redis_url: str, ears: Ears) -> None:
    """Rings that come before the sender's turn are one, and an older head never wins."""
    one = RedisBell(redis_url)
    async with listener(one) as rings:
        await ears(1)
        for table, head in (("a", 1), ("b", 5), ("a", 3), ("a", 2)):
            await one.ring(table, head)
        assert [await next_ring(rings), await next_ring(rings)] == [("b", 5), ("a", 3)]
        assert rings.empty()


async def test_rings_wait_for_redis(redis_url: str, wire: Wire, ears: Ears) -> None:
    """While it is away they raise nothing; when it is back, the newest is heard."""
    far, near = over(wire), RedisBell(redis_url)
    async with listener(near) as rings:
        await ears(1)
        await far.ring("table", 1)
        assert await next_ring(rings) == ("table", 1)
        await wire.cut()
        await far.ring("table", 2)
        await far.ring("table", 3)
        await wire.mend()
        assert await next_ring(rings) == ("table", 3)
    await far.close()


async def test_who_listens_is_connected_again(redis_url: str, wire: Wire, ears: Ears) -> None:
    """What was rung meanwhile is lost, what comes later is heard."""
    far, near = over(wire), RedisBell(redis_url)
    async with listener(far) as rings:
        await ears(1)
        await wire.cut()
        await ears(0)
        await wire.mend()
        await ears(1)
        await near.ring("table", 1)
        assert await next_ring(rings) == ("table", 1)
    await near.close()


async def test_waiting_rings_are_bounded(wire: Wire, monkeypatch: pytest.MonkeyPatch) -> None:
    """Redis may stay away for days: the oldest rings are forgotten."""
    monkeypatch.setattr(redis_bell, "MOST_WAITING", 2)
    await wire.cut()
    one = over(wire)
    for head, table in enumerate("abc"):
        await one.ring(table, head)
    assert one._waiting == {"b": 1, "c": 2}
    await one.close()


async def test_pauses_grow_to_a_limit(wire: Wire, monkeypatch: pytest.MonkeyPatch) -> None:
    """A Redis that is away is not hammered."""
    await wire.cut()
    pauses: list[float] = []
    one = over(wire)

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
    assert [ring async for ring in one.heard()] == []
    assert pauses == [min(0.1 * 2**turn, 10.0) for turn in range(10)]


async def test_strange_messages_are_passed_over(redis_url: str, ears: Ears) -> None:
    """Whoever else writes into the channel wakes nobody and breaks nothing."""
    one = RedisBell(redis_url)
    async with listener(one) as rings, Redis.from_url(redis_url) as redis:
        await ears(1)
        for noise in (b"", b"\xff", b"[]", b'["table","1"]', b'{"table":1}'):
            await redis.publish("paddock", noise)
        await one.ring("table", 4)
        assert await next_ring(rings) == ("table", 4)


async def test_a_redis_that_is_away_is_said_once(
    wire: Wire, caplog: pytest.LogCaptureFixture
) -> None:
    """Also if it is away from the start; and that it is back, once everything goes on again."""
    caplog.set_level("INFO", "paddock")

    def said() -> list[str]:
        return [record.msg for record in caplog.records if record.name == "paddock"]

    attempts: list[float] = []
    await wire.cut()
    one = over(wire)
    paused = one._paused

    async def pausing(pause: float) -> float:
        attempts.append(pause)
        return await paused(0.01)

    one._paused = pausing  # type: ignore[method-assign]  # counted, and without the wait
    async with listener(one):
        await one.ring("table", 1)
        await until(lambda: len(attempts) > 4)
        assert said() == ["redis_away"]
        await wire.mend()
        await until(lambda: len(said()) > 1)
        assert said() == ["redis_away", "redis_back"]
    assert said() == ["redis_away", "redis_back"]


# --- who is connected --------------------------------------------------------------------------


async def test_one_process_sees_nobody_elsewhere() -> None:
    alone = LocalBell()
    alone.seen("table", frozenset({1}), 60)
    assert await alone.seen_elsewhere(["table"]) == {}


async def test_processes_see_each_other_s_people(redis_url: str) -> None:
    """Not their own; and what was told before comes before what is asked after its ring."""
    one, other, third = (RedisBell(redis_url) for _ in range(3))
    async with listener(third) as rings, asyncio.timeout(PATIENCE):
        await one.ring("ears", 1)
        while rings.empty():
            await one.ring("ears", 1)
            await asyncio.sleep(0.01)
        one.seen("t", frozenset({0, 2}), 60)
        other.seen("t", frozenset({3}), 60)
        other.seen("u", frozenset({1}), 60)
        news: list[Ring] = []
        while len(news) < 3:
            ring = await next_ring(rings)
            news += [ring] if ring[1] == SEEN else []
        assert sorted(news) == [("t", SEEN), ("t", SEEN), ("u", SEEN)]
        assert await one.seen_elsewhere(["t", "u", "v"]) == {"t": {3}, "u": {1}}
        assert await other.seen_elsewhere(["t", "u"]) == {"t": {0, 2}, "u": set()}
        assert await third.seen_elsewhere(["t"]) == {"t": {0, 2, 3}}
        other.seen("t", frozenset(), 60)
        assert await next_ring(rings) == ("t", SEEN)
        assert await third.seen_elsewhere(["t"]) == {"t": {0, 2}}
        one.seen("t", frozenset({0, 2}), 60)  # as every heartbeat says: no news
        await one.ring("t", 5)
        assert await next_ring(rings) == ("t", 5)
    for bell_ in (one, other):
        await bell_.close()


async def test_who_is_not_told_of_again_is_away(redis_url: str) -> None:
    """As the people of a process that was killed; others' keep the table's hash alive."""
    dead, alive, asking = (RedisBell(redis_url) for _ in range(3))

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
    for bell_ in (dead, alive, asking):
        await bell_.close()


async def test_without_redis_nobody_is_seen_elsewhere(redis_url: str, wire: Wire) -> None:
    """Nothing is raised, and when it is back the next word is heard."""
    far, near = over(wire), RedisBell(redis_url)
    await wire.cut()
    far.seen("w", frozenset({1}), 60)
    assert await far.seen_elsewhere(["w"]) == {}
    await wire.mend()

    async def seen() -> object:
        far.seen("w", frozenset({1}), 60)  # as every heartbeat does
        return await near.seen_elsewhere(["w"])

    await eventually(seen, {"w": {1}})
    for bell_ in (far, near):
        await bell_.close()


async def test_a_bell_that_waits_for_redis_can_be_closed(
    wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its sender has failed to ring, and pauses."""
    rung, paused = over(wire), asyncio.Event()
    pause = rung._paused

    async def pausing(seconds: float) -> float:
        paused.set()
        return await pause(seconds)

    monkeypatch.setattr(rung, "_paused", pausing)
    await wire.cut()
    await rung.ring("t", 1)
    async with asyncio.timeout(PATIENCE):
        await paused.wait()
        await rung.close()
