"""What happens to every request before the app sees it, and to every response after."""

from typing import Any

from litestar import Litestar, Response
from litestar.connection import Request
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.status_codes import HTTP_503_SERVICE_UNAVAILABLE
from litestar.types import Message, Receive, Scope, Send

from paddock.server.connection_limits import ConnectionLimits
from paddock.server.socket import RETRY_SECONDS, TOO_MANY
from paddock.server.store import Store


class Middleware:
    """Turns clients away when the server is full, answers HEAD like GET, and forbids sniffing and
    caching in responses that do not set these headers themselves."""

    def __init__(self, app: Litestar, connection_limits: ConnectionLimits, store: Store) -> None:
        self._app = app
        self._connection_limits = connection_limits
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
            scope["method"] = "GET"  # the HTTP connection knows the method and omits the body
        request = Request[Any, Any, Any](scope, receive, answer)
        if await self._connection_limits.has_room_for(request, self._store):
            await self._app(scope, receive, answer)
            return
        headers = {"Connection": "close", "Retry-After": str(RETRY_SECONDS)}
        away = Response(TOO_MANY, status_code=HTTP_503_SERVICE_UNAVAILABLE, headers=headers)
        await away.to_asgi_response(self._app, request)(scope, receive, answer)
