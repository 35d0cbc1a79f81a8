"""Wake-ups between the processes of one server, over Redis: see `paddock.server.wakeups`.

It is a module of its own so that a single process need not load the Redis library.
"""

import asyncio
import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from math import ceil

import msgspec
from redis.asyncio import Redis
from redis.asyncio.client import Pipeline
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from paddock.server.clock import now
from paddock.server.server_log import server_log
from paddock.server.wakeups import NO_SEATS, PRESENCE_CHANGED, Seats

CHANNEL = "paddock"
# Between two attempts to reach Redis, doubled each time from the first to the last.
FIRST_PAUSE_SECONDS = 0.1
LAST_PAUSE_SECONDS = 10.0
TIMEOUT_SECONDS = 5.0  # for Redis to accept a connection or to answer
MOST_WAITING = 10_000  # tables whose wake-up may wait for Redis to come back


class RedisWakeups:
    """Sends through one Redis channel, which servers with different databases must not share.

    A task sends the wake-ups, so callers never wait for Redis. While a table's wake-up
    waits, only its newest head is kept. Connected seats are stored in one hash per table, with the
    seats of each process and when they expire. If these cannot be sent they are dropped, because
    they are repeated anyway.
    """

    alone = False

    def __init__(self, url: str) -> None:
        # No retries by the library: they would hide how long Redis has been away.
        self._redis = Redis.from_url(
            url,
            retry=Retry(NoBackoff(), 0),
            socket_connect_timeout=TIMEOUT_SECONDS,
            socket_timeout=TIMEOUT_SECONDS,
        )
        self._me = secrets.token_hex(8)
        self._waiting: dict[str, int] = {}
        self._presence: dict[str, tuple[Seats, float]] = {}
        self._presence_sent: dict[str, Seats] = {}
        self._unsent = asyncio.Event()
        self._sender: asyncio.Task[None] | None = None
        self._closed = asyncio.Event()
        self._cut_off: set[str] = set()  # which of "sending" and "listening" fails now

    async def send(self, table: str, head: int) -> None:
        self._keep({table: head})
        self._wake()

    def announce(self, table: str, seats: Seats, seconds: float) -> None:
        self._presence[table] = seats, seconds
        self._wake()

    def _wake(self) -> None:
        self._unsent.set()
        if self._sender is None:
            self._sender = asyncio.create_task(self._send())

    def _keep(self, wakeups: dict[str, int]) -> None:
        for table, head in wakeups.items():
            self._waiting[table] = max(head, self._waiting.pop(table, head))
        while len(self._waiting) > MOST_WAITING:
            del self._waiting[next(iter(self._waiting))]

    async def _send(self) -> None:
        pause = FIRST_PAUSE_SECONDS
        while not self._closed.is_set():  # before Python 3.12, wait_for may swallow a cancellation
            await self._unsent.wait()
            self._unsent.clear()
            wakeups, self._waiting = self._waiting, {}
            presence, self._presence = self._presence, {}
            try:
                async with self._redis.pipeline(transaction=False) as pipeline:
                    for table, (seats, seconds) in presence.items():
                        self._put(pipeline, table, seats, seconds)
                    for wakeup in wakeups.items():
                        pipeline.publish(CHANNEL, msgspec.json.encode(wakeup))
                    await pipeline.execute()
                pause = FIRST_PAUSE_SECONDS
                self._reached("sending")
                for table, (seats, _) in presence.items():
                    self._presence_sent[table] = seats
                    if not seats:
                        del self._presence_sent[table]
            except (RedisError, OSError) as error:
                self._missed("sending", error)
                self._keep(wakeups)
                self._unsent.set()
                pause = await self._paused(pause)

    def _put(self, pipeline: Pipeline, table: str, seats: Seats, seconds: float) -> None:
        key = self._key(table)
        if seats:
            pipeline.hset(key, self._me, msgspec.json.encode((now() + seconds, seats)))
            pipeline.expire(key, ceil(seconds))
        else:
            pipeline.hdel(key, self._me)
        if seats != self._presence_sent.get(table, NO_SEATS):
            pipeline.publish(CHANNEL, msgspec.json.encode((table, PRESENCE_CHANGED)))

    async def received(self) -> AsyncIterator[tuple[str, int]]:
        pause = FIRST_PAUSE_SECONDS
        while not self._closed.is_set():
            try:
                async with self._redis.pubsub(ignore_subscribe_messages=True) as subscription:
                    await subscription.subscribe(CHANNEL)
                    pause = FIRST_PAUSE_SECONDS
                    self._reached("listening")
                    async for message in subscription.listen():
                        wakeup = _read(message["data"])
                        if wakeup is not None:
                            yield wakeup
            except (RedisError, OSError) as error:
                self._missed("listening", error)
                pause = await self._paused(pause)

    def _missed(self, what: str, error: Exception) -> None:
        """Log it once, not at every attempt."""
        if not self._cut_off and not self._closed.is_set():
            server_log.warning("redis_away", error=type(error).__name__)
        self._cut_off.add(what)

    def _reached(self, what: str) -> None:
        if self._cut_off == {what}:
            server_log.info("redis_back")
        self._cut_off.discard(what)

    async def seats_elsewhere(self, tables: Sequence[str]) -> dict[str, Seats]:
        try:
            async with self._redis.pipeline(transaction=False) as pipeline:
                for table in tables:
                    pipeline.hgetall(self._key(table))
                found: list[dict[bytes, bytes]] = await pipeline.execute()
        except (RedisError, OSError):
            return {}
        return {
            table: self._others(held) for table, held in zip(tables, found, strict=True) if held
        }

    def _others(self, held: dict[bytes, bytes]) -> Seats:
        """The seats of a table that are connected to other processes."""
        seats, at = set[int](), now()
        for process, data in held.items():
            until, theirs = msgspec.json.decode(data, type=tuple[float, Seats])
            if process != self._me.encode() and until > at:
                seats |= theirs
        return frozenset(seats)

    def _key(self, table: str) -> str:
        return f"{CHANNEL}:seen:{table}"

    async def _paused(self, pause: float) -> float:
        """Wait until the pause is over or this is closed; returns the next pause."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._closed.wait(), pause)
        return min(2 * pause, LAST_PAUSE_SECONDS)

    async def close(self) -> None:
        """Stop sending and listening; unsent wake-ups are lost."""
        self._closed.set()
        if self._sender is not None:
            self._sender.cancel()
            await asyncio.wait([self._sender])
        await self._redis.aclose()


def _read(data: bytes) -> tuple[str, int] | None:
    """A wake-up; None for a message on the channel that is not ours."""
    try:
        return msgspec.json.decode(data, type=tuple[str, int])
    except msgspec.MsgspecError:
        return None
