"""Limits on connections, applied when they are accepted, before anything is read from them.

Every connection costs a file descriptor, even a silent one. So there is a limit per address and a
total limit. When a limit is reached, the longest idle connection is closed: real clients send a
request at once. The last places are reserved for health checks and for people who have a table
here.
"""

from __future__ import annotations

import asyncio
import socket
from collections import Counter, defaultdict
from collections.abc import Callable, Container
from contextlib import suppress
from functools import partial
from resource import RLIM_INFINITY, RLIMIT_NOFILE, getrlimit, setrlimit

from paddock.server.identity import Connection, device_of
from paddock.server.limits import network
from paddock.server.server_log import server_log
from paddock.server.store import Store

WANTED_DESCRIPTORS = 65_536  # where the system sets no limit
FEW_DESCRIPTORS = 1_024  # with fewer, a club's server may run out
OWN_DESCRIPTORS = 64  # for the database, Redis, the event loops and the log
MOST_RESERVED = 250  # places, even if there are many
ACCEPTED_AT_ONCE = 16  # connections accepted before the event loop serves the existing ones
RETRY_SECONDS = 1.0  # until the next attempt when the system is out of descriptors
HEALTH_PATHS = ("/health", "/ready")  # answered even when only reserved places are left


class Guest:
    """One connection: whose limit it counts towards, and how to close it."""

    transport: asyncio.Transport | None = None

    def __init__(self, connection_limits: ConnectionLimits, whose: str | None) -> None:
        self.whose = whose  # None for a proxy, which serves many clients
        self._connection_limits = connection_limits

    def came(self, transport: asyncio.Transport) -> None:
        self.transport = transport
        self.waits()

    def waits(self) -> None:
        """No request has come yet, or the last one was answered."""
        self._connection_limits.waits(self)

    def busy(self) -> None:
        """The whole head of a request has come."""
        self._connection_limits.busy(self)

    def left(self) -> None:
        self._connection_limits.left(self)


Protocol = Callable[[Guest], asyncio.Protocol]


class ConnectionLimits:
    """Allows `most` connections in total and `each` per address; proxies have only the total."""

    def __init__(self, most: int, each: int, proxies: Container[str] = ()) -> None:
        self._most = most
        self._each = min(each, max(most // 2, 1))  # no address may take all places
        self._proxies = proxies
        self._inside: set[Guest] = set()
        self._count: Counter[str | None] = Counter()
        # Idle connections, the longest idle first: all of them, and by address.
        self._idle: dict[Guest, None] = {}
        self._idle_of: defaultdict[str | None, dict[Guest, None]] = defaultdict(dict)
        self._listening: list[socket.socket] = []
        self._joining: set[asyncio.Task[None]] = set()

    @property
    def crowded(self) -> bool:
        """Whether only the reserved places are left; idle connections can make room."""
        busy = len(self._inside) - len(self._idle)
        return busy > self._most - min(self._most // 8, MOST_RESERVED)

    def open(self, listening: list[socket.socket], protocol: Protocol) -> None:
        self._listening = listening
        for each in listening:
            self._listen(each, protocol)

    def close(self) -> None:
        """Accept no more connections."""
        loop = asyncio.get_running_loop()
        for each in self._listening:
            loop.remove_reader(each)
        self._listening = []
        for task in self._joining:
            task.cancel()

    def _listen(self, listening: socket.socket, protocol: Protocol) -> None:
        if listening in self._listening:
            loop = asyncio.get_running_loop()
            loop.add_reader(listening, self._accept, listening, protocol)

    def _accept(self, listening: socket.socket, protocol: Protocol) -> None:
        loop = asyncio.get_running_loop()
        for _ in range(ACCEPTED_AT_ONCE):
            try:
                connection, (address, *_) = listening.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return  # no more connections wait, or another process accepted them
            except OSError as error:
                server_log.warning("not_accepted", error=type(error).__name__)
                loop.remove_reader(listening)
                loop.call_later(RETRY_SECONDS, self._listen, listening, protocol)
                return
            guest = self.admit(address)
            if guest is None:
                connection.close()
                continue
            connection.setblocking(False)
            joining = loop.create_task(self._join(connection, guest, protocol))
            self._joining.add(joining)
            joining.add_done_callback(self._joining.discard)

    async def _join(self, connection: socket.socket, guest: Guest, protocol: Protocol) -> None:
        loop = asyncio.get_running_loop()
        try:
            await loop.connect_accepted_socket(partial(protocol, guest), connection)
        except OSError:  # the client has hung up already
            connection.close()
            self.left(guest)

    def admit(self, address: str) -> Guest | None:
        """Count one more connection from an address; None if there is no place for it."""
        whose = None if address in self._proxies else network(address)
        if whose is not None and self._count[whose] >= self._each:
            self._make_room(self._idle_of.get(whose, {}))
        if len(self._inside) >= self._most:
            self._make_room(self._idle)
        full = whose is not None and self._count[whose] >= self._each
        if full or len(self._inside) >= self._most:
            return None
        guest = Guest(self, whose)
        self._inside.add(guest)
        self._count[whose] += 1
        return guest

    def _make_room(self, idle: dict[Guest, None]) -> None:
        longest = next(iter(idle), None)
        if longest is not None and longest.transport is not None:
            longest.transport.abort()
            self.left(longest)

    def waits(self, guest: Guest) -> None:
        if guest in self._inside:
            self._idle[guest] = self._idle_of[guest.whose][guest] = None

    def busy(self, guest: Guest) -> None:
        if guest in self._idle:
            del self._idle[guest]
            of_them = self._idle_of[guest.whose]
            del of_them[guest]
            if not of_them:
                del self._idle_of[guest.whose]

    def left(self, guest: Guest) -> None:
        if guest in self._inside:
            self.busy(guest)
            self._inside.remove(guest)
            self._count[guest.whose] -= 1
            if not self._count[guest.whose]:
                del self._count[guest.whose]

    async def has_room_for(self, connection: Connection, store: Store) -> bool:
        """Whether this request or socket may have one of the places that are left."""
        if not self.crowded or connection.scope["path"] in HEALTH_PATHS:
            return True
        device = device_of(connection)
        return device is not None and bool(await store.tables.of_device(device, 1, over=False))


def raise_descriptors() -> None:
    """Raise this process's limit as far as allowed; log a warning if that is not enough."""
    soft, hard = getrlimit(RLIMIT_NOFILE)
    wanted = WANTED_DESCRIPTORS if hard == RLIM_INFINITY else min(hard, WANTED_DESCRIPTORS)
    if soft != RLIM_INFINITY and soft < wanted:
        with suppress(ValueError, OSError):  # some systems have a lower limit still
            setrlimit(RLIMIT_NOFILE, (wanted, hard))
    if descriptors() < FEW_DESCRIPTORS:
        server_log.warning("few_descriptors", count=descriptors())


def descriptors() -> int:
    soft, _ = getrlimit(RLIMIT_NOFILE)
    return WANTED_DESCRIPTORS if soft == RLIM_INFINITY else soft


def places() -> int:
    """How many connections fit beside what the server itself needs."""
    return max(descriptors() - OWN_DESCRIPTORS, descriptors() // 2)
