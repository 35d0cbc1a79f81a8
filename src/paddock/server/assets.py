"""How the browser client is served: one page for all of its addresses, and the files it loads.

All are read once, when the server starts, so no request ever reaches the disk. File names contain
a hash of the content, so browsers may cache files forever; they check the page itself each time.
"""

import re
from collections.abc import Mapping
from functools import cache
from http import HTTPStatus
from pathlib import Path

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from msgspec import Struct

from paddock.server.identity import AnyRequest

FOLDER = Path(__file__).parent / "client"
# The first parts of the client's addresses, as in web/src/router.svelte.ts.
PAGES = ("new", "table", "rules", "replay", "learn", "edition")
# No content from other sites, no inline scripts or styles, no embedding in frames.
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
CACHE_FOREVER = "public, max-age=31536000, immutable"
REVALIDATE = "no-cache"
UNBUILT = """\
The browser client is not built here.

Build it with `make web` in Paddock's folder, then start the server again.
Meanwhile the API works, and describes itself at /api/schema/openapi.json.
"""
# Not taken from the system's list, which may say that a script is plain text.
_KINDS = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}
# Content codings, the best first, with the suffix of their files.
_CODINGS = {"br": ".br", "gzip": ".gz"}


class Served(Struct, frozen=True):
    """A file: its media type, its content, and its compressed content by coding."""

    kind: str
    plain: bytes
    coded: Mapping[str, bytes]


def routes(folder: Path = FOLDER) -> tuple[HTTPRouteHandler, ...]:
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
                status_code=HTTPStatus.SERVICE_UNAVAILABLE,
                media_type="text/plain",
                headers=HEADERS | {"Cache-Control": REVALIDATE},
            )
        return _answer(page, request, REVALIDATE)

    @get("/assets/{name:str}", include_in_schema=False, sync_to_thread=False)
    def asset(name: FromPath[str], request: AnyRequest) -> Response[bytes]:
        found = files.get(name)
        if found is None:
            raise NotFoundException
        return _answer(found, request, CACHE_FOREVER)

    return client, asset


def not_found_page(request: AnyRequest) -> Response[bytes] | None:
    """For an unknown address: the client's page, which says so, if a person asks in a browser."""
    page = read(FOLDER / "index.html")
    person = "text/html" in request.headers.get("accept", "")
    if page is None or not person or request.url.path.startswith("/api/"):
        return None
    return _answer(page, request, REVALIDATE, HTTPStatus.NOT_FOUND)


@cache
def read(file: Path) -> Served | None:
    """A file of the client with its compressed forms; None if the client was not built."""
    if not file.is_file():
        return None
    coded = {
        coding: beside.read_bytes()
        for coding, ending in _CODINGS.items()
        if (beside := file.with_name(file.name + ending)).is_file()
    }
    return Served(_KINDS[file.suffix], file.read_bytes(), coded)


def _answer(
    file: Served, request: AnyRequest, cached: str, status: HTTPStatus = HTTPStatus.OK
) -> Response[bytes]:
    headers = HEADERS | {"Cache-Control": cached, "Vary": "Accept-Encoding"}
    accepted = request.headers.get("accept-encoding", "")
    content = file.plain
    for coding, coded in file.coded.items():
        if _accepts(accepted, coding):
            headers["Content-Encoding"], content = coding, coded
            break
    return Response(content, status_code=status, media_type=file.kind, headers=headers)


def _accepts(header: str, coding: str) -> bool:
    """Whether the header names the coding, other than to exclude it with q=0."""
    named = re.compile(rf"\s*{coding}\s*(?!;\s*q=0(\.0*)?\s*$)(;.*)?", re.IGNORECASE)
    return any(named.fullmatch(part) for part in header.split(","))
