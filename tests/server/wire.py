"""A connection to a server, a database or Redis that a test can cut, repair and silence."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Self

from tests.server.servers import free_port


class Wire:
    def __init__(self, host: str, port: int) -> None:
        self.port = free_port()  # of the near end
        self.connections = 0
        self.silent = False  # swallows all data without closing anything
        self.cut_at: bytes | None = None  # cuts a connection at the answer to this
        self._target = (host, port)
        self._deaf: set[int] = set()
        self._joined: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    @classmethod
    @asynccontextmanager
    async def to(cls, host: str | None, port: int | None) -> AsyncIterator[Self]:
        assert host and port
        wire = cls(host, port)
        await wire.repair()
        try:
            yield wire
        finally:
            await wire.cut()

    async def repair(self) -> None:
        """Listen, at the same port as before."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", self.port)

    async def cut(self) -> None:
        assert self._server is not None
        self._server.close()
        for task in self._joined:
            task.cancel()
        await asyncio.gather(*self._joined, return_exceptions=True)

    def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._join(reader, writer))
        self._joined.add(task)
        task.add_done_callback(self._joined.discard)

    async def _join(self, near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
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
            if to_client and connection in self._deaf:
                return
            if not to_client and self.cut_at and self.cut_at in data:
                self._deaf.add(connection)
            if not self.silent:
                target.write(data)
                await target.drain()
