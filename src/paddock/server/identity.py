"""Who is asking: a device is known by a random token, a seat is handed on by a random secret.

Nobody registers. Of tokens and secrets only digests are stored or written to a journal.
"""

import re
from hashlib import sha256
from ipaddress import IPv6Address, ip_address
from secrets import choice, token_urlsafe
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from paddock.kernel.rejection import reject

Connection = ASGIConnection[Any, Any, Any, Any]

COOKIE = "paddock_device"
COOKIE_AGE = 400 * 24 * 60 * 60  # seconds; browsers keep none longer

_TOKEN_BYTES = 32
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
# Figures and small letters without i, l, o (too like 1 and 0) and u (so that few words come out).
_ID_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
_ID_LENGTH = 26  # of five bits each: no fewer than 128
_ID = re.compile(f"[{_ID_LETTERS}]{{{_ID_LENGTH}}}")
FOREIGN = reject("foreign_origin", "This page may not open a table here.")
# What proxies add to a request that they pass on.
_FORWARDED = ("forwarded", "via", "x-forwarded-for", "x-forwarded-proto", "x-real-ip")
_DEFAULT_PORTS = {"http": ":80", "https": ":443"}


def new_token() -> str:
    """A device's token, or the secret of a link to a seat: 256 bits that nobody can guess."""
    return token_urlsafe(_TOKEN_BYTES)


def well_formed(token: str) -> bool:
    """Whether this could be a token or secret at all: cheaper than a look into the store."""
    return _TOKEN.fullmatch(token) is not None


def digest(token: str) -> str:
    """What is stored of a token or secret. It has too many bits to need salt or slowness."""
    return sha256(token.encode()).hexdigest()


def new_table_id() -> str:
    """Short enough to read out, too long to guess: who knows it may look on."""
    return "".join(choice(_ID_LETTERS) for _ in range(_ID_LENGTH))


def well_formed_id(table: str) -> bool:
    return _ID.fullmatch(table) is not None


def cookie(token: str, connection: Connection) -> Cookie:
    """Keeps a browser's token where its scripts cannot read it."""
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
    """The token that a program sends as bearer or else a browser as cookie, if it could be one."""
    scheme, _, bearer = connection.headers.get("authorization", "").partition(" ")
    kept = connection.cookies.get(COOKIE, "")
    token = bearer.strip() if scheme.casefold() == "bearer" else kept
    return token if well_formed(token) else None


def same_origin(connection: Connection) -> bool:
    """Whether a page of ours asks: browsers let any page open a socket or post a form, and send our
    cookie along, to a socket always, to a request from another port or subdomain of ours.

    A program that is no browser names no origin. Behind a proxy that changes the host, the app's
    state lists the `origins` that are ours.
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
    """Whether it is a program on this machine that asks, and no proxy on somebody's behalf."""
    if connection.client is None or any(name in connection.headers for name in _FORWARDED):
        return False
    address = ip_address(connection.client.host)
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return (mapped or address).is_loopback


def _is_secure(connection: Connection) -> bool:
    return connection.scope["scheme"] in ("https", "wss")
