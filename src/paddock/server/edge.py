"""What every request passes first and every answer last."""

from __future__ import annotations

from typing import Any

from litestar import Litestar, Response
from litestar.connection import Request
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.status_codes import HTTP_503_SERVICE_UNAVAILABLE
from litestar.types import Message, Receive, Scope, Send

from paddock.server.door import Door
from paddock.server.socket import LATER, TOO_MANY
from paddock.server.store import Store


class Edge:
    """Sends away whom there is no room for, answers HEAD as GET, and says of all that does not say
    so itself that it is to be taken as what it is and kept by nobody."""

    def __init__(self, app: Litestar, door: Door, store: Store) -> None:
        self._app = app
        self._door = door
        self._store = store

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.WEBSOCKET:
            await self._app(scope, receive, send)
            return

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableScopeHeaders.from_message(message)
                headers.setdefault("X-Content-Type-Options", "nosniff")
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        if scope["method"] == "HEAD":
            scope = scope.copy()
            scope["method"] = "GET"  # the connection, which knows better, leaves the body out
        request = Request[Any, Any, Any](scope, receive, answer)
        if await self._door.has_room_for(request, self._store):
            await self._app(scope, receive, answer)
            return
        headers = {"Connection": "close", "Retry-After": str(LATER)}
        away = Response(TOO_MANY, status_code=HTTP_503_SERVICE_UNAVAILABLE, headers=headers)
        await away.to_asgi_response(self._app, request)(scope, receive, answer)
