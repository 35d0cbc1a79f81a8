"""Does the response time reveal a secret? Compares pairs of requests that differ only in the
secret, in random order, on a real server.

    python -m tools.timing                 1,000 pairs of each kind
    python -m tools.timing --pairs 100     fewer

For each pair it only counts which request was slower: if time reveals nothing, each of the two is
slower in half of the pairs, whatever else the machine is doing. Printed are the distance from one
half, in standard deviations, and the probability of such a distance by chance. The last row is a
control, where the times do differ.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from math import erfc, sqrt
from random import Random
from statistics import median
from typing import Any, Protocol

import msgspec
from msgspec import Struct

from paddock.games import GAMES
from paddock.server.identity import new_table_id, new_token
from tests.server.process import ServerProcess
from tools.bench_server.client import Client
from tools.bench_server.load import SEATS
from tools.bench_server.paddock import Busy, stored

PAIRS = 1_000
BY_CHANCE = 0.001  # a difference less probable than this is not accidental
PATIENCE = 60.0  # seconds, a timeout


class Hiding(Protocol):
    """A game's module of `tools.timing_games`: a choice that its players make in secret."""

    OPTIONS: dict[str, str]
    OFFER: str  # the type of the offer

    def choice(self, offer: dict[str, Any], /, *, which: bool) -> dict[str, Any]:
        """One of two commands that differ only in their secret."""
        ...


def hiding(game: str) -> Hiding:
    module: Any = import_module(_module(game))
    own: Hiding = module
    return own


def secretive() -> list[str]:
    """The games that have such a module."""
    return [game for game in GAMES if find_spec(_module(game))]


def _module(game: str) -> str:
    return f"tools.timing_games.{game.replace('-', '_')}"


# Sends one of the two requests of a pair; returns how many seconds each of its steps took.
Probe = Callable[[Busy, bool], Awaitable[dict[str, float]]]


class Place(Struct, frozen=True):
    """The server's address."""

    host: str
    port: int


class Pairs(Struct, frozen=True):
    """The times of both requests, pair by pair."""

    one: list[float] = []
    other: list[float] = []

    @property
    def deviations(self) -> float:
        """How far from one half of the pairs the first was slower; ties are left out."""
        longer = [a > b for a, b in zip(self.one, self.other, strict=True) if a != b]
        return (2 * sum(longer) - len(longer)) / sqrt(len(longer)) if longer else 0.0

    @property
    def by_chance(self) -> float:
        return erfc(abs(self.deviations) / sqrt(2))


async def compare(probe: Probe, tables: list[Busy], rng: Random) -> dict[str, Pairs]:
    """Probe pairs of tables, each pair in a random order."""
    found: dict[str, Pairs] = {}
    for first, second in zip(tables[::2], tables[1::2], strict=True):
        which = rng.random() < 0.5  # noqa: PLR2004  # each order as often as the other
        took = {which: await probe(first, which), not which: await probe(second, not which)}
        for what in took[True]:
            pairs = found.setdefault(what, Pairs([], []))
            pairs.one.append(took[True][what])
            pairs.other.append(took[False][what])
    return found


# --- over HTTP ----------------------------------------------------------------------------------


async def answered(
    place: Place, table: Busy, request: str, token: str, body: str = ""
) -> tuple[float, bytes]:
    """The answer, and the time to its first byte on a connection that was already open."""
    reader, writer = await asyncio.open_connection(place.host, place.port)
    head = f"{request} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: {table.address}\r\n"
    head += f"Authorization: Bearer {token}\r\nContent-Type: application/json\r\n"
    head += f"Connection: close\r\nContent-Length: {len(body)}\r\n\r\n{body}"
    await asyncio.sleep(0.002)  # the server has accepted it by now
    began = time.perf_counter()
    writer.write(head.encode())
    first = await asyncio.wait_for(reader.readexactly(1), PATIENCE)
    took = time.perf_counter() - began
    rest = await reader.read()
    writer.close()
    return took, first + rest


def nearly(secret: str) -> str:
    """The secret with only the last letter wrong."""
    return secret[:-1] + ("A" if secret[-1] != "A" else "B").lower()


async def token(place: Place, table: Busy, which: bool) -> dict[str, float]:
    wrong = nearly(table.token) if which else new_token()
    took, _ = await answered(place, table, "GET /api/tables/mine", wrong)
    return {"token: nearly right, or not at all": took}


async def link(place: Place, table: Busy, which: bool) -> dict[str, float]:
    made = f"POST /api/tables/{table.id}/seats/0/link"
    _, answer = await answered(place, table, made, table.token)
    right = msgspec.json.decode(answer.partition(b"\r\n\r\n")[2])["secret"]
    wrong = nearly(right) if which else new_token()
    body = msgspec.json.encode({"secret": wrong}).decode()
    took, _ = await answered(place, table, "POST /api/links", table.token, body)
    return {"link: nearly right, or not at all": took}


async def address(place: Place, table: Busy, which: bool) -> dict[str, float]:
    wrong = nearly(table.id) if which else new_table_id()
    took, _ = await answered(place, table, f"GET /api/tables/{wrong}", table.token)
    return {"table: nearly its id, or not at all": took}


async def control(place: Place, table: Busy, which: bool) -> dict[str, float]:
    path = "/api/games" if which else "/health"
    took, _ = await answered(place, table, f"GET {path}", table.token)
    return {"control: /api/games, or /health": took}


# --- at a table ---------------------------------------------------------------------------------


class Secretive:
    """All seats of a table; the first that is offered a secret choice makes it."""

    def __init__(self, own: Hiding) -> None:
        self._asked = f'"offer":{{"type":"{own.OFFER}"'.encode()
        self.chooser: asyncio.Future[tuple[int, dict[str, Any]]] = (
            asyncio.get_running_loop().create_future()
        )
        self.came: dict[str, float] = {}
        self.all_came = asyncio.Event()
        self._seq = -1

    def heard(self, seat: int, _client: Client, data: bytes) -> None:
        at = time.perf_counter()
        if not self.chooser.done():
            if self._asked in data:
                told = msgspec.json.decode(data)
                self._seq = told["seq"]
                self.chooser.set_result((seat, told["offer"]))
            return
        chooser, _ = self.chooser.result()
        if seat == chooser and data.startswith(b'{"type":"done"'):
            self.came["done"] = at
        elif seat != chooser and self._is_news(data):
            self.came.setdefault(f"told {seat}", at)
        if len(self.came) == SEATS:
            self.all_came.set()

    def _is_news(self, data: bytes) -> bool:
        return data.startswith(b'{"type":"told"') and msgspec.json.decode(data)["seq"] > self._seq


async def secret(place: Place, name: str, table: Busy, which: bool) -> dict[str, float]:
    own = hiding(name)
    loop, sitting = asyncio.get_running_loop(), Secretive(own)
    clients: list[Client] = []
    for seat in range(SEATS):
        path = f"/api/tables/{table.id}/socket?seat={seat}"
        _, client = await loop.create_connection(
            partial(Client, path, table.headers, partial(sitting.heard, seat)),
            place.host,
            place.port,
        )
        assert await client.ready
        clients.append(client)
    await answered(place, table, f"POST /api/tables/{table.id}/start", table.token)
    seat, offer = await asyncio.wait_for(sitting.chooser, PATIENCE)
    await asyncio.sleep(0.02)  # until all seats have the current state
    began = time.perf_counter()
    clients[seat].send({"type": "give", "id": "secret", "command": own.choice(offer, which=which)})
    await asyncio.wait_for(sitting.all_came.wait(), PATIENCE)
    for client in clients:
        client.transport.abort()
    others = [at for what, at in sitting.came.items() if what != "done"]
    return {
        f"{name}: to whoever chose in secret": sitting.came["done"] - began,
        f"{name}: to the first of the others": min(others) - began,
        f"{name}: to the last of the others": max(others) - began,
    }


async def measured(url: str, place: Place, count: int) -> bool:
    """Measure and print; true if the times differ in the control and nowhere else."""
    rng, well = Random(1), True
    probes: list[tuple[Probe, list[Busy]]] = []
    for name in secretive():
        tables = await stored(url, 2 * count, GAMES[name], hiding(name).OPTIONS)
        probes.append((partial(secret, place, name), tables))
    tables = await stored(url, 2 * count)
    probes += [(partial(probe, place), tables) for probe in (token, link, address, control)]
    for probe, tables in probes:
        for what, pairs in (await compare(probe, tables, rng)).items():
            differs = pairs.by_chance < BY_CHANCE
            well &= differs is what.startswith("control")
            print(f"{what:45} {told(pairs)}", flush=True)
    return well


def told(pairs: Pairs) -> str:
    one, other = median(pairs.one), median(pairs.other)
    return (
        f"{one * 1000:6.2f} ms, {(one - other) * 1e6:+6.0f} µs, "
        f"{pairs.deviations:+5.2f} deviations, by chance {pairs.by_chance:.3f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=PAIRS)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/timing.db"
        with ServerProcess(url) as server:
            host, _, port = server.address.removeprefix("http://").rpartition(":")
            well = asyncio.run(measured(url, Place(host, int(port)), wanted.pairs))
    sys.exit(not well)


if __name__ == "__main__":
    main()
