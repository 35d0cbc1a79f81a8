"""Measures the server under load, with its clients on the same machine. It checks no thresholds.

    make bench-server                      SQLite and PostgreSQL
    make bench-server ARGS='--tables 50'   a smaller load

Each table has four client bots that play Royal Turf over sockets and together send ten commands
per second. It prints the commands acknowledged per second, the latency from a command to its
acknowledgement and to the last viewer of the table, the memory for stored tables and idle viewers,
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
from copy import deepcopy
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
from msgspec.structs import asdict
from rich.console import Console
from rich.table import Table as Rows
from sqlalchemy import Table

from paddock.games import AnyGame
from paddock.games.royal_turf import RoyalTurf
from paddock.kernel.log import canonical
from paddock.server import schema
from paddock.server.database import open_database
from paddock.server.identity import digest, new_table_id, new_token
from paddock.server.rows import OwnerRow, SeatRow, TableRow
from paddock.server.table import Setup
from tests.server.servers import Postgres

# WebSocket frames (RFC 6455): the codes of text, ping and pong; sizes that announce longer ones.
TEXT, PING, PONG, HEADER, SHORT, LONG = 1, 9, 10, 2, 126, 127
SEATS = 4
FIRST_ADDRESS = IPv4Address("10.0.0.1")
RATE = 10.0  # commands per second at each table
STORED, IDLE = 20_000, 5_000
MAX_P99_MS = 50.0
MIN_RATE = 0.97  # of the nominal rate, which a table misses a little while it waits for a roll


class Client(asyncio.Protocol):
    """A minimal WebSocket client: reads frames, sends text frames with a mask of zeros."""

    def __init__(
        self, path: str, headers: dict[str, str], on_message: "Callable[[Client, bytes], None]"
    ) -> None:
        self.ready = asyncio.get_running_loop().create_future()
        self._path, self._headers, self._on_message = path, headers, on_message
        self._buffer = b""
        self._open = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        headers = "".join(f"{name}: {value}\r\n" for name, value in self._headers.items())
        transport.write(
            f"GET {self._path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n{headers}"
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
                self._on_message(self, buffer[body : body + size])
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


class StoredTable(Struct, frozen=True):
    """A table that waits to be started, with its players' token and address."""

    id: str
    token: str
    address: str

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}", "X-Forwarded-For": self.address}


class Latencies(Struct):
    """What was measured, in seconds."""

    acknowledged: list[float] = []
    seen_by_all: list[float] = []
    refused: int = 0


class Players:
    """Four clients at a table, which send ten commands per second in total."""

    def __init__(self, latencies: Latencies, rng: Random) -> None:
        self.latencies = latencies
        self._rng = rng
        self._next = 0.0
        self._sent: dict[str, float] = {}
        self._done: dict[int, float] = {}  # by sequence number, when the command was sent
        self._arrived: dict[int, tuple[int, float]] = {}  # how many clients got it, and when
        self._number = 0

    def on_message(self, client: Client, data: bytes) -> None:
        now = time.perf_counter()
        if data.startswith(b'{"type":"told"'):
            seq = int(data[21 : data.index(b",", 21)])
            times, _ = self._arrived.get(seq, (0, 0.0))
            self._arrived[seq] = (times + 1, now)
            self._settle(seq)
            if b'"offer":{' in data:
                self._answer(client, msgspec.json.decode(data)["offer"])
        elif data.startswith(b'{"type":"done"'):
            message = msgspec.json.decode(data)
            sent = self._sent.pop(message["id"])
            self.latencies.acknowledged.append(now - sent)
            self._done[message["seq"]] = sent
            self._settle(message["seq"])
        elif data.startswith(b'{"type":"refused"'):
            self.latencies.refused += 1

    def _settle(self, seq: int) -> None:
        times, last = self._arrived.get(seq, (0, 0.0))
        if times == SEATS and seq in self._done:
            self.latencies.seen_by_all.append(last - self._done.pop(seq))
            del self._arrived[seq]

    def _answer(self, client: Client, offer: dict[str, Any]) -> None:
        command = self._rng.choice(list(_commands(offer)))
        loop = asyncio.get_running_loop()
        self._next = max(self._next + 1 / RATE, loop.time())
        loop.call_at(self._next, self._send, client, command)

    def _send(self, client: Client, command: dict[str, Any]) -> None:
        self._number += 1
        id = str(self._number)
        self._sent[id] = time.perf_counter()
        client.send({"type": "give", "id": id, "command": command})


def _commands(offer: dict[str, Any]) -> Iterator[dict[str, Any]]:
    match offer:
        case {"type": "bet", "id": id, "values": values, "horses": horses}:
            bet = {"type": "place_bet", "offer": id}
            yield from ({**bet, "value": v, "horse": horse} for v in values for horse in horses)
        case {"type": "move", "id": id, "moves": moves}:
            yield from ({"type": "move_horse", "offer": id, "horse": move[0]} for move in moves)
        case {"type": "roll", "id": id}:
            yield {"type": "roll_die", "offer": id}
        case {"type": "start", "id": id}:
            yield {"type": "start_meeting", "offer": id}
        case {"type": "name", "id": id, "among": among}:
            yield from ({"type": "name_first", "offer": id, "seat": seat} for seat in among)
        case _:
            raise ValueError(f"unknown offer: {offer}")


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
) -> list[StoredTable]:
    """Store tables that wait to be started, with one device in all seats of each."""
    now = time.time()
    setup = canonical(Setup(SEATS, dict(options), dict(game.standard())))
    found = [
        StoredTable(new_table_id(), new_token(), str(FIRST_ADDRESS + number))
        for number in range(count)
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
        for table, values in rows.items():
            await connection.execute(table.insert(), [asdict(row) for row in values])
    await database.close()
    return found


async def begin(server: Server, tables: list[StoredTable]) -> None:
    for table in tables:
        await asyncio.to_thread(server.post, f"/api/tables/{table.id}/start", table.headers)


async def play(server: Server, tables: list[StoredTable], seconds: float) -> Latencies:
    """Run all tables at once, and measure from when the last has started."""
    latencies, loop = Latencies(), asyncio.get_running_loop()
    clients: list[Client] = []
    for number, table in enumerate(tables):
        on_message = Players(latencies, Random(number)).on_message
        for seat in range(SEATS):
            path = f"/api/tables/{table.id}/socket?seat={seat}"
            _, client = await loop.create_connection(
                partial(Client, path, table.headers, on_message), "127.0.0.1", server.port
            )
            assert await client.ready
            clients.append(client)
    await begin(server, tables)
    latencies.acknowledged.clear()
    latencies.seen_by_all.clear()
    await asyncio.sleep(seconds)
    found = deepcopy(latencies)  # more arrive until the clients are closed
    for client in clients:
        client.transport.close()
    await asyncio.sleep(0.1)
    return found


async def idle(server: Server, id: str, count: int) -> float:
    """The memory for this many connections of spectators, in megabytes."""
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


def percentile_ms(values: list[float], percent: int) -> float:
    return quantiles(values, n=100)[percent - 1] * 1000 if len(values) > 1 else inf


def measure(name: str, url: str, tables: int, seconds: float, rows: Rows) -> None:
    """Measure this number of tables, then find the greatest number that the server sustains."""
    server = Server(url)
    try:
        latencies = loaded(server, url, tables, seconds)
        rows.add_row(f"{name}: ready after", f"{server.seconds:.1f} s")
        done = latencies.acknowledged
        rows.add_row(f"{name}: commands acknowledged", f"{len(done) / seconds:,.0f}/s")
        for event, values in (("acknowledgement", done), ("last viewer", latencies.seen_by_all)):
            p50, p99 = (percentile_ms(values, percent) for percent in (50, 99))
            rows.add_row(f"{name}: from command to {event}", f"p50 {p50:.0f} ms, p99 {p99:.0f} ms")
        if latencies.refused:
            rows.add_row(f"{name}: refused", str(latencies.refused))
        load = sustained(server, url, tables, seconds / 2)
        rows.add_row(f"{name}: sustained with a p99 under {MAX_P99_MS:.0f} ms", load)
    finally:
        server.stop()


def loaded(server: Server, url: str, tables: int, seconds: float) -> Latencies:
    return asyncio.run(play(server, asyncio.run(stored(url, tables)), seconds))


def sustained(server: Server, url: str, tables: int, seconds: float) -> str:
    """The greatest load, in steps of an eighth of `tables`, that the server keeps up with."""
    best = "nothing"
    for number in range(tables // 8, tables + tables // 4 + 1, tables // 8):
        done = loaded(server, url, number, seconds).acknowledged
        rate = len(done) / seconds
        if rate < MIN_RATE * number * RATE or percentile_ms(done, 99) > MAX_P99_MS:
            break
        best = f"{rate:,.0f} commands/s, {number} tables"
    return best


def memory(url: str, rows: Rows, show: Callable[[str], object]) -> None:
    (watched,) = asyncio.run(stored(url, 1))
    server = Server(url)
    empty = server.megabytes()
    server.stop()
    show(f"storing {STORED:,} tables")
    asyncio.run(stored(url, STORED))
    server = Server(url)
    try:
        rows.add_row("memory without tables", f"{empty:.0f} MB")
        rows.add_row(f"{STORED:,} stored tables add", f"{server.megabytes() - empty:.0f} MB")
        asyncio.run(begin(server, [watched]))
        show(f"connecting {IDLE:,} viewers")
        watching = asyncio.run(idle(server, watched.id, IDLE))
        rows.add_row(f"{IDLE:,} idle viewers add", f"{watching:.0f} MB")
        rows.add_row("memory in total", f"{server.megabytes():.0f} MB")
    finally:
        server.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--memory", action="store_true", help="measure memory, too")
    args = parser.parse_args()
    console = Console(highlight=False)
    rows = Rows(f"{args.tables} tables, {SEATS} clients each", "", box=None, pad_edge=False)
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
    with tempfile.TemporaryDirectory() as folder, console.status("SQLite") as status:
        url = f"sqlite:///{folder}/busy.db"
        measure("SQLite", url, args.tables, args.seconds, rows)
        status.update("PostgreSQL")
        postgres = Postgres()
        with postgres.running(), postgres.database("busy") as url:
            measure("PostgreSQL", url, args.tables, args.seconds, rows)
        if args.memory:
            memory(f"sqlite:///{folder}/memory.db", rows, status.update)
    console.print(rows)


if __name__ == "__main__":
    main()
