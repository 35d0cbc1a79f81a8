"""The door: connections are counted where they are accepted, before anything of them is read.

Every connection costs a descriptor, even a silent one. So there is a limit per address and a limit
in all. When a limit is reached, the connection that has been idle longest is closed: somebody who
comes to play asks at once. The last places are kept for health checks and for people who have a
table here.
"""

from __future__ import annotations

import asyncio
import socket
from collections import Counter, defaultdict
from collections.abc import Callable, Container
from contextlib import suppress
from functools import partial
from resource import RLIM_INFINITY, RLIMIT_NOFILE, getrlimit, setrlimit
from typing import Any

from litestar.connection import ASGIConnection

from paddock.server.identity import digest, token_of
from paddock.server.journal import journal
from paddock.server.limits import network
from paddock.server.store import Store

WANTED = 65_536  # descriptors, where the system has no bound of its own
FEW = 1_024  # descriptors with which a club may find the house full
OWN = 64  # descriptors for the database, Redis, the event loops and the log
MOST_KEPT = 250  # places kept at the end
AT_ONCE = 16  # connections accepted before those that are there have their turn
BREATH = 1.0  # seconds until the next attempt where the system has no descriptor left
WATCHED = ("/health", "/ready")  # answered whenever anything is

AnyConnection = ASGIConnection[Any, Any, Any, Any]


class Guest:
    """One connection: for whom it counts, and how to end it."""

    transport: asyncio.Transport | None = None

    def __init__(self, door: Door, whose: str | None) -> None:
        self.whose = whose  # None for a proxy, which comes for many
        self._door = door

    def came(self, transport: asyncio.Transport) -> None:
        self.transport = transport
        self.waits()

    def waits(self) -> None:
        """They have asked for nothing yet, or have their answer."""
        self._door.waits(self)

    def asked(self) -> None:
        """The whole head of a request is there."""
        self._door.asked(self)

    def left(self) -> None:
        self._door.left(self)


Protocol = Callable[[Guest], asyncio.Protocol]


class Door:
    """`most` connections in all and `each` of one address, but for the proxies' own."""

    def __init__(self, most: int, each: int, proxies: Container[str] = ()) -> None:
        self._most = most
        self._each = min(each, max(most // 2, 1))  # no address has the whole house
        self._proxies = proxies
        self._inside: set[Guest] = set()
        self._count: Counter[str | None] = Counter()
        # Who asks for nothing now, the longest first: all of them, and by address.
        self._idle: dict[Guest, None] = {}
        self._idle_of: defaultdict[str | None, dict[Guest, None]] = defaultdict(dict)
        self._listening: list[socket.socket] = []
        self._joining: set[asyncio.Task[None]] = set()

    @property
    def crowded(self) -> bool:
        """Whether only the reserved places are left; idle connections can make room."""
        busy = len(self._inside) - len(self._idle)
        return busy > self._most - min(self._most // 8, MOST_KEPT)

    def open(self, listening: list[socket.socket], protocol: Protocol) -> None:
        self._listening = listening
        for each in listening:
            self._listen(each, protocol)

    def close(self) -> None:
        """Nobody else comes in."""
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
        for _ in range(AT_ONCE):
            try:
                connection, (address, *_) = listening.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return  # there is nobody else, or another process was quicker
            except OSError as error:
                journal.warning("not_accepted", error=type(error).__name__)
                loop.remove_reader(listening)
                loop.call_later(BREATH, self._listen, listening, protocol)
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
        except OSError:  # they are gone already
            connection.close()
            self.left(guest)

    def admit(self, address: str) -> Guest | None:
        """One more connection from an address, unless there is no place for it."""
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

    def asked(self, guest: Guest) -> None:
        if guest in self._idle:
            del self._idle[guest]
            of_them = self._idle_of[guest.whose]
            del of_them[guest]
            if not of_them:
                del self._idle_of[guest.whose]

    def left(self, guest: Guest) -> None:
        if guest in self._inside:
            self.asked(guest)
            self._inside.remove(guest)
            self._count[guest.whose] -= 1
            if not self._count[guest.whose]:
                del self._count[guest.whose]

    async def has_room_for(self, connection: AnyConnection, store: Store) -> bool:
        """Whether somebody whose request is there may stay."""
        if not self.crowded or connection.scope["path"] in WATCHED:
            return True
        token = token_of(connection)
        return token is not None and bool(
            await store.tables.of_device(digest(token), 1, over=False)
        )


def raise_descriptors() -> None:
    """As many for this process as it may have; what it cannot have is said."""
    soft, hard = getrlimit(RLIMIT_NOFILE)
    wanted = WANTED if hard == RLIM_INFINITY else min(hard, WANTED)
    if soft != RLIM_INFINITY and soft < wanted:
        with suppress(ValueError, OSError):  # some systems have a further bound
            setrlimit(RLIMIT_NOFILE, (wanted, hard))
    if descriptors() < FEW:
        journal.warning("few_descriptors", count=descriptors())


def descriptors() -> int:
    soft, _ = getrlimit(RLIMIT_NOFILE)
    return WANTED if soft == RLIM_INFINITY else soft


def places() -> int:
    """How many connections there can be beside what the server needs for itself."""
    return max(descriptors() - OWN, descriptors() // 2)
