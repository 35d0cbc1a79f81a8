"""A bad line between clients and server: a proxy that knows where WebSocket messages begin and end.

What becomes of each message is for the test to say. Whatever is no message of a WebSocket, such as
HTTP and control frames, passes as it is.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from enum import Enum, auto
from typing import Self
from urllib.parse import urlsplit

from msgspec import Struct

TEXT = 0x1
CONTROL = 0x8  # this opcode and those above


class Fate(Enum):
    PASS = auto()
    DROP = auto()
    DOUBLE = auto()
    DELAY = auto()
    CUT = auto()  # the connection, before the message gets through


class Message(Struct, frozen=True):
    """One message on its way: `connection` counts from 1."""

    connection: int
    to_client: bool
    text: str


Judge = Callable[[Message], Fate]
DELAY = 0.05  # seconds; what comes later waits behind it


class Proxy:
    def __init__(self, server: str, judge: Judge) -> None:
        self.judge = judge
        self.connections = 0
        self.fates: list[Fate] = []
        self._server = urlsplit(server)
        self._tasks: set[asyncio.Task[None]] = set()

    @classmethod
    @asynccontextmanager
    async def opened(cls, server: str, judge: Judge) -> AsyncIterator[tuple[Self, str]]:
        """The proxy, and the address under which clients find the server through it."""
        proxy = cls(server, judge)
        listening = await asyncio.start_server(proxy._serve, "127.0.0.1", 0)
        try:
            yield proxy, f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
        finally:
            listening.close()
            for task in proxy._tasks:
                task.cancel()
            await asyncio.gather(*proxy._tasks, return_exceptions=True)

    def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._connect(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there = await asyncio.open_connection(self._server.hostname, self._server.port)
        except OSError:
            writer.close()
            return
        self.connections += 1
        ways = [
            asyncio.create_task(self._carry(reader, there[1], self.connections, to_client=False)),
            asyncio.create_task(self._carry(there[0], writer, self.connections, to_client=True)),
        ]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            for end in (writer, there[1]):
                end.transport.abort()  # at once, as a line is cut

    async def _carry(
        self,
        source: asyncio.StreamReader,
        target: asyncio.StreamWriter,
        connection: int,
        *,
        to_client: bool,
    ) -> None:
        """One direction, until it ends or is cut."""
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            head = await source.readuntil(b"\r\n\r\n")
            target.write(head)
            if b"upgrade: websocket" not in head.lower():
                while data := await source.read(65_536):
                    target.write(data)
                return
            while True:
                opcode, frame, payload = await _frame(source)
                fate = Fate.PASS
                if opcode < CONTROL:
                    assert opcode == TEXT, "a message in several frames"
                    fate = self.judge(Message(connection, to_client, payload.decode()))
                    self.fates.append(fate)
                if fate is Fate.CUT:
                    return
                if fate is Fate.DELAY:
                    await asyncio.sleep(DELAY)
                if fate is not Fate.DROP:
                    target.write(frame * (2 if fate is Fate.DOUBLE else 1))


async def _frame(source: asyncio.StreamReader) -> tuple[int, bytes, bytes]:
    """The next frame: its opcode, all its bytes, and its payload unmasked."""
    frame = await source.readexactly(2)
    opcode, masked, size = frame[0] & 0x0F, frame[1] & 0x80, frame[1] & 0x7F
    if size > 125:
        more = await source.readexactly(2 if size == 126 else 8)
        frame, size = frame + more, int.from_bytes(more)
    mask = await source.readexactly(4) if masked else b""
    payload = await source.readexactly(size)
    frame += mask + payload
    if mask:
        payload = bytes(byte ^ mask[place % 4] for place, byte in enumerate(payload))
    return opcode, frame, payload
