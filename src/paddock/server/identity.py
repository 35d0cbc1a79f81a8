"""Who is asking: a random token identifies a device, and a random secret hands on a seat.

There are no accounts. Only digests of tokens and secrets are ever stored or logged.
"""

import re
from hashlib import sha256
from ipaddress import IPv6Address, ip_address
from secrets import choice, token_urlsafe
from typing import Any

from litestar.connection import ASGIConnection, Request
from litestar.datastructures import Cookie

from paddock.kernel.refusal import refusal

Connection = ASGIConnection[Any, Any, Any, Any]
AnyRequest = Request[Any, Any, Any]

COOKIE = "paddock_device"
COOKIE_AGE = 400 * 24 * 60 * 60  # seconds; the most that browsers allow

_TOKEN_BYTES = 32
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
# Digits and letters without i, l, o (too like 1 and 0) and u (to avoid accidental words).
_ID_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
_ID_LENGTH = 26  # at five bits each, at least 128 bits
_ID = re.compile(f"[{_ID_LETTERS}]{{{_ID_LENGTH}}}")
FOREIGN = refusal("foreign_origin", "Requests from other websites are not allowed.")
# Headers that proxies add to requests they forward.
_FORWARDED = ("forwarded", "via", "x-forwarded-for", "x-forwarded-proto", "x-real-ip")
_DEFAULT_PORTS = {"http": ":80", "https": ":443"}


def new_token() -> str:
    """A device's token, or the secret of a link to a seat: 256 random bits."""
    return token_urlsafe(_TOKEN_BYTES)


def well_formed(token: str) -> bool:
    """Whether this could be a token or secret at all, which is cheaper than asking the store."""
    return _TOKEN.fullmatch(token) is not None


def digest(token: str) -> str:
    """What is stored of a token or secret. These are random, so they need no salt or slow hash."""
    return sha256(token.encode()).hexdigest()


def new_table_id() -> str:
    """An id too long to guess, because anyone who knows it may watch the table."""
    return "".join(choice(_ID_LETTERS) for _ in range(_ID_LENGTH))


def well_formed_id(table: str) -> bool:
    return _ID.fullmatch(table) is not None


def cookie(token: str, connection: Connection) -> Cookie:
    """A cookie that keeps a browser's token where scripts cannot read it."""
    return Cookie(
        key=COOKIE,
        value=token,
        path="/",
        max_age=COOKIE_AGE,
        httponly=True,
        samesite="lax",
        secure=_is_secure(connection),
    )


def token_of(connection: Connection) -> str | None:
    """The token from the Authorization header or else from the cookie, if it is well-formed."""
    scheme, _, bearer = connection.headers.get("authorization", "").partition(" ")
    kept = connection.cookies.get(COOKIE, "")
    token = bearer.strip() if scheme.casefold() == "bearer" else kept
    return token if well_formed(token) else None


def device_of(connection: Connection) -> str | None:
    """The digest that identifies the device; whether we know the device is for the store to say."""
    token = token_of(connection)
    return None if token is None else digest(token)


def address_of(connection: Connection) -> str:
    return connection.client.host if connection.client else ""


def same_origin(connection: Connection) -> bool:
    """Whether the request does not come from another site's page. Browsers let any page open a
    socket or post a form, and may send our cookie with it.

    Programs other than browsers send no origin. Behind a proxy that changes the host, `origins` in
    the app's state lists our own.
    """
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    if origin in connection.app.state.get("origins", ()):
        return True
    scheme, _, host = origin.lower().partition("://")
    if scheme not in _DEFAULT_PORTS or (_is_secure(connection) and scheme != "https"):
        return False
    port = _DEFAULT_PORTS[scheme]
    used = connection.headers.get("host", "").lower()
    return host != "" and host.removesuffix(port) == used.removesuffix(port)


def asks_from_here(connection: Connection) -> bool:
    """Whether the request comes from a program on this machine, other than a proxy."""
    if connection.client is None or any(name in connection.headers for name in _FORWARDED):
        return False
    address = ip_address(connection.client.host)
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return (mapped or address).is_loopback


def _is_secure(connection: Connection) -> bool:
    return connection.scope["scheme"] in ("https", "wss")
