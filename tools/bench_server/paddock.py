"""Paddock under load: its server, tables that wait to be started, and clients that play."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import closing
from functools import partial
from http import HTTPStatus
from http.client import HTTPConnection
from ipaddress import IPv4Address
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Table

from paddock.games import AnyGame
from paddock.games.royal_turf import RoyalTurf
from paddock.kernel.log import canonical
from paddock.server import schema
from paddock.server.database import open_database
from paddock.server.identity import digest, new_table_id, new_token
from paddock.server.rows import NO_LINE, OwnerRow, SeatRow, TableRow
from paddock.server.table import Setup
from tools.bench_server.client import Client
from tools.bench_server.load import SEATS, Figures, PacedTable

FIRST_ADDRESS = IPv4Address("10.0.0.1")


class StoredTable(Struct, frozen=True):
    """A table that waits to be started, with its players' token and address."""

    id: str
    token: str
    address: str

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}", "X-Forwarded-For": self.address}


class PaddockTable(PacedTable):
    """Four clients that keep their view, as the browser does, and answer their offers."""

    def __init__(self, figures: Figures, number: int, rate: float) -> None:
        super().__init__(figures, number, rate)
        self._given: dict[str, float] = {}  # by command, when it was sent

    def receive(self, client: Client, data: bytes) -> None:
        if data.startswith(b'{"type":"told"'):
            self.arrived(int(data[21 : data.index(b",", 21)]), len(data))
            if b'"offer":{' in data:
                possible = [*_answers(msgspec.json.decode(data)["offer"])]
                self.pace(partial(self._give, client, self.rng.choice(possible)))
        elif data.startswith(b'{"type":"done"'):
            done = msgspec.json.decode(data)
            self.acknowledged(done["seq"], self._given.pop(done["id"]))
        elif data.startswith(b'{"type":"refused"'):
            self.figures.refused += 1

    def _give(self, client: Client, command: dict[str, Any]) -> None:
        id = f"{client.seat}-{time.perf_counter_ns()}"
        self._given[id] = time.perf_counter()
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
    """A server on a free port."""

    def __init__(self, database: str, *more: str) -> None:
        began = time.perf_counter()
        command = [sys.executable, "-m", "paddock", "serve", "--port", "0"]
        command += ["--connections", "100000"]  # all idle viewers watch one table
        self.process = subprocess.Popen(
            [*command, "--database", database, *more],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self.database = database
        assert self.process.stdout is not None
        line = self.process.stdout.readline().decode()
        self.port = int(line.rsplit(":", 1)[1])
        self.post("/api/devices")
        self.seconds = time.perf_counter() - began

    @property
    def pids(self) -> list[int]:
        """Its process and those that it has started."""
        own = self.process.pid
        children = Path(f"/proc/{own}/task/{own}/children").read_text(encoding="utf-8").split()
        return [own, *map(int, children)]

    def post(self, path: str, headers: Mapping[str, str] = MappingProxyType({})) -> bytes:
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=60)) as connection:
            connection.request("POST", path, headers=dict(headers))
            answer = connection.getresponse()
            body = answer.read()
        if answer.status >= HTTPStatus.MULTIPLE_CHOICES:
            raise RuntimeError(f"{path}: {answer.status} {body.decode()}")
        return body

    async def begin(self, tables: list[StoredTable]) -> None:
        for table in tables:
            await asyncio.to_thread(self.post, f"/api/tables/{table.id}/start", table.headers)

    async def seat(self, count: int, figures: Figures, rate: float) -> list[Client]:
        """Start so many new tables, with clients that play at this rate."""
        tables = await stored(self.database, count)
        loop = asyncio.get_running_loop()
        clients: list[Client] = []
        for number, table in enumerate(tables):
            receive = PaddockTable(figures, number, rate).receive
            for seat in range(SEATS):
                path = f"/api/tables/{table.id}/socket?seat={seat}&deltas=true"
                _, client = await loop.create_connection(
                    partial(Client, path, table.headers, receive, seat), "127.0.0.1", self.port
                )
                assert await client.ready
                clients.append(client)
        await self.begin(tables)
        return clients

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
        for table, given in rows.items():
            columns = [{c.name: getattr(row, c.name) for c in table.c} for row in given]
            await connection.execute(table.insert(), columns)
        await connection.execute(
            schema.progress.insert(), [{"table": id, "head": NO_LINE} for id, _ in owned]
        )
    await database.close()
    return found
