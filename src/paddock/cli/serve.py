"""`paddock serve`: tables on the network for friends, each on their own device."""

from __future__ import annotations

import gc
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EADDRINUSE, EADDRNOTAVAIL
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from socket import socket
from threading import Event, Thread
from time import sleep
from types import FrameType
from typing import TYPE_CHECKING, Annotated

import typer

from paddock.cli.addresses import Addresses
from paddock.installed import declare_installed

if TYPE_CHECKING:
    from paddock.server.app import Settings

BREATH = 0.5  # seconds before a dead worker is replaced


def serve(  # noqa: PLR0913, PLR0917  # a command line has as many options as it has
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65_535, help="The port to listen on; 0 takes any free one.")
    ] = 8000,
    database: Annotated[
        str, typer.Option(help="sqlite:///FILE, or postgresql://USER:PASSWORD@HOST/NAME.")
    ] = "sqlite:///paddock.db",
    redis: Annotated[
        str | None, typer.Option(help="redis://HOST. Required with several workers.")
    ] = None,
    workers: Annotated[int, typer.Option(min=1, help="How many processes answer requests.")] = 1,
    pace: Annotated[
        float, typer.Option(min=0, help="Delay between automatic moves, in seconds.")
    ] = 0.8,
    origin: Annotated[
        list[str] | None,
        typer.Option(help="Another web address from which people may play. Repeatable."),
    ] = None,
    heartbeat: Annotated[
        float, typer.Option(min=0.1, help="Seconds between two heartbeats to every client.")
    ] = 10.0,
    connections: Annotated[
        int,
        typer.Option(
            min=1, help="How many connections one address may have open at the same time."
        ),
    ] = 2_000,
    proxy: Annotated[
        list[str] | None,
        typer.Option(help="A trusted proxy on another machine. Repeatable."),
    ] = None,
    browser: Annotated[
        bool, typer.Option("--open", help="Open Paddock in a browser, if there is a screen.")
    ] = False,
) -> None:
    """Let people play in their browsers, until you stop this with Ctrl-C."""
    # The server's libraries take a second to load, so other commands should not load them.
    with _loading():
        from paddock.server.app import LOOPBACK, Settings, bound, run  # noqa: PLC0415  # slow to load
        from paddock.server.store import CannotOpen  # noqa: PLC0415  # slow to load

    if workers > 1 and (not database.startswith("postgresql") or redis is None):
        raise typer.BadParameter(
            "several workers need PostgreSQL (--database) and Redis (--redis)",
            param_hint="--workers",
        )
    settings = Settings(
        host=host,
        port=port,
        database=database,
        redis=redis,
        workers=workers,
        pace=pace,
        origins=tuple(origin or ()),
        heartbeat=heartbeat,
        connections=connections,
        proxies=(*LOOPBACK, *(proxy or ())),
    )
    try:
        listening = bound(settings)
    except OSError as error:
        taken = error.errno == EADDRINUSE
        advice = ". If no Paddock is running there already, choose another --port" if taken else ""
        raise typer.BadParameter(
            f"Cannot listen on {host}:{port}: {error.strerror}{advice}",
            param_hint="--host" if error.errno == EADDRNOTAVAIL else "--port",
        ) from error
    addresses = Addresses.of(host, listening.getsockname()[1], browser=browser)
    try:
        if workers == 1:
            run(settings, listening, addresses.tell)
        else:
            _supervise(settings, listening, addresses)
    except CannotOpen as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(1) from error


@contextmanager
def _loading() -> Iterator[None]:
    """Pause garbage collection, which takes a fifth of the loading time and finds nothing."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _tell_first(heard: Connection, addresses: Addresses) -> None:
    """Print the address as soon as the first worker answers; the others do not matter."""
    with heard:
        heard.recv()
    addresses.tell()


def _work(settings: Settings, listening: socket, ready: Connection) -> None:
    """Run one of several worker processes; it exits if the store cannot be opened yet."""
    declare_installed()
    with _loading():
        from paddock.server.app import run  # noqa: PLC0415  # slow to load
        from paddock.server.store import CannotOpen  # noqa: PLC0415  # slow to load

    def answering() -> None:
        with suppress(BrokenPipeError):  # another worker was first: nobody listens any more
            ready.send(None)

    try:
        run(settings, listening, answering)
    except CannotOpen as error:
        sys.exit(str(error))


def _supervise(settings: Settings, listening: socket, addresses: Addresses) -> None:
    """Keep the workers running: replace those that die, and pass a signal to stop on to all."""
    from paddock.server.app import check  # noqa: PLC0415  # slow to load
    from paddock.server.server_log import install, server_log  # noqa: PLC0415  # slow to load

    install()
    check(settings)
    context = get_context("spawn")
    heard, ready = context.Pipe(duplex=False)
    Thread(target=_tell_first, args=(heard, addresses), daemon=True).start()
    processes: list[SpawnProcess] = []
    stopping = Event()

    def stop(_number: int, _frame: FrameType | None) -> None:
        stopping.set()
        for process in processes:
            process.terminate()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
    while not stopping.is_set():
        while len(processes) < settings.workers:
            process = context.Process(target=_work, args=(settings, listening, ready))
            process.start()
            processes.append(process)
        if stopping.is_set():  # the signal arrived while a worker was starting
            break
        wait([process.sentinel for process in processes])
        for process in [process for process in processes if not process.is_alive()]:
            processes.remove(process)
            if not stopping.is_set():
                server_log.warning("worker_died", status=process.exitcode or 0)
                sleep(BREATH)
    for process in processes:
        process.terminate()
        process.join()
