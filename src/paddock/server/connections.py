"""HTTP and WebSocket connections as Uvicorn serves them, with timeouts and a frame limit.

Uvicorn alone would wait forever for a client that connects and sends nothing, that never finishes
its request, or that does not read the response. Each would hold a connection that others need. It
would also keep reading from a client that was told to go.
"""

import asyncio
from typing import Any

import h11
from uvicorn import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame

from paddock.server.connection_limits import Guest
from paddock.server.limits import Bucket

HEAD_SECONDS = 5.0  # to send the head of a request
BODY_SECONDS = 60.0  # to send its body after that
RESPONSE_SECONDS = 120.0  # for the response to be made and read
FAREWELL_SECONDS = 5.0  # to read the last message of a socket
# Of pings, pongs and continuation frames.
FRAMES_PER_SECOND, FRAMES_AT_ONCE = 40.0, 120

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


class Sockets(WebSocketsSansIOProtocol):
    """A WebSocket. It ends when the app is done with it, even if the client reads nothing, and is
    no longer read after the client was told to go.

    `socket.py` limits the rate of messages. Pings, pongs and continuation frames never get there,
    so they are limited here: an endless stream of them would keep everyone else waiting.
    """

    guest: Guest | None = None

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._frames = Bucket(FRAMES_PER_SECOND, FRAMES_AT_ONCE)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self.guest is not None:
            self.guest.left()

    def send_receive_event_to_app(self) -> None:
        if self.close_sent:
            self.transport.pause_reading()
        super().send_receive_event_to_app()

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
