"""A server that does nothing but answer: it shows what the clients alone can do.

It speaks as much of Paddock's protocol as they need, with messages as long as Paddock's.
"""

import asyncio
import base64
import hashlib
import os
import signal
from collections.abc import Callable
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import cast

from paddock.server.connections import framed
from tools.bench_server.client import Client
from tools.bench_server.load import SEATS, Figures
from tools.bench_server.paddock import PaddockTable

LENGTH = 400  # bytes of a step's message
GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"  # RFC 6455


class StubTable:
    def __init__(self) -> None:
        self.sockets: dict[int, asyncio.Transport] = {}
        self.seq = 0

    def step(self) -> None:
        self.seq += 1
        start = f'{{"type":"told","seq":{self.seq},"events":"'
        waits = framed(f'{start}{"x" * LENGTH}"}}'.encode())
        turn = framed(f'{start}{"x" * LENGTH}","offer":{{"type":"roll","id":"r"}}}}'.encode())
        for seat, socket in self.sockets.items():
            socket.write(turn if seat == self.seq % SEATS else waits)


class StubSocket(asyncio.Protocol):
    def __init__(self, tables: dict[str, StubTable]) -> None:
        self._tables = tables
        self._table: StubTable | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's is no instance of it

    def data_received(self, data: bytes) -> None:
        if self._table is None:
            key = data.partition(b"Sec-WebSocket-Key: ")[2].partition(b"\r\n")[0]
            accept = base64.b64encode(hashlib.sha1(key + GUID, usedforsecurity=False).digest())
            self._transport.write(
                b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                b"Connection: Upgrade\r\nSec-WebSocket-Accept: " + accept + b"\r\n\r\n"
            )
            table, seat = data.split(b" ", 2)[1][1:].decode().split("/")
            self._table = self._tables.setdefault(table, StubTable())
            self._table.sockets[int(seat)] = self._transport
            if len(self._table.sockets) == SEATS:
                self._table.step()
            return
        id = data[data.index(b'"id":"') + 6 :].partition(b'"')[0].decode()
        self._table.step()
        done = f'{{"type":"done","id":"{id}","seq":{self._table.seq}}}'
        self._transport.write(framed(done.encode()))


def _serve(ready: Connection, new_loop: Callable[[], asyncio.AbstractEventLoop]) -> None:
    async def main() -> None:
        tables: dict[str, StubTable] = {}
        server = await asyncio.get_running_loop().create_server(
            lambda: StubSocket(tables), "127.0.0.1", 0
        )
        ready.send(server.sockets[0].getsockname()[1])
        await server.serve_forever()

    with asyncio.Runner(loop_factory=new_loop) as runner:
        runner.run(main())


class Stub:
    def __init__(self, new_loop: Callable[[], asyncio.AbstractEventLoop]) -> None:
        here, there = get_context("spawn").Pipe()
        self._process = get_context("spawn").Process(target=_serve, args=(there, new_loop))
        self._process.start()
        self.port: int = here.recv()

    @property
    def pids(self) -> list[int]:
        assert self._process.pid is not None
        return [self._process.pid]

    async def seat(self, count: int, figures: Figures, rate: float) -> list[Client]:
        loop = asyncio.get_running_loop()
        clients: list[Client] = []
        for number in range(count):
            table = PaddockTable(figures, number, rate)
            for seat in range(SEATS):
                path = f"/{os.getpid()}-{id(figures)}-{number}/{seat}"
                _, client = await loop.create_connection(
                    partial(Client, path, {}, table.receive, seat), "127.0.0.1", self.port
                )
                assert await client.ready
                clients.append(client)
        return clients

    def stop(self) -> None:
        assert self._process.pid is not None
        os.kill(self._process.pid, signal.SIGTERM)
        self._process.join(30)
