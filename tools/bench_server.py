"""Measures the server under load, with its clients on the same machine. It asserts nothing.

    make bench-server                      SQLite and PostgreSQL
    make bench-server ARGS='--tables 50'   a smaller load

Each table has four client bots that play Royal Turf over sockets and together send ten commands a
second. Printed are the commands acknowledged per second, the latency from a command to its
acknowledgement and to the table's last viewer, the memory that stored tables and idle viewers take,
and the time that the server takes to start.

The players of each table have their own device and address, as in reality; a server trusts the
address that a proxy on the same machine forwards. So no client reaches a rate limit, however fast
the machine is.
"""

import argparse
import asyncio
import base64
import os
import resource
import secrets
import signal
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from functools import partial
from http import HTTPStatus
from http.client import HTTPConnection
from ipaddress import IPv4Address
from math import inf
from pathlib import Path
from random import Random
from statistics import quantiles
from types import MappingProxyType
from typing import Any

import msgspec
from msgspec import Struct
from rich.console import Console
from rich.table import Table as Rows
from sqlalchemy import Table

from paddock.games import AnyGame
from paddock.games.royal_turf import RoyalTurf
from paddock.kernel.log import canonical
from paddock.server import schema
from paddock.server.database import open_database
from paddock.server.identity import digest, new_table_id, new_token
from paddock.server.rows import NO_LINE, OwnerRow, SeatRow, TableRow
from paddock.server.table import Setup
from tests.server.servers import Postgres

# WebSocket frames (RFC 6455): the codes of text, ping and pong; sizes that announce longer ones.
TEXT, PING, PONG, HEADER, SHORT, LONG = 1, 9, 10, 2, 126, 127
SEATS = 4
FIRST_ADDRESS = IPv4Address("10.0.0.1")
RATE = 10.0  # commands a second at each table
STORED, IDLE = 20_000, 5_000
SOON = 50.0  # milliseconds
NEARLY_ALL = 0.97  # of the nominal rate, which a table misses a little while it waits for a roll


class Client(asyncio.Protocol):
    """A minimal WebSocket client: reads frames, sends text frames with a mask of zeros."""

    def __init__(
        self, path: str, headers: dict[str, str], heard: "Callable[[Client, bytes], None]"
    ) -> None:
        self.ready = asyncio.get_running_loop().create_future()
        self._path, self._headers, self._heard = path, headers, heard
        self._buffer = b""
        self._open = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        who = "".join(f"{name}: {value}\r\n" for name, value in self._headers.items())
        transport.write(
            f"GET {self._path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n{who}"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            f"Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer + data
        if not self._open:
            head, found, buffer = buffer.partition(b"\r\n\r\n")
            if not found:
                self._buffer = head
                return
            self._open = True
            self.ready.set_result(b" 101 " in head)
        start = 0
        while len(buffer) - start >= HEADER:
            size, body = buffer[start + 1], start + HEADER
            if size == SHORT:
                size, body = int.from_bytes(buffer[body : body + 2]), body + 2
            elif size == LONG:
                size, body = int.from_bytes(buffer[body : body + 8]), body + 8
            if len(buffer) < body + size:
                break
            if buffer[start] & 15 == TEXT:
                self._heard(self, buffer[body : body + size])
            elif buffer[start] & 15 == PING:
                self._send(PONG, buffer[body : body + size])
            start = body + size
        self._buffer = buffer[start:]

    def send(self, message: object) -> None:
        self._send(TEXT, msgspec.json.encode(message))

    def _send(self, kind: int, data: bytes) -> None:
        if len(data) < SHORT:
            head = struct.pack("!BB", 128 | kind, 128 | len(data))
        else:
            head = struct.pack("!BBH", 128 | kind, 128 | SHORT, len(data))
        self.transport.write(head + b"\0\0\0\0" + data)


class Busy(Struct, frozen=True):
    """A table that waits to be started, with its players' token and address."""

    id: str
    token: str
    address: str

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}", "X-Forwarded-For": self.address}


class Figures(Struct):
    """What was measured, in seconds."""

    acknowledged: list[float] = []
    seen_by_all: list[float] = []
    refused: int = 0


class BusyTable:
    """Four clients at a table, which answer their offers with ten commands a second in all."""

    def __init__(self, figures: Figures, rng: Random) -> None:
        self.figures = figures
        self._rng = rng
        self._next = 0.0
        self._sent: dict[str, float] = {}
        self._done: dict[int, float] = {}  # by sequence number, when the command was sent
        self._arrived: dict[int, tuple[int, float]] = {}  # how many clients got it, and when
        self._number = 0

    def heard(self, client: Client, data: bytes) -> None:
        now = time.perf_counter()
        if data.startswith(b'{"type":"told"'):
            seq = int(data[21 : data.index(b",", 21)])
            times, _ = self._arrived.get(seq, (0, 0.0))
            self._arrived[seq] = (times + 1, now)
            self._settle(seq)
            if b'"offer":{' in data:
                self._answer(client, msgspec.json.decode(data)["offer"])
        elif data.startswith(b'{"type":"done"'):
            told = msgspec.json.decode(data)
            sent = self._sent.pop(told["id"])
            self.figures.acknowledged.append(now - sent)
            self._done[told["seq"]] = sent
            self._settle(told["seq"])
        elif data.startswith(b'{"type":"refused"'):
            self.figures.refused += 1

    def _settle(self, seq: int) -> None:
        times, last = self._arrived.get(seq, (0, 0.0))
        if times == SEATS and seq in self._done:
            self.figures.seen_by_all.append(last - self._done.pop(seq))
            del self._arrived[seq]

    def _answer(self, client: Client, offer: dict[str, Any]) -> None:
        possible = list(_answers(offer))
        loop = asyncio.get_running_loop()
        self._next = max(self._next + 1 / RATE, loop.time())
        loop.call_at(self._next, self._give, client, self._rng.choice(possible))

    def _give(self, client: Client, command: dict[str, Any]) -> None:
        self._number += 1
        id = str(self._number)
        self._sent[id] = time.perf_counter()
        client.send({"type": "give", "id": id, "command": command})


def _answers(offer: dict[str, Any]) -> Iterator[dict[str, Any]]:
    match offer:
        case {"type": "bet", "id": id, "values": values, "horses": horses}:
            for value in values:
                for horse in horses:
                    yield {"type": "place_bet", "offer": id, "value": value, "horse": horse}
        case {"type": "move", "id": id, "moves": moves}:
            for move in moves:
                yield {"type": "move_horse", "offer": id, "horse": move[0]}
        case {"type": "roll", "id": id}:
            yield {"type": "roll_die", "offer": id}
        case {"type": "start", "id": id}:
            yield {"type": "start_meeting", "offer": id}
        case {"type": "name", "id": id, "among": among}:
            for seat in among:
                yield {"type": "name_first", "offer": id, "seat": seat}
        case _:
            raise ValueError(f"an offer that Royal Turf does not make: {offer}")


class Server:
    """A server process on a free port."""

    def __init__(self, database: str) -> None:
        began = time.perf_counter()
        command = [sys.executable, "-m", "paddock", "serve", "--port", "0"]
        command += ["--connections", "100000"]  # all idle viewers watch one table
        self.process = subprocess.Popen(
            [*command, "--database", database], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline().decode()
        self.port = int(line.rsplit(":", 1)[1])
        self.post("/api/devices")
        self.seconds = time.perf_counter() - began

    def post(self, path: str, headers: Mapping[str, str] = MappingProxyType({})) -> bytes:
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=60)) as connection:
            connection.request("POST", path, headers=dict(headers))
            answer = connection.getresponse()
            body = answer.read()
        if answer.status >= HTTPStatus.MULTIPLE_CHOICES:
            raise RuntimeError(f"{path}: {answer.status} {body.decode()}")
        return body

    def megabytes(self) -> float:
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        return int(status.split("VmRSS:")[1].split()[0]) / 1024

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(30)


async def stored(
    url: str,
    count: int,
    game: type[AnyGame] = RoyalTurf,
    options: Mapping[str, str] = MappingProxyType({}),
) -> list[Busy]:
    """Store tables that wait to be started, with one device in all seats of each."""
    now = time.time()
    setup = canonical(Setup(SEATS, dict(options), dict(game.standard())))
    found = [
        Busy(new_table_id(), new_token(), str(FIRST_ADDRESS + number)) for number in range(count)
    ]
    owned = [(table.id, digest(table.token)) for table in found]
    rows: dict[Table, list[Struct]] = {
        schema.tables: [
            TableRow(id, game.name, now, "waiting", False, device, setup, os.urandom(32))
            for id, device in owned
        ],
        schema.seats: [
            SeatRow(id, seat, f"Client {seat}") for id, _ in owned for seat in range(SEATS)
        ],
        schema.owners: [
            OwnerRow(id, seat, device) for id, device in owned for seat in range(SEATS)
        ],
    }
    database = await open_database(url)
    async with database.writing() as connection:
        devices = [{"device": device, "at": now} for _, device in owned]
        await connection.execute(schema.devices.insert(), devices)
        for table, given in rows.items():
            columns = [{c.name: getattr(row, c.name) for c in table.c} for row in given]
            await connection.execute(table.insert(), columns)
        await connection.execute(
            schema.progress.insert(), [{"table": id, "head": NO_LINE} for id, _ in owned]
        )
    await database.close()
    return found


async def begin(server: Server, tables: list[Busy]) -> None:
    for table in tables:
        await asyncio.to_thread(server.post, f"/api/tables/{table.id}/start", table.headers)


async def busy(server: Server, tables: list[Busy], seconds: float) -> Figures:
    """Run all tables at once, for so many seconds after the last has started."""
    figures, loop = Figures(), asyncio.get_running_loop()
    clients: list[Client] = []
    for number, table in enumerate(tables):
        heard = BusyTable(figures, Random(number)).heard
        for seat in range(SEATS):
            path = f"/api/tables/{table.id}/socket?seat={seat}"
            _, client = await loop.create_connection(
                partial(Client, path, table.headers, heard), "127.0.0.1", server.port
            )
            assert await client.ready
            clients.append(client)
    await begin(server, tables)
    figures.acknowledged.clear()
    figures.seen_by_all.clear()
    await asyncio.sleep(seconds)
    found = Figures(list(figures.acknowledged), list(figures.seen_by_all), figures.refused)
    for client in clients:
        client.transport.close()
    await asyncio.sleep(0.1)
    return found


async def idle(server: Server, id: str, count: int) -> float:
    """The megabytes that so many spectators' connections take."""
    before, loop = server.megabytes(), asyncio.get_running_loop()
    clients = []
    for _ in range(count):
        _, client = await loop.create_connection(
            lambda: Client(f"/api/tables/{id}/socket", {}, lambda _c, _d: None),
            "127.0.0.1",
            server.port,
        )
        clients.append(client)
        assert await client.ready
    await asyncio.sleep(1)
    return server.megabytes() - before


def percentile(values: list[float], of_hundred: int) -> float:
    """In milliseconds."""
    return quantiles(values, n=100)[of_hundred - 1] * 1000 if len(values) > 1 else inf


def measure(name: str, url: str, tables: int, seconds: float, rows: Rows) -> None:
    """Measure so many tables at once, then find the most that the server can sustain."""
    server = Server(url)
    try:
        figures = loaded(server, url, tables, seconds)
        rows.add_row(f"{name}: started and answering after", f"{server.seconds:.1f} s")
        done = figures.acknowledged
        rows.add_row(f"{name}: commands acknowledged", f"{len(done) / seconds:,.0f} a second")
        for what, values in (("acknowledgement", done), ("last viewer", figures.seen_by_all)):
            shown = f"p50 {percentile(values, 50):.0f} ms, p99 {percentile(values, 99):.0f} ms"
            rows.add_row(f"{name}: from command to {what}", shown)
        if figures.refused:
            rows.add_row(f"{name}: refused", str(figures.refused))
        shown = sustained(server, url, tables, seconds / 2)
        rows.add_row(f"{name}: sustained with a p99 under {SOON:.0f} ms", shown)
    finally:
        server.stop()


def loaded(server: Server, url: str, tables: int, seconds: float) -> Figures:
    return asyncio.run(busy(server, asyncio.run(stored(url, tables)), seconds))


def sustained(server: Server, url: str, most: int, seconds: float) -> str:
    """The greatest load, of several, that the server keeps up with at low latency."""
    best = "nothing"
    for tables in range(most // 8, most + most // 4 + 1, most // 8):
        done = loaded(server, url, tables, seconds).acknowledged
        rate = len(done) / seconds
        if rate < NEARLY_ALL * tables * RATE or percentile(done, 99) > SOON:
            break
        best = f"{rate:,.0f} commands a second, {tables} tables"
    return best


def memory(url: str, rows: Rows, say: Callable[[str], object]) -> None:
    (watched,) = asyncio.run(stored(url, 1))
    server = Server(url)
    empty = server.megabytes()
    server.stop()
    say(f"storing {STORED:,} tables")
    asyncio.run(stored(url, STORED))
    server = Server(url)
    try:
        rows.add_row("a server without tables has", f"{empty:.0f} MB")
        rows.add_row(f"{STORED:,} stored tables add", f"{server.megabytes() - empty:.0f} MB")
        asyncio.run(begin(server, [watched]))
        say(f"connecting {IDLE:,} viewers")
        watching = asyncio.run(idle(server, watched.id, IDLE))
        rows.add_row(f"{IDLE:,} idle viewers add", f"{watching:.0f} MB")
        rows.add_row("the server then has", f"{server.megabytes():.0f} MB")
    finally:
        server.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--memory", action="store_true", help="measure memory, too")
    asked = parser.parse_args()
    console = Console(highlight=False)
    rows = Rows(f"{asked.tables} tables, {SEATS} clients each", "", box=None, pad_edge=False)
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory() as folder, console.status("SQLite") as status:
        url = f"sqlite:///{folder}/busy.db"
        measure("SQLite", url, asked.tables, asked.seconds, rows)
        status.update("PostgreSQL")
        postgres = Postgres()
        with postgres.running(), postgres.database("busy") as url:
            measure("PostgreSQL", url, asked.tables, asked.seconds, rows)
        if asked.memory:
            memory(f"sqlite:///{folder}/memory.db", rows, status.update)
    console.print(rows)


if __name__ == "__main__":
    main()
