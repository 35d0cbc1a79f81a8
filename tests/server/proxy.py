"""An unreliable connection: a wire that parses WebSocket messages, whose fate the test decides.

HTTP and control frames pass unchanged.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from enum import Enum, auto
from typing import Self
from urllib.parse import urlsplit

from msgspec import Struct

from tests.server.wire import Wire

TEXT = 0x1
CONTROL = 0x8  # this opcode and those above


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
DELAY = 0.05  # seconds, which later messages wait too


class Proxy(Wire):
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
                await asyncio.sleep(DELAY)
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
