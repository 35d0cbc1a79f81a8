"""Connections that a test controls: it cuts or silences them, or decides over each message.

`TcpProxy` forwards bytes. `MessageProxy` also reads WebSocket messages; HTTP and control frames
pass unchanged.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from enum import Enum, auto
from typing import Self
from urllib.parse import urlsplit

from msgspec import Struct

from tests.server.servers import free_port

TEXT = 0x1
CONTROL = 0x8  # this opcode and those above
DELAY_SECONDS = 0.05  # which later messages wait too


class TcpProxy:
    """Forwards connections to a server, a database or Redis; can cut, repair and silence them."""

    def __init__(self, host: str, port: int) -> None:
        self.port = free_port()  # of the near end
        self.connections = 0
        self.silent = False  # swallows all data without closing anything
        self.cut_at: bytes | None = None  # a request; its connection is cut at the answer
        self._target = (host, port)
        self._to_be_cut: set[int] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    @classmethod
    @asynccontextmanager
    async def to(cls, host: str | None, port: int | None) -> AsyncIterator[Self]:
        assert host and port
        proxy = cls(host, port)
        await proxy.repair()
        try:
            yield proxy
        finally:
            await proxy.cut()

    async def repair(self) -> None:
        """Listen, at the same port as before."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", self.port)

    async def cut(self) -> None:
        assert self._server is not None
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._forward(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _forward(self, near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        """One connection, until either end closes it or it is cut."""
        try:
            answers, far = await asyncio.open_connection(*self._target)
        except OSError:
            back.close()
            return
        self.connections += 1
        ways = [
            asyncio.create_task(self._carry(near, far, self.connections, to_client=False)),
            asyncio.create_task(self._carry(answers, back, self.connections, to_client=True)),
        ]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            for end in (back, far):
                end.transport.abort()  # at once, like a cut cable

    async def _carry(
        self,
        source: asyncio.StreamReader,
        target: asyncio.StreamWriter,
        connection: int,
        *,
        to_client: bool,
    ) -> None:
        """One direction."""
        while data := await source.read(65_536):
            if to_client and connection in self._to_be_cut:
                return
            if not to_client and self.cut_at and self.cut_at in data:
                self._to_be_cut.add(connection)
            if not self.silent:
                target.write(data)
                await target.drain()


class Fate(Enum):
    PASS = auto()
    DROP = auto()
    DOUBLE = auto()
    DELAY = auto()
    CUT = auto()  # cuts the connection before the message gets through


class Message(Struct, frozen=True):
    """One message on its way; connections are numbered from 1."""

    connection: int
    to_client: bool
    text: str


Judge = Callable[[Message], Fate]


class MessageProxy(TcpProxy):
    judge: Judge

    def __init__(self, host: str, port: int) -> None:
        super().__init__(host, port)
        self.fates: list[Fate] = []

    @classmethod
    @asynccontextmanager
    async def opened(cls, server: str, judge: Judge) -> AsyncIterator[tuple[Self, str]]:
        """The proxy, and the address under which clients reach the server through it."""
        url = urlsplit(server)
        async with cls.to(url.hostname, url.port) as proxy:
            proxy.judge = judge
            yield proxy, f"http://127.0.0.1:{proxy.port}"

    async def _carry(
        self,
        source: asyncio.StreamReader,
        target: asyncio.StreamWriter,
        connection: int,
        *,
        to_client: bool,
    ) -> None:
        head = await source.readuntil(b"\r\n\r\n")
        target.write(head)
        if b"upgrade: websocket" not in head.lower():
            await super()._carry(source, target, connection, to_client=to_client)
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
                await asyncio.sleep(DELAY_SECONDS)
            if fate is not Fate.DROP:
                target.write(frame * (2 if fate is Fate.DOUBLE else 1))


async def _frame(source: asyncio.StreamReader) -> tuple[int, bytes, bytes]:
    """The next frame: its opcode, all its bytes, and its unmasked payload."""
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
