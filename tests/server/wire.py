"""A line to a server of ours, a database or Redis, that a test can cut, mend and silence."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Self


class Wire:
    def __init__(self, host: str, port: int) -> None:
        self.port = 0  # of the near end
        self.silent = False  # from then on nothing arrives, and nothing says so
        self.cut_at: bytes | None = None  # once a client has sent this, it hears no more
        self._target = (host, port)
        self._ends: set[asyncio.StreamWriter] = set()
        self._pipes: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    @classmethod
    @asynccontextmanager
    async def to(cls, host: str | None, port: int | None) -> AsyncIterator[Self]:
        assert host and port
        wire = cls(host, port)
        await wire.mend()
        try:
            yield wire
        finally:
            await wire.cut()

    async def mend(self) -> None:
        """At the same port as before."""
        self._server = await asyncio.start_server(self._join, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def cut(self) -> None:
        assert self._server is not None
        self._server.close()
        for end in self._ends:
            end.transport.abort()
        await asyncio.gather(*self._pipes)

    async def _join(self, near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        answers, far = await asyncio.open_connection(*self._target)
        self._ends |= {back, far}
        for source, target, hears_no_more in ((near, far, back), (answers, back, None)):
            pipe = self._pipe(source, target, hears_no_more)
            self._pipes.add(asyncio.create_task(pipe))

    async def _pipe(
        self,
        source: asyncio.StreamReader,
        target: asyncio.StreamWriter,
        hears_no_more: asyncio.StreamWriter | None,
    ) -> None:
        try:
            while data := await source.read(65_536):
                if self.silent:
                    continue
                target.write(data)
                await target.drain()
                if hears_no_more is not None and self.cut_at and self.cut_at in data:
                    hears_no_more.transport.abort()
        except ConnectionError:
            pass
        finally:
            target.close()
