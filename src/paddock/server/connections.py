"""The connections themselves, as Uvicorn serves them, with an end to its patience.

Left alone it would wait for ever for somebody who connects and asks for nothing, who never comes to
the end of what they ask, or who does not take the answer: each of them keeps a place that others
need.
"""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

ASKED = 60.0  # seconds for a request to be there, its body included
TAKEN = 120.0  # seconds for its answer to be given and taken
FAREWELL = 5.0  # seconds for what was sent last over a socket

_STILL_ASKING = (h11.IDLE, h11.SEND_BODY)


class Web(H11Protocol):
    """Between two requests Uvicorn's own time for keeping alive counts, which is far shorter."""

    _asking = True  # whether it is for the client to go on
    _end: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as its base
        super().connection_made(transport)
        self._within(ASKED)

    def data_received(self, data: bytes) -> None:
        if not self._asking:
            self._asking = True
            self._within(ASKED)
        super().data_received(data)
        if self.conn.their_state not in _STILL_ASKING:
            self._asking = False
            self._within(TAKEN)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._within(None)  # from here on it is a socket's
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self._within(None)
        super().connection_lost(exc)

    def _within(self, seconds: float | None) -> None:
        if self._end is not None:
            self._end.cancel()
        self._end = None if seconds is None else self.loop.call_later(seconds, self.transport.abort)


class Sockets(WebSocketsSansIOProtocol):
    """When nobody serves a socket any more, it ends even if its client takes nothing."""

    async def run_asgi(self) -> None:
        await super().run_asgi()
        self.loop.call_later(FAREWELL, self.transport.abort)
