"""HTTP and WebSocket connections as Uvicorn serves them, with timeouts and a frame limit.

Uvicorn alone would wait forever for a client that connects and sends nothing, that never finishes
its request, or that does not read the response. Each would hold a connection that others need. It
would also keep reading from a client that was told to go.
"""

import asyncio
from typing import Any

import h11
from litestar.connection import ASGIConnection
from uvicorn import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame
from websockets.http11 import Request

from paddock.server.connection_limits import Guest
from paddock.server.limits import Bucket
from paddock.server.lone_event import LoneEvent

HEAD_SECONDS = 5.0  # to send the head of a request
BODY_SECONDS = 60.0  # to send its body after that
RESPONSE_SECONDS = 120.0  # for the response to be made and read
FAREWELL_SECONDS = 5.0  # to read the last message of a socket
# Of pings, pongs and continuation frames.
FRAMES_PER_SECOND, FRAMES_AT_ONCE = 40.0, 120
MOST_UNREAD = 16  # messages of a client that wait; with more, it is not read for the moment
SHORT, LONG = 126, 1 << 16  # payloads from these sizes on have a longer header (RFC 6455, 5.2)

_INCOMPLETE = (h11.IDLE, h11.SEND_BODY)


class Web(H11Protocol):
    """An HTTP connection. Between two requests, Uvicorn's keep-alive timeout applies."""

    _waits_for: object = None  # the part of a request that comes next
    _end: asyncio.TimerHandle | None = None

    def __init__(
        self, guest: Guest, config: Config, server_state: ServerState, app_state: dict[str, Any]
    ) -> None:
        super().__init__(config, server_state, app_state)
        self._guest = guest

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as its base
        super().connection_made(transport)
        self._guest.came(transport)
        self._wait_for(h11.IDLE)

    def data_received(self, data: bytes) -> None:
        if self._waits_for is h11.DONE:  # another request begins
            self._wait_for(h11.IDLE)
        super().data_received(data)
        if self.transport.get_protocol() is not self:
            return  # it has become a WebSocket
        state = self.conn.their_state
        if state is not h11.IDLE:
            self._guest.busy()
        self._wait_for(state if state in _INCOMPLETE else h11.DONE)

    def on_response_complete(self) -> None:
        self._guest.waits()
        super().on_response_complete()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._within(None)
        self._guest.busy()
        super().handle_websocket_upgrade(event)
        socket = self.transport.get_protocol()
        assert isinstance(socket, Sockets)
        socket.guest = self._guest

    def connection_lost(self, exc: Exception | None) -> None:
        self._within(None)
        self._guest.left()
        super().connection_lost(exc)

    def _wait_for(self, part: object) -> None:
        """Start the timeout for a part. It covers the whole part, however slowly bytes arrive."""
        if part is self._waits_for:
            return
        self._waits_for = part
        if part is h11.IDLE:
            self._within(HEAD_SECONDS)
        else:
            self._within(BODY_SECONDS if part is h11.SEND_BODY else RESPONSE_SECONDS)

    def _within(self, seconds: float | None) -> None:
        if self._end is not None:
            self._end.cancel()
        self._end = None if seconds is None else self.loop.call_later(seconds, self.transport.abort)


def framed(payload: bytes) -> bytes:
    """A text message as one WebSocket frame: the same bytes for everyone who gets it."""
    size = len(payload)
    if size < SHORT:
        return bytes((0x81, size)) + payload
    if size < LONG:
        return b"\x81\x7e" + size.to_bytes(2) + payload
    return b"\x81\x7f" + size.to_bytes(8) + payload


def socket_of(connection: ASGIConnection[Any, Any, Any, Any]) -> "Sockets":
    """The WebSocket under a connection of the framework."""
    socket = (connection.scope["extensions"] or {})["paddock"]["socket"]
    assert isinstance(socket, Sockets)
    return socket


class NothingQueued(asyncio.Queue[Any]):
    """Takes what Uvicorn would tell the app, which reads from the socket itself."""

    def put_nowait(self, item: object) -> None:
        pass


_NOTHING_QUEUED = NothingQueued()


class Gone(Exception):
    """The client has closed the connection, or lost it."""


class Sockets(WebSocketsSansIOProtocol):
    """A WebSocket. It ends when the app is done with it, even if the client reads nothing, and is
    no longer read after the client was told to go.

    Once it is accepted, the app takes messages from it and writes frames to it directly: the layers
    between would take twice the time of everything else that a step costs.

    `socket.py` limits the rate of messages. Pings, pongs and continuation frames never get there,
    so they are limited here: an endless stream of them would keep everyone else waiting.
    """

    guest: Guest | None = None

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._frames = Bucket(FRAMES_PER_SECOND, FRAMES_AT_ONCE)
        self._unread: list[bytes] = []
        self._held: list[bytes] | None = None
        self._arrived = LoneEvent()

    def serve_directly(self) -> None:
        """Free what only the handshake and the layers between need: a tenth of the memory."""
        self.queue = _NOTHING_QUEUED
        self.request.headers.clear()  # the parser keeps the request
        del self.request, self.response

    def hold(self) -> None:
        """Write nothing until `release`, so that a step and its acknowledgement go out together: a
        write takes longer than everything else that is done for a client."""
        self._held = []

    def release(self) -> None:
        held, self._held = self._held, None
        if held and not self._ends:
            self.transport.write(b"".join(held))

    def try_write(self, frame: bytes) -> bool:
        """Write a frame now; False if the client has not yet taken what was written before."""
        if not self.writable.is_set():
            return False
        if self._held is not None:
            self._held.append(frame)
        elif not self._ends:
            self.transport.write(frame)
        return True

    async def write(self, frame: bytes) -> None:
        """Write a frame as soon as the client has taken what was written before."""
        await self.writable.wait()
        self.release()
        if self._ends:
            raise Gone
        self.transport.write(frame)

    async def read(self) -> bytes:
        """The client's next message."""
        while not self._unread:
            if self._ends:
                raise Gone
            self._arrived.clear()
            await self._arrived.wait()
        message = self._unread.pop(0)
        if self.read_paused and not self._unread:
            self.read_paused = False
            self.transport.resume_reading()
        return message

    @property
    def _ends(self) -> bool:
        return self.close_sent or self.disconnected or self.transport.is_closing()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"]["paddock"] = {"socket": self}

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._arrived.set()
        if self.guest is not None:
            self.guest.left()

    def handle_close(self, event: Frame) -> None:
        super().handle_close(event)
        self._arrived.set()

    def send_receive_event_to_app(self) -> None:
        if self.close_sent:
            self.transport.pause_reading()
            return
        # Messages are text; a binary one is as good as an empty one.
        text = self.curr_msg_data_type == "text"
        self._unread.append(b"".join(self.frames) if text else b"")
        self.frames = []
        self._arrived.set()
        if len(self._unread) > MOST_UNREAD and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def handle_ping(self) -> None:
        if self._allowed():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._allowed():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if self._allowed():
            super().handle_cont(event)

    def handle_parser_exception(self) -> None:
        if self.conn.close_sent is None:  # before the handshake is done there is no way to say why
            self.transport.abort()
        else:
            super().handle_parser_exception()
            self._arrived.set()

    def _allowed(self) -> bool:
        """Whether the client may send one more such frame; if not, it is disconnected."""
        allowed = self._frames.take()
        if not allowed:
            self.transport.abort()
        return allowed

    async def run_asgi(self) -> None:
        await super().run_asgi()
        if self.guest is not None:
            self.guest.waits()
        self.loop.call_later(FAREWELL_SECONDS, self.transport.abort)
