"""Any bad input is refused with a code, changes nothing and costs others nothing."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosedError

from paddock.server.identity import COOKIE, new_table_id
from paddock.wire.messages import Chat, Done, Refused, Told
from tests.server.client import Device
from tests.server.people import hand, table_of, to_the_end
from tests.server.process import ServerProcess

pytestmark = pytest.mark.anyio

DEEP = 100_000
HUGE = "9" * 5_000
CODES = {"malformed", "not_a_message", "not_a_command", "too_long"}


# --- messages -----------------------------------------------------------------------------------

GOOD = {"type": "give", "id": "a", "command": {"type": "roll_die", "offer": "x"}}
MESSAGES: dict[str, str | bytes] = {
    "nothing": "",
    "no JSON": "{",
    "two objects": "{}{}",
    "no object": "3",
    "null": "null",
    "text": '"give"',
    "list": "[1]",
    "not a number": '{"type":"ask","id":"a","what":{"type":"stand_in","seat":NaN}}',
    "no type": "{}",
    "unknown type": '{"type":"told","seq":1}',
    "unknown field": json.dumps({**GOOD, "seat": 1}),
    "field twice": '{"type":"chat","id":"a","text":"x","text":7}',
    "no command": '{"type":"give","id":"a"}',
    "command of another type": '{"type":"give","id":"a","command":[1]}',
    "unknown command": '{"type":"give","id":"a","command":{"type":"castle","offer":"x"}}',
    "unknown field of a command": json.dumps({**GOOD, "command": {**GOOD["command"], "x": 1}}),  # type: ignore[dict-item]  # wrong on purpose
    "wrong type in a command": '{"type":"give","id":"a","command":'
    '{"type":"place_bet","offer":"x","value":"2","horse":1}}',
    "fraction": '{"type":"give","id":"a","command":'
    '{"type":"place_bet","offer":"x","value":2.5,"horse":1}}',
    "huge number": f'{{"type":"ask","id":"a","what":{{"type":"stand_in","seat":{HUGE}}}}}',
    "huge exponent": '{"type":"ask","id":"a","what":{"type":"stand_in","seat":1e400}}',
    "negative": '{"type":"ask","id":"a","what":{"type":"stand_in","seat":-1}}',
    "truth as number": '{"type":"answer","id":"a","vote":"x","agree":1}',
    "bad id": '{"type":"ask","id":"../../etc","what":{"type":"undo"}}',
    "long id": json.dumps({"type": "ask", "id": "a" * 65, "what": {"type": "undo"}}),
    "no text": '{"type":"chat","id":"a","text":""}',
    "long text": json.dumps({"type": "chat", "id": "a", "text": "a" * 301}),
    "lone surrogate": '{"type":"chat","id":"a","text":"\\ud800"}',
    "deep": '{"type":"give","id":"a","command":' + "[" * 4_000,
    "deep and whole": '{"type":"give","id":"a","command":' + "[" * 2_000 + "]" * 2_000 + "}",
    "too long": json.dumps({"type": "chat", "id": "a", "text": "a" * 9_000}),
    "too long in bytes": json.dumps({"type": "chat", "id": "a", "text": "ß" * 290 + " " * 8_000}),
    "binary": b'{"type":"ask","id":"a","what":{"type":"undo"}}',
    "binary noise": bytes(range(256)),
}


async def test_bad_messages_are_refused(server: ServerProcess) -> None:
    """With a code each; the connection goes on."""
    async with table_of(server.address) as (anna, table), hand(anna, table, 0) as there:
        await there.choice()
        for name, message in MESSAGES.items():
            await there.socket.connection.send(message)
            refused = await there.socket.next(Refused)
            assert refused.reason.code in CODES, name
            assert (refused.seq, refused.offer) == (there.seq, there.asks), name
        assert isinstance(await there.ask(Chat("still-here", "<b>Hello</b>\x00\u202e")), Done)


@pytest.mark.parametrize("size", [40_000, 10_000_000])
async def test_a_huge_message_ends_the_connection(server: ServerProcess, size: int) -> None:
    """With the close code for that; the next connection is served as usual."""
    async with table_of(server.address) as (anna, table), anna.connect(table, 0) as socket:
        await socket.next(Told)
        with pytest.raises(ConnectionClosedError) as closed:
            await to_the_end(socket, "a" * size)
        assert closed.value.rcvd is None or closed.value.rcvd.code == 1009
        async with anna.connect(table, 0) as again:
            await again.next(Told)


# --- HTTP ---------------------------------------------------------------------------------------

BODIES: dict[str, tuple[bytes, set[int]]] = {
    "nothing": (b"", {400}),
    "no JSON": (b"{", {400}),
    "null": (b"null", {400}),
    "list": (b"[]", {400}),
    "many seats": (json.dumps({"game": "royal-turf", "seats": [None] * 10_000}).encode(), {409}),
    "huge clock": (b'{"game":"royal-turf","seats":[null,null],"clock":%d}' % 10**30, {400, 409}),
    "deep": (b'{"game":"royal-turf","seats":' + b"[" * DEEP, {400}),
    "deep edition": (
        b'{"game":"royal-turf","seats":[null,null],"edition":{"a":' + b'{"a":' * 900 + b"1"
        + b"}" * 900 + b"}}",
        {400, 409},
    ),
    "lone surrogate": (b'{"game":"\\ud83d","seats":[null,null]}', {400}),
    "not UTF-8": (b'{"game":"\xff","seats":[]}', {400}),
}  # fmt: skip


async def test_bad_bodies_are_refused(server: ServerProcess) -> None:
    """With a status, a code and a sentence; no table is opened."""
    async with Device.new(server.address) as anna:
        for name, (body, expected) in BODIES.items():
            headers = {"Content-Type": "application/json"}
            answer = await anna.http.post("/api/tables", content=body, headers=headers)
            assert answer.status_code in expected, (name, answer.status_code, answer.text)
            assert set(answer.json()) == {"code", "text"}, name
        assert await anna.ask("GET", "/api/tables/mine") == []


async def test_a_body_of_ten_megabytes_is_not_read(server: ServerProcess) -> None:
    """Nor is one that does not say how long it is."""

    async def pieces() -> AsyncIterator[bytes]:
        for _ in range(100):
            yield b" " * 100_000

    async with Device.new(server.address) as anna:
        for content in (b" " * 10_000_000, pieces()):
            try:
                answer = await anna.http.post("/api/tables", content=content)
            except (httpx.WriteError, httpx.ReadError):
                continue  # it was cut off in the middle
            assert answer.status_code == httpx.codes.REQUEST_ENTITY_TOO_LARGE
            assert set(answer.json()) == {"code", "text"}


NOWHERE = (
    *("/nowhere", "/api/tables/..%2f..%2fetc", "/api/tables/%00", f"/api/tables/{'a' * 5_000}"),
    *(f"/api/tables/{new_table_id()}{part}" for part in ("", "/log", "/edition")),
    *("/api/games/chess/rules", "/api/games/..%2Fsecret/rules"),
)


async def test_unknown_paths_are_not_found(server: ServerProcess) -> None:
    """Whatever they consist of, with a code."""
    async with Device.new(server.address) as anna:
        for path in NOWHERE:
            answer = await anna.http.get(path)
            assert answer.status_code == httpx.codes.NOT_FOUND, path
            assert set(answer.json()) == {"code", "text"}


async def test_absurd_numbers_are_refused(server: ServerProcess) -> None:
    """In paths and in queries."""
    async with table_of(server.address) as (anna, table):
        for seat in ("-1", "7", "9" * 18, "9" * 40, "9" * 5_000, "0x1", "1e3"):
            answer = await anna.http.post(f"/api/tables/{table}/seats/{seat}", json={"name": "A"})
            assert answer.is_client_error and set(answer.json()) == {"code", "text"}, seat
            answer = await anna.http.delete(f"/api/tables/{table}/seats/{seat}")
            assert answer.is_client_error, seat
        for number in ("0", "-1", "9" * 10, "9" * 18, "9" * 40):
            answer = await anna.http.delete(f"/api/tables/{table}/chat/{number}")
            assert not answer.is_server_error, number
        for before in ("x", "nan", "inf", "-1e308", "9" * 400):
            answer = await anna.http.get("/api/tables", params={"before": before})
            assert answer.status_code in (200, 400), before


# --- who asks -----------------------------------------------------------------------------------


@asynccontextmanager
async def opened_by(page: str, device: Device, table: str) -> AsyncIterator[ClientConnection]:
    """A socket that a browser opens for a page: with the page's origin and our cookie."""
    host = device.http.base_url.netloc.decode()
    async with connect(
        f"ws://{host}/api/tables/{table}/socket?seat=0",
        additional_headers={"Cookie": f"{COOKIE}={device.token}", "Origin": page},
        proxy=None,
    ) as connection:
        yield connection


async def test_another_site_s_page_gets_no_socket(server: ServerProcess) -> None:
    """A browser would send our cookie along, but the origin gives it away."""
    async with table_of(server.address) as (anna, table):
        own = str(anna.http.base_url).rstrip("/")
        for page in ("https://evil.example", "null", f"{own}.evil.example", "http://localhost"):
            async with opened_by(page, anna, table) as connection:
                said = json.loads(await connection.recv())
                assert (said["type"], said["reason"]["code"]) == ("bye", "foreign_origin")
        async with opened_by(own, anna, table) as connection:
            assert json.loads(await connection.recv())["type"] != "bye"


CHANGES = ("start", "close", "rematch", "seats/0/away", "seats/0/back", "seats/0/link")


async def test_another_site_s_page_changes_nothing(server: ServerProcess) -> None:
    """A form needs no script and no answer, and from another port or subdomain of ours the browser
    would send the cookie."""
    async with Device.new(server.address) as anna:
        own = str(anna.http.base_url).rstrip("/")
        table = await anna.open_table("royal-turf", ["random", "random"])
        body = b'{"game":"royal-turf","seats":["random","random"]}'
        requests = [("POST", f"/api/tables/{table}/{change}") for change in CHANGES]
        requests += [("POST", "/api/tables"), ("DELETE", f"/api/tables/{table}")]
        async with httpx.AsyncClient(base_url=own, cookies={COOKIE: anna.token}) as browser:
            for page in ("https://evil.example", "null", "http://127.0.0.1:1"):
                foreign = {"Origin": page, "Content-Type": "text/plain"}
                for method, path in requests:
                    answer = await browser.request(method, path, content=body, headers=foreign)
                    assert (answer.status_code, answer.json()["code"]) == (403, "foreign_origin")
            (mine,) = (await browser.get("/api/tables/mine")).json()
            assert (mine["id"], mine["status"]) == (table, "waiting")
            answer = await browser.post(f"/api/tables/{table}/start", headers={"Origin": own})
            assert answer.is_success


async def test_a_browser_stays_the_same_device(server: ServerProcess) -> None:
    """However often it asks for a token. Its cookie is hidden from scripts and from other sites."""
    async with httpx.AsyncClient(base_url=server.address, trust_env=False) as browser:
        assert (await browser.get("/api/tables/mine")).json() == []
        made = await browser.post("/api/devices")
        attributes = {part.strip().lower() for part in made.headers["set-cookie"].split(";")}
        assert {"httponly", "samesite=lax", "path=/"} <= attributes
        wanted = {"game": "royal-turf", "seats": [None, None]}
        table = (await browser.post("/api/tables", json=wanted)).json()["table"]["id"]
        again = await browser.post("/api/devices")
        assert (again.status_code, again.content) == (204, b"")
        assert "set-cookie" not in again.headers
        mine = (await browser.get("/api/tables/mine")).json()
        assert [row["id"] for row in mine] == [table]
    async with httpx.AsyncClient(base_url=server.address) as page:
        made = await page.post("/api/devices", headers={"Origin": server.address})
        assert made.json() == {"token": None} and COOKIE in made.cookies
