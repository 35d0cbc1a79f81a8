"""A timing side-channel test: does the response time reveal a secret?

    python -m tools.timing                 1,000 pairs of each kind
    python -m tools.timing --pairs 100     fewer

Sends pairs of requests that differ only in the secret, in random order, to a real server. A paired
sign test counts which request of each pair was slower: if time reveals nothing, either is slower in
half of the pairs, whatever else the machine is doing. Prints the median time, the difference of the
medians, the z-score and the p-value. The last row is a control, where the times do differ.
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
from tools.bench_server.paddock import StoredTable, stored

PAIRS = 1_000
ALPHA = 0.001  # significance level
TIMEOUT = 60.0  # seconds


class SecretChoice(Protocol):
    """A game's module `tools.timing_games.<game>`: a choice that its players make in secret."""

    OPTIONS: dict[str, str]
    OFFER: str  # the type of the offer

    def choice(self, offer: dict[str, Any], /, *, which: bool) -> dict[str, Any]:
        """One of two commands that differ only in their secret."""
        ...


def secret_choice(game: str) -> SecretChoice:
    module: Any = import_module(_module(game))
    found: SecretChoice = module
    return found


def _module(game: str) -> str:
    return f"tools.timing_games.{game.replace('-', '_')}"


# Sends one of the two requests of a pair; returns the seconds that each of its steps took.
Probe = Callable[[StoredTable, bool], Awaitable[dict[str, float]]]


class Address(Struct, frozen=True):
    host: str
    port: int


class Pairs(Struct, frozen=True):
    """The times of both requests, pair by pair."""

    one: list[float] = []
    other: list[float] = []

    @property
    def z_score(self) -> float:
        """Of the number of pairs in which the first was slower; ties are left out."""
        slower = [a > b for a, b in zip(self.one, self.other, strict=True) if a != b]
        return (2 * sum(slower) - len(slower)) / sqrt(len(slower)) if slower else 0.0

    @property
    def p_value(self) -> float:
        """Two-sided, by the normal approximation."""
        return erfc(abs(self.z_score) / sqrt(2))

    def __str__(self) -> str:
        one, other = median(self.one), median(self.other)
        return (
            f"{one * 1000:6.2f} ms, {(one - other) * 1e6:+6.0f} µs, "
            f"z = {self.z_score:+5.2f}, p = {self.p_value:.3f}"
        )


async def compare(probe: Probe, tables: list[StoredTable], rng: Random) -> dict[str, Pairs]:
    """Probe pairs of tables, each pair in a random order."""
    found: dict[str, Pairs] = {}
    for first, second in zip(tables[::2], tables[1::2], strict=True):
        which = rng.random() < 0.5  # noqa: PLR2004  # each order as often as the other
        took = {which: await probe(first, which), not which: await probe(second, not which)}
        for step in took[True]:
            pairs = found.setdefault(step, Pairs([], []))
            pairs.one.append(took[True][step])
            pairs.other.append(took[False][step])
    return found


# --- over HTTP ----------------------------------------------------------------------------------


async def ask(
    server: Address, table: StoredTable, request: str, token: str = "", body: str = ""
) -> tuple[float, bytes]:
    """The time to the first byte of the answer on an open connection, and the answer."""
    reader, writer = await asyncio.open_connection(server.host, server.port)
    head = f"{request} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: {table.address}\r\n"
    head += f"Authorization: Bearer {token or table.token}\r\nContent-Type: application/json\r\n"
    head += f"Connection: close\r\nContent-Length: {len(body)}\r\n\r\n{body}"
    await asyncio.sleep(0.002)  # the server has accepted it by now
    began = time.perf_counter()
    writer.write(head.encode())
    first = await asyncio.wait_for(reader.readexactly(1), TIMEOUT)
    took = time.perf_counter() - began
    rest = await reader.read()
    writer.close()
    return took, first + rest


def nearly(secret: str) -> str:
    """The secret with only the last letter wrong."""
    return secret[:-1] + ("A" if secret[-1] != "A" else "B").lower()


async def token(server: Address, table: StoredTable, which: bool) -> dict[str, float]:
    wrong = nearly(table.token) if which else new_token()
    took, _ = await ask(server, table, "GET /api/tables/mine", wrong)
    return {"token: nearly right, or entirely wrong": took}


async def link(server: Address, table: StoredTable, which: bool) -> dict[str, float]:
    _, answer = await ask(server, table, f"POST /api/tables/{table.id}/seats/0/link")
    right = msgspec.json.decode(answer.partition(b"\r\n\r\n")[2])["secret"]
    body = msgspec.json.encode({"secret": nearly(right) if which else new_token()}).decode()
    took, _ = await ask(server, table, "POST /api/links", body=body)
    return {"link: nearly right, or entirely wrong": took}


async def table_id(server: Address, table: StoredTable, which: bool) -> dict[str, float]:
    wrong = nearly(table.id) if which else new_table_id()
    took, _ = await ask(server, table, f"GET /api/tables/{wrong}")
    return {"table id: nearly right, or entirely wrong": took}


async def control(server: Address, table: StoredTable, which: bool) -> dict[str, float]:
    took, _ = await ask(server, table, "GET /api/games" if which else "GET /health")
    return {"control: /api/games, or /health": took}


# --- at a table ---------------------------------------------------------------------------------


class Players:
    """All seats of a table; the first that is offered a secret choice makes it."""

    def __init__(self, offer_type: str) -> None:
        self._offer = f'"offer":{{"type":"{offer_type}"'.encode()
        self.chooser: asyncio.Future[tuple[int, dict[str, Any]]] = (
            asyncio.get_running_loop().create_future()
        )
        self.arrived: dict[int, float] = {}  # by seat
        self.all_arrived = asyncio.Event()
        self._seq = -1

    def on_message(self, seat: int, _client: Client, data: bytes) -> None:
        now = time.perf_counter()
        if not self.chooser.done():
            if self._offer in data:
                message = msgspec.json.decode(data)
                self._seq = message["seq"]
                self.chooser.set_result((seat, message["offer"]))
            return
        chooser, _ = self.chooser.result()
        if data.startswith(b'{"type":"done"') if seat == chooser else self._is_new(data):
            self.arrived.setdefault(seat, now)
        if len(self.arrived) == SEATS:
            self.all_arrived.set()

    def _is_new(self, data: bytes) -> bool:
        return data.startswith(b'{"type":"told"') and msgspec.json.decode(data)["seq"] > self._seq


async def secret(server: Address, game: str, table: StoredTable, which: bool) -> dict[str, float]:
    module = secret_choice(game)
    loop, players = asyncio.get_running_loop(), Players(module.OFFER)
    clients: list[Client] = []
    for seat in range(SEATS):
        path = f"/api/tables/{table.id}/socket?seat={seat}"
        on_message = partial(players.on_message, seat)
        _, client = await loop.create_connection(
            partial(Client, path, table.headers, on_message), server.host, server.port
        )
        assert await client.ready
        clients.append(client)
    await ask(server, table, f"POST /api/tables/{table.id}/start")
    chooser, offer = await asyncio.wait_for(players.chooser, TIMEOUT)
    await asyncio.sleep(0.02)  # until all seats have the current state
    command = module.choice(offer, which=which)
    began = time.perf_counter()
    clients[chooser].send({"type": "give", "id": "secret", "command": command})
    await asyncio.wait_for(players.all_arrived.wait(), TIMEOUT)
    for client in clients:
        client.transport.abort()
    done = players.arrived.pop(chooser)
    return {
        f"{game}: to the player who chose in secret": done - began,
        f"{game}: to the first of the others": min(players.arrived.values()) - began,
        f"{game}: to the last of the others": max(players.arrived.values()) - began,
    }


async def measure(url: str, server: Address, number: int) -> bool:
    """Measure and print; true if the times differ in the control and nowhere else."""
    rng, passed = Random(1), True
    probes: list[tuple[Probe, list[StoredTable]]] = []
    for game in filter(lambda game: find_spec(_module(game)), GAMES):
        tables = await stored(url, 2 * number, GAMES[game], secret_choice(game).OPTIONS)
        probes.append((partial(secret, server, game), tables))
    tables = await stored(url, 2 * number)
    probes += [(partial(probe, server), tables) for probe in (token, link, table_id, control)]
    for probe, tables in probes:
        for step, pairs in (await compare(probe, tables, rng)).items():
            passed &= (pairs.p_value < ALPHA) is step.startswith("control")
            print(f"{step:45} {pairs}", flush=True)
    return passed


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--pairs", type=int, default=PAIRS)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/timing.db"
        with ServerProcess(url) as server:
            host, _, port = server.address.removeprefix("http://").rpartition(":")
            passed = asyncio.run(measure(url, Address(host, int(port)), args.pairs))
    sys.exit(not passed)


if __name__ == "__main__":
    main()
