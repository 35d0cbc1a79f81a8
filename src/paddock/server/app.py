"""The server put together: store, wake-ups, rooms, HTTP and sockets on one port."""

import asyncio
import gc
import signal
import socket as sockets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from http import HTTPStatus
from multiprocessing import parent_process
from typing import Any

import uvicorn
from litestar import Litestar, Response, get
from litestar.di import Provide
from litestar.exceptions import HTTPException, NotFoundException, ValidationException
from litestar.openapi import OpenAPIConfig
from msgspec import Struct, field
from uvicorn.loops.auto import auto_loop_factory

from paddock import __version__
from paddock.kernel.refusal import Refusal, refusal
from paddock.server.api import CONTROLLERS
from paddock.server.api.dependencies import DEPENDENCIES, RefusedError, only_our_pages
from paddock.server.assets import not_found_page, routes
from paddock.server.clock import go_by, offset
from paddock.server.connection_limits import ConnectionLimits, Guest, places, raise_descriptors
from paddock.server.connections import Sockets, Web
from paddock.server.database import served_alone
from paddock.server.identity import AnyRequest, asks_from_here
from paddock.server.limits import MOST_OPEN, Limits
from paddock.server.lobby import Lobby
from paddock.server.metrics import CONTENT_TYPE, render
from paddock.server.middleware import Middleware
from paddock.server.openapi import Description
from paddock.server.readiness import Readiness
from paddock.server.replays import Replays
from paddock.server.room import NOT_STORED
from paddock.server.rooms import HEARTBEAT_SECONDS, Rooms
from paddock.server.server_log import install, server_log
from paddock.server.socket import table_socket
from paddock.server.store import NoSuchTable, Store, Unavailable
from paddock.server.table import NO_TABLE
from paddock.server.wakeups import LocalWakeups, Wakeups
from paddock.wire.messages import LONGEST_MESSAGE
from paddock.wire.schema import asyncapi

LARGEST_BODY = 512 * 1024  # an edition is by far the largest thing that anyone sends
BACKLOG = 2_048
LOOPBACK = ("127.0.0.1", "::1")
# How rarely the garbage collector looks for reference cycles. States, events and views have none,
# and at Python's default of 700 allocations it would stall every table many times a second.
GC_THRESHOLDS = (50_000, 20, 100)

_UNREADABLE = refusal("malformed", "The request is not valid JSON, or is nested too deeply.")
_INTERNAL = refusal("internal", "Something went wrong on the server. The error was logged.")


class Settings(Struct, frozen=True):
    """How to run a server.

    `pace` is the number of seconds between two moves of bots, `heartbeat` between two messages
    that name the head of a table. `connections` limits how many connections one address may have
    open, and how many people may watch one table. `proxies` are trusted to name the address that
    they forward for. `clock` is the time that all its processes share.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    database: str = "sqlite:///paddock.db"
    redis: str | None = None
    workers: int = 1
    pace: float = 0.8
    origins: tuple[str, ...] = ()
    heartbeat: float = HEARTBEAT_SECONDS
    connections: int = MOST_OPEN
    proxies: tuple[str, ...] = LOOPBACK
    clock: float = field(default_factory=offset)


def make_app(rooms: Rooms, settings: Settings, connection_limits: ConnectionLimits) -> Litestar:
    readiness = Readiness(rooms.store)
    protocol = cache(lambda: asyncapi(__version__))  # slow, so built on the first request
    shared = {
        "rooms": rooms,
        "lobby": Lobby(rooms),
        "limits": Limits(most_open=settings.connections),
        "connection_limits": connection_limits,
        "replays": Replays(rooms.store),
    }

    @get("/health", sync_to_thread=False)
    def health() -> Response[dict[str, str]]:
        """Liveness: 200 while the process answers, even if the database is away; 503 if the
        process cannot recover and has to be restarted."""
        alive = rooms.store.appender.alive
        body = {"status": "ok" if alive else "failing", "version": __version__}
        return _health(body, well=alive)

    @get("/ready")
    async def ready() -> Response[dict[str, str]]:
        """Readiness: 200 if a command can be stored now, else 503."""
        stores = await readiness.ready()
        return _health({"status": "ready" if stores else "not_ready"}, well=stores)

    @get("/metrics", media_type=CONTENT_TYPE, sync_to_thread=False)
    def figures(request: AnyRequest) -> bytes:
        """For Prometheus on this machine; any other client gets a 404."""
        if not asks_from_here(request):
            raise NotFoundException
        return render()

    @get("/api/schema/asyncapi.json", sync_to_thread=False, include_in_schema=False)
    def sockets_schema() -> dict[str, Any]:
        return protocol()

    app = Litestar(
        [health, ready, figures, sockets_schema, *CONTROLLERS, table_socket, *routes()],
        dependencies=DEPENDENCIES | {name: _provided(part) for name, part in shared.items()},
        openapi_config=OpenAPIConfig(
            "Paddock", __version__, path="/api/schema", render_plugins=[Description()]
        ),
        guards=[only_our_pages],
        exception_handlers={
            RefusedError: _refused,
            NoSuchTable: _always(NO_TABLE, HTTPStatus.NOT_FOUND),  # deleted meanwhile
            Unavailable: _always(NOT_STORED, HTTPStatus.SERVICE_UNAVAILABLE, "store_away"),
            NotFoundException: _not_found,
            HTTPException: _http,
            # Bodies that the framework does not catch: endless brackets, bytes that are not text.
            RecursionError: _always(_UNREADABLE, HTTPStatus.BAD_REQUEST),
            UnicodeDecodeError: _always(_UNREADABLE, HTTPStatus.BAD_REQUEST),
            Exception: _always(_INTERNAL, HTTPStatus.INTERNAL_SERVER_ERROR, "internal"),
        },
        request_max_body_size=LARGEST_BODY,
        logging_config=None,
    )
    app.state.origins = settings.origins
    return app


def _provided(part: object) -> Provide:
    return Provide(lambda: part, sync_to_thread=False)


def _health(body: dict[str, str], *, well: bool) -> Response[dict[str, str]]:
    return Response(body, status_code=HTTPStatus.OK if well else HTTPStatus.SERVICE_UNAVAILABLE)


Handled = Response[Refusal]


def _refused(_request: AnyRequest, error: RefusedError) -> Handled:
    return Response(error.reason, status_code=error.status_code)


def _not_found(request: AnyRequest, error: NotFoundException) -> Handled | Response[bytes]:
    return not_found_page(request) or _http(request, error)


def _http(_request: AnyRequest, error: HTTPException) -> Handled:
    """What the framework refuses: malformed bodies, wrong types, unknown paths."""
    if isinstance(error, ValidationException) and error.extra:
        detail = "; ".join(_named(found) for found in error.extra)
    else:
        detail = error.detail
    reason = refusal("malformed", "Invalid request: {reason}", reason=detail)
    return Response(reason, status_code=error.status_code)


def _named(found: Any) -> str:
    return f"{found.get('key', '')} {found.get('message', '')}".strip()


def _always(
    reason: Refusal, status: HTTPStatus, event: str = ""
) -> Callable[[AnyRequest, Exception], Handled]:
    """A handler of errors that all have the same answer; logs the error if `event` is given."""

    def handle(request: AnyRequest, error: Exception) -> Handled:
        if event:
            server_log.exception(event, path=request.url.path, error=type(error).__name__)
        return Response(reason, status_code=status)

    return handle


class Server(uvicorn.Server):
    """Reports when it accepts connections, and asks everyone to reconnect before it stops."""

    def __init__(
        self, settings: Settings, rooms: Rooms, ready: Callable[[], object] = bool
    ) -> None:
        self._connection_limits = ConnectionLimits(places(), settings.connections, settings.proxies)
        self._rooms = rooms
        self._ready = ready
        config = uvicorn.Config(
            Middleware(
                make_app(rooms, settings, self._connection_limits),
                self._connection_limits,
                rooms.store,
            ),
            lifespan="off",
            http="h11",
            ws=Sockets,
            forwarded_allow_ips=list(settings.proxies),
            ws_max_size=4 * LONGEST_MESSAGE,
            ws_per_message_deflate=False,
            log_config=None,
            access_log=False,
            timeout_graceful_shutdown=5,
            server_header=False,
        )
        super().__init__(config)

    async def startup(self, sockets: list[sockets.socket] | None = None) -> None:
        await super().startup([])  # given the sockets, Uvicorn would accept every connection
        self._connection_limits.open(sockets or [], self._welcome)
        self._ready()

    def _welcome(self, guest: Guest) -> Web:
        return Web(guest, self.config, self.server_state, self.lifespan.state)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop on a signal, and in a worker also when the process that started it is gone.

        Uvicorn's own method raises the signal again at the end, which would cut the clean-up short.
        """
        loop, parent = asyncio.get_running_loop(), parent_process()

        def orphaned() -> None:
            assert parent is not None
            loop.remove_reader(parent.sentinel)
            self.handle_exit(signal.SIGTERM, None)

        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self.handle_exit, number, None)
        if parent is not None:
            loop.add_reader(parent.sentinel, orphaned)
        try:
            yield
        finally:
            for number in (signal.SIGINT, signal.SIGTERM):
                loop.remove_signal_handler(number)
            if parent is not None:
                loop.remove_reader(parent.sentinel)

    async def shutdown(self, sockets: list[sockets.socket] | None = None) -> None:
        self._connection_limits.close()
        await self._rooms.say_goodbye()
        await super().shutdown(sockets)


def bound(settings: Settings) -> sockets.socket:
    """The listening socket, bound before anything else is done; port 0 takes any free port."""
    family = sockets.AF_INET6 if ":" in settings.host else sockets.AF_INET
    listening = sockets.socket(family, sockets.SOCK_STREAM)
    listening.setsockopt(sockets.SOL_SOCKET, sockets.SO_REUSEADDR, 1)
    listening.bind((settings.host, settings.port))
    listening.listen(BACKLOG)
    listening.setblocking(False)
    return listening


async def serve(settings: Settings, listening: sockets.socket, ready: Callable[[], object]) -> None:
    """Run one process of the server until it is told to stop; call `ready` once it answers."""
    store = await Store.open(settings.database)
    if settings.redis is None:  # no other process serves these tables
        await store.leases.release_all()
    wakeups = _wakeups(settings.redis)
    rooms = Rooms(store, wakeups, settings.pace, settings.heartbeat)
    try:
        async with rooms.opened():
            await Server(settings, rooms, ready).serve([listening])
    finally:
        await wakeups.close()
        await store.close()


def _wakeups(redis: str | None) -> Wakeups:
    if redis is None:
        return LocalWakeups()
    from paddock.server.redis_wakeups import RedisWakeups  # noqa: PLC0415  # slow to load

    return RedisWakeups(redis)


def check(settings: Settings) -> None:
    """Migrate the store, or raise `CannotOpen`, before any process needs it."""

    async def opened() -> None:
        await (await Store.open(settings.database)).close()

    asyncio.run(opened())


def run(settings: Settings, listening: sockets.socket, ready: Callable[[], object]) -> None:
    """The whole life of one server process."""
    install()
    go_by(settings.clock)
    raise_descriptors()
    gc.freeze()  # everything loaded so far stays
    gc.set_threshold(*GC_THRESHOLDS)
    with (
        served_alone(settings.database),
        asyncio.Runner(loop_factory=auto_loop_factory()) as runner,
    ):
        runner.run(serve(settings, listening, ready))
