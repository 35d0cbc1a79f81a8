"""Measures the server under load, with its clients on the same machine. It checks no thresholds.

    make bench-server                            SQLite and PostgreSQL, at several loads
    make bench-server ARGS='--tables 25,200'     at these loads only
    make bench-server ARGS=--peer                boardgame.io, too, under the same loads
    make bench-server ARGS='--workers 2'         several workers on PostgreSQL and Redis, too

At each table four clients play Royal Turf over sockets and together send ten commands per second;
at the last load, as many as they get answers. Their players have their own device and address, so
that no client reaches a rate limit. Each load begins with new tables. CPU time is that of the
server's processes, without the database server's. The first rows show what the clients can do when
the server does nothing but answer.
"""

import argparse
import asyncio
import resource
import tempfile
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from math import inf
from typing import Protocol

from rich.console import Console
from rich.table import Table as Rows
from uvicorn.loops.auto import auto_loop_factory

from tests.server.servers import Postgres, running_redis
from tools.bench_server.boardgame import VERSION, Boardgame
from tools.bench_server.client import Client
from tools.bench_server.load import COLUMNS, RATE, Figures, Load, Usage
from tools.bench_server.paddock import Server, stored
from tools.bench_server.stub import Stub

STORED, IDLE = 20_000, 5_000
SATURATED = 200  # tables whose clients wait for nothing but answers; no match ends meanwhile
WARM_UP = 1.0  # seconds


class Served(Protocol):
    """A server under load."""

    @property
    def pids(self) -> list[int]: ...

    async def seat(self, count: int, figures: Figures, rate: float) -> list[Client]:
        """Connect clients at so many new tables, which begin to play at this rate."""

    def stop(self) -> None: ...


async def loaded(server: Served, tables: int, rate: float, seconds: float) -> Load:
    """Play at so many tables at once, and measure after the last has started."""
    figures = Figures()
    clients = await server.seat(tables, figures, rate)
    figures.release()
    await asyncio.sleep(WARM_UP)
    figures.reset()
    before = Usage.of(server.pids)
    await asyncio.sleep(seconds)
    load = Load.between(tables, seconds, figures, before, Usage.of(server.pids))
    figures.acknowledged, figures.seen_by_all = [*figures.acknowledged], [*figures.seen_by_all]
    for client in clients:
        client.transport.abort()
    await asyncio.sleep(0.1)
    return load


def measure(name: str, server: Served, loads: Sequence[int], seconds: float, rows: Rows) -> float:
    """Measure each load, and the rate at which the server is saturated, which is returned."""
    most = 0.0
    for tables in (*loads, 0):
        count, rate = (tables, RATE) if tables else (SATURATED, inf)
        with asyncio.Runner(loop_factory=auto_loop_factory()) as runner:
            load = runner.run(loaded(server, count, rate, seconds))
        shown = f"{tables} tables" if tables else "saturated"
        rows.add_row(f"{name}, {shown}", *load.shown())
        if load.figures.refused:
            rows.add_row(f"{name}, refused", str(load.figures.refused))
        most = load.rate
    return most


def memory(url: str, rows: Rows) -> None:
    (watched,) = asyncio.run(stored(url, 1))
    server = Server(url)
    empty, started = server.megabytes(), server.seconds
    server.stop()
    asyncio.run(stored(url, STORED))
    server = Server(url)
    try:
        rows.add_row("started and answering", f"{started:.2f} s")
        rows.add_row("a server without tables", f"{empty:.0f} MB")
        rows.add_row(f"{STORED:,} stored tables add", f"{server.megabytes() - empty:.0f} MB")
        asyncio.run(server.begin([watched]))
        watching = asyncio.run(idle(server, watched.id, IDLE))
        rows.add_row(f"{IDLE:,} idle viewers add", f"{watching:.0f} MB")
    finally:
        server.stop()


async def idle(server: Server, id: str, count: int) -> float:
    """The megabytes that so many spectators' connections take."""
    before, loop = server.megabytes(), asyncio.get_running_loop()
    clients = []
    path = f"/api/tables/{id}/socket"
    for _ in range(count):
        _, client = await loop.create_connection(
            lambda: Client(path, {}, lambda _client, _data: None), "127.0.0.1", server.port
        )
        clients.append(client)
        assert await client.ready
    await asyncio.sleep(1)
    return server.megabytes() - before


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", default="25,100,200,400", help="loads (25,100,200,400)")
    parser.add_argument("--seconds", type=float, default=10.0, help="per load (10)")
    parser.add_argument("--peer", action="store_true", help="measure boardgame.io, too")
    parser.add_argument("--workers", type=int, default=0, help="measure several workers, too")
    parser.add_argument("--memory", action="store_true", help="measure memory, too")
    args = parser.parse_args()
    loads = [int(tables) for tables in args.tables.split(",")]
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    console = Console(highlight=False, width=170)
    rows = Rows("", *COLUMNS, box=None, pad_edge=False)
    saturated: dict[str, float] = {}
    with ExitStack() as stack, console.status("") as status:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        postgres = Postgres()
        stack.enter_context(postgres.running())
        servers: dict[str, Callable[[], Served]] = {
            "clients alone": partial(Stub, auto_loop_factory()),
            "SQLite": partial(Server, f"sqlite:///{folder}/busy.db"),
            "PostgreSQL": partial(Server, stack.enter_context(postgres.database("one"))),
        }
        if args.workers:
            more = ("--workers", str(args.workers), "--redis", stack.enter_context(running_redis()))
            url = stack.enter_context(postgres.database("several"))
            servers[f"{args.workers} workers"] = partial(Server, url, *more)
        if args.peer:
            servers[f"boardgame.io {VERSION}"] = Boardgame
        for name, start in servers.items():
            status.update(name)
            server = start()
            try:
                saturated[name] = measure(name, server, loads, args.seconds, rows)
            finally:
                server.stop()
        if args.memory:
            status.update("memory")
            memory(f"sqlite:///{folder}/memory.db", rows)
    console.print(rows)
    if args.peer:
        peer = saturated[f"boardgame.io {VERSION}"]
        console.print(f"saturated, SQLite / boardgame.io: {saturated['SQLite'] / peer:.2f}")


if __name__ == "__main__":
    main()
