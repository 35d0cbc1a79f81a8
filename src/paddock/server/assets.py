"""The browser client as it is served: one page for all of its addresses, and the files it names.

They are read once, when the server starts: no address ever reaches the disk. A file's name tells
its content, so a browser may keep it for ever; the page itself it asks for again each time.
"""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from litestar.status_codes import HTTP_200_OK, HTTP_404_NOT_FOUND, HTTP_503_SERVICE_UNAVAILABLE
from msgspec import Struct

FOLDER = Path(__file__).parent / "client"
# How the addresses of the client's own pages begin; web/src/router.svelte.ts knows the same.
PAGES = ("new", "table", "rules", "replay", "learn", "edition")
# Nothing from anywhere else, nothing written into the page itself, no frame around it.
POLICY = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data:",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "object-src 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
UNBUILT = """\
The browser client is not built here.

Build it with `make web` in Paddock's folder, then start the server again.
Meanwhile the API works, and describes itself at /api/schema/openapi.json.
"""
# Not left to the system's own list, which may call a script plain text.
_KINDS = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}
# Best first, with the ending of the files that are compressed that way.
_CODINGS = {"br": ".br", "gzip": ".gz"}

AnyRequest = Request[Any, Any, Any]


class Served(Struct, frozen=True):
    """A file: its media type, its content, and its content by coding where it is compressed."""

    kind: str
    plain: bytes
    coded: Mapping[str, bytes]


def routes(folder: Path = FOLDER) -> tuple[HTTPRouteHandler, ...]:
    """What answers for the client."""
    page = read(folder / "index.html")
    built = (folder / "assets").glob("*")
    files = {file.name: read(file) for file in built if file.suffix not in _CODINGS.values()}
    addresses = [
        "/",
        *(f"/{page}" for page in PAGES),
        *(f"/{page}/{{rest:path}}" for page in PAGES),
    ]

    @get(addresses, include_in_schema=False, sync_to_thread=False)
    def client(request: AnyRequest) -> Response[bytes]:
        if page is None:
            return Response(
                UNBUILT.encode(),
                status_code=HTTP_503_SERVICE_UNAVAILABLE,
                media_type="text/plain",
                headers=HEADERS | {"Cache-Control": ASK_AGAIN},
            )
        return _answer(page, request, ASK_AGAIN)

    @get("/assets/{name:str}", include_in_schema=False, sync_to_thread=False)
    def asset(name: FromPath[str], request: AnyRequest) -> Response[bytes]:
        found = files.get(name)
        if found is None:
            raise NotFoundException
        return _answer(found, request, FOR_EVER)

    return client, asset


def wayside(folder: Path = FOLDER) -> Callable[[AnyRequest], Response[bytes] | None]:
    """What a person sees at an address that leads nowhere: the client's page, which says so."""
    page = read(folder / "index.html")

    def lost(request: AnyRequest) -> Response[bytes] | None:
        person = "text/html" in request.headers.get("accept", "")
        if page is None or not person or request.url.path.startswith("/api/"):
            return None
        answer = _answer(page, request, ASK_AGAIN)
        answer.status_code = HTTP_404_NOT_FOUND
        return answer

    return lost


def read(file: Path) -> Served | None:
    """A file of the client with its compressed forms, if it was built."""
    if not file.is_file():
        return None
    coded = {
        coding: beside.read_bytes()
        for coding, ending in _CODINGS.items()
        if (beside := file.with_name(file.name + ending)).is_file()
    }
    return Served(_KINDS[file.suffix], file.read_bytes(), coded)


def _answer(file: Served, request: AnyRequest, cached: str) -> Response[bytes]:
    headers = HEADERS | {"Cache-Control": cached, "Vary": "Accept-Encoding"}
    accepted = request.headers.get("accept-encoding", "")
    for coding, content in file.coded.items():
        if _accepts(accepted, coding):
            headers["Content-Encoding"] = coding
            return _response(content, file.kind, headers)
    return _response(file.plain, file.kind, headers)


def _response(content: bytes, kind: str, headers: dict[str, str]) -> Response[bytes]:
    return Response(content, status_code=HTTP_200_OK, media_type=kind, headers=headers)


def _accepts(header: str, coding: str) -> bool:
    """Whether a browser names the coding, and not only to say that it wants none of it."""
    named = re.compile(rf"\s*{coding}\s*(?!;\s*q=0(\.0*)?\s*$)(;.*)?", re.IGNORECASE)
    return any(named.fullmatch(part) for part in header.split(","))
