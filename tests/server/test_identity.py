"""Tokens of devices, ids of tables, and who may open a socket."""

import base64
import hashlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from litestar import Litestar, Request, WebSocket
from litestar.datastructures import State
from litestar.testing import RequestFactory

from paddock.server import identity

TOKEN = "A" * 21 + "-_" + "z" * 20
OTHER = "B" * 43
TABLE = "0123456789abcdefghjkmnpqrs"


def request(headers: dict[str, str], scheme: str = "http") -> Request[Any, Any, Any]:
    """A request as it reaches a handler."""
    asked = RequestFactory().get("/", headers=headers)
    asked.scope["scheme"] = scheme
    return asked


def socket(
    headers: dict[str, str], scheme: str = "ws", origins: tuple[str, ...] | None = None
) -> WebSocket[Any, Any, Any]:
    """A WebSocket as it reaches a handler; `origins` are those listed in the app's state."""
    state = State({} if origins is None else {"origins": origins})
    scope = dict(RequestFactory(app=Litestar(state=state)).get("/", headers=headers).scope)
    return WebSocket(scope | {"type": "websocket", "scheme": scheme})  # type: ignore[arg-type]  # a plain dict serves as scope


def test_a_token_is_32_random_bytes() -> None:
    """In letters that fit into a URL and a header, and never the same twice."""
    tokens = {identity.new_token() for _ in range(100)}
    assert len(tokens) == 100
    for token in tokens:
        assert len(base64.urlsafe_b64decode(token + "=")) == 32
        assert identity.well_formed(token)


@pytest.mark.parametrize(
    "token", ["", TOKEN[1:], TOKEN + "A", TOKEN + "\n", TOKEN[1:] + "=", TOKEN[1:] + "é", "٣" * 43]
)
def test_a_malformed_token_is_recognized(token: str) -> None:
    """Too short, too long or with other letters, without a look into the store."""
    assert not identity.well_formed(token)


def test_a_digest_is_sha_256() -> None:
    """Of the token's letters."""
    assert identity.digest(TOKEN) == hashlib.sha256(TOKEN.encode()).hexdigest()


def test_a_table_id_has_128_bits() -> None:
    """In 26 letters that nobody confuses with each other."""
    ids = {identity.new_table_id() for _ in range(200)}
    assert len(ids) == 200
    letters = set("".join(ids))
    assert len(letters) == 32 and letters.isdisjoint("ilouILO")
    assert {len(table) for table in ids} == {26}
    assert all(map(identity.well_formed_id, ids))
    assert len(letters) ** 26 >= 2**128


@pytest.mark.parametrize(
    "table", ["", TABLE[1:], TABLE + "0", TABLE[1:] + "l", TABLE.upper(), TABLE + "\n", "../" * 9]
)
def test_a_malformed_table_id_is_recognized(table: str) -> None:
    """There is only one form: no capitals, no other letters, no line end."""
    assert identity.well_formed_id(TABLE)
    assert not identity.well_formed_id(table)


@pytest.mark.parametrize(("scheme", "secure"), [("http", False), ("https", True)])
def test_the_cookie_is_only_for_the_browser(scheme: str, secure: bool) -> None:
    """Not for scripts or other sites, and only over https where the site uses it."""
    header = identity.cookie(TOKEN, request({}, scheme)).to_header(header="")
    parts = {part.strip() for part in header.split(";")}
    wanted = {f"paddock_device={TOKEN}", "HttpOnly", "SameSite=lax", "Path=/", "Max-Age=34560000"}
    assert parts == wanted | ({"Secure"} if secure else set())


@pytest.mark.parametrize(
    ("headers", "token"),
    [
        ({}, None),
        ({"authorization": f"Bearer {TOKEN}"}, TOKEN),
        ({"authorization": f"bearer  {TOKEN}"}, TOKEN),
        ({"cookie": f"other=1; paddock_device={TOKEN}"}, TOKEN),
        ({"authorization": f"Bearer {TOKEN}", "cookie": f"paddock_device={OTHER}"}, TOKEN),
        ({"authorization": "Bearer wrong", "cookie": f"paddock_device={OTHER}"}, None),
        ({"authorization": "Basic dTpw", "cookie": f"paddock_device={OTHER}"}, OTHER),
        ({"authorization": TOKEN}, None),
        ({"cookie": "paddock_device=wrong"}, None),
    ],
)
def test_the_token_of_a_request(headers: dict[str, str], token: str | None) -> None:
    """The Authorization header counts before the cookie; a malformed token is none."""
    assert identity.token_of(request(headers)) == token
    assert identity.token_of(socket(headers)) == token


@given(st.text(st.characters(codec="latin-1"), max_size=60))
def test_no_header_crashes_it(words: str) -> None:
    """Whatever a client sends, it either has a token or has none."""
    asked = request({})
    for name in (b"authorization", b"cookie", b"origin", b"host"):
        asked.scope["headers"] = [(name, words.encode("latin-1"))]
        fresh: Request[Any, Any, Any] = Request(asked.scope)
        assert identity.token_of(fresh) is None
        assert identity.same_origin(fresh) in (True, False)


HERE = "paddock.example:8000"


FOREIGN = [
    *("http://paddock.example", "http://paddock.example:8001", "http://evil.example"),
    *(f"http://{HERE}.evil.example", f"http://evil.example/{HERE}", f"file://{HERE}"),
    *(HERE, "null", "", "http://"),
]


@pytest.mark.parametrize(
    ("origin", "host", "scheme", "ours"),
    [
        (None, HERE, "ws", True),  # a program sends no origin
        *((f"{scheme}://{HERE}", HERE, "ws", True) for scheme in ("http", "https")),
        (f"HTTP://{HERE.title()}", HERE, "ws", True),
        *((origin, HERE, "ws", False) for origin in FOREIGN),
        (f"https://{HERE}", HERE, "wss", True),
        (f"http://{HERE}", HERE, "wss", False),
        ("http://a.example", "a.example:80", "ws", True),
        ("https://a.example", "a.example:443", "ws", True),
        ("https://a.example", "a.example:80", "ws", False),
        ("http://[::1]:8000", "[::1]:8000", "ws", True),
        ("http://", "", "ws", False),
    ],
)
def test_only_our_own_pages_open_a_socket(
    origin: str | None, host: str, scheme: str, ours: bool
) -> None:
    """The origin's host has to be the one that was asked, and an encrypted socket needs an
    encrypted page. A proxy in front may speak https; a scheme's own port need not be named."""
    headers = {"host": host} | ({} if origin is None else {"origin": origin})
    assert identity.same_origin(socket(headers, scheme)) is ours


def test_further_origins_can_be_ours() -> None:
    """Those in the app's state, including their scheme."""
    origins = ("https://play.example",)
    inside = {"host": "127.0.0.1:8000"}
    for origin, ours in (("https://play.example", True), ("http://play.example", False)):
        assert identity.same_origin(socket(inside | {"origin": origin}, "ws", origins)) is ours


@pytest.mark.parametrize(
    ("client", "here"),
    [
        ("127.0.0.1", True),
        ("127.7.0.2", True),
        ("::1", True),
        ("::ffff:127.0.0.1", True),
        ("192.0.2.1", False),
        ("::ffff:192.0.2.1", False),
        ("2001:db8::1", False),
    ],
)
def test_whether_a_request_comes_from_this_machine(client: str, here: bool) -> None:
    """According to its connection, unless a proxy passes it on."""
    asked = request({})
    asked.scope["client"] = (client, 1234)
    assert identity.asks_from_here(asked) is here
    passed_on = request({"X-Forwarded-For": "127.0.0.1"})
    passed_on.scope["client"] = (client, 1234)
    assert not identity.asks_from_here(passed_on)
