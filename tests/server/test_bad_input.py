"""Whatever comes in: it is refused with a code, changes nothing, and costs others nothing."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import httpx
import pytest
from msgspec import Raw
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, ConnectionClosedError

from paddock.server import connections
from paddock.server import house as houses
from paddock.server import socket as sockets
from paddock.server.app import Settings
from paddock.server.audience import MOST_WAITING
from paddock.server.connections import Sockets, Web
from paddock.server.house import House
from paddock.server.identity import COOKIE, new_table_id, new_token
from paddock.server.limits import LIMITS, Limit, Rate
from paddock.server.room import Room
from paddock.server.store import NoSuchTable, Unavailable
from paddock.wire.messages import Bye, Chat, Done, Give, Refused, Told
from tests.server.client import PATIENCE, Device, Player, Refusal, Socket
from tests.server.inside import serving
from tests.server.people import hand
from tests.server.process import ServerProcess

pytestmark = pytest.mark.anyio

DEEP = 100_000
HUGE = "9" * 5_000
CODES = {"malformed", "not_a_message", "not_a_command", "too_long"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """One for all tests that leave it as it was."""
    folder = tmp_path_factory.mktemp("server")
    with ServerProcess(f"sqlite:///{folder / 'paddock.db'}") as running:
        yield running


@asynccontextmanager
async def table_of(address: str) -> AsyncIterator[tuple[Device, str]]:
    """Anna alone with a bot, at her turn: the next step is hers."""
    async with Device.new(address) as anna:
        table = await anna.open_table("royal-turf", [None, "random"])
        await anna.sit(table, 0, "Anna")
        await anna.start(table)
        yield anna, table


async def her_turn(socket: Socket) -> Told:
    """How it stands when there is something to choose."""
    while True:
        told = await socket.next(Told)
        if told.offer and told.offer["type"] not in ("start", "roll"):
            return told


async def to_the_end(socket: Socket, *messages: str) -> None:
    """Until the connection is closed; that is raised."""
    for message in messages:
        await socket.connection.send(message)
    while True:
        await socket.receive()


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
    "truth as number": '{"type":"answer","id":"a","asked":"x","agree":1}',
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


async def test_what_is_no_message_is_refused(server: ServerProcess) -> None:
    """With a code each, on one and the same connection, which goes on."""
    async with table_of(server.address) as (anna, table), anna.connect(table, 0) as socket:
        before = await her_turn(socket)
        for name, message in MESSAGES.items():
            await socket.connection.send(message)
            refused = await socket.next(Refused)
            assert refused.reason.code in CODES, name
            assert (refused.seq, refused.offer) == (before.seq, before.offer), name
        await socket.send(Chat("still-here", "<b>Hello</b>\x00\u202e"))
        assert (await socket.next(Done)).id == "still-here"


async def test_commands_out_of_turn_are_refused(server: ServerProcess) -> None:
    """Forged offers, another seat's turn, an id that was used: nothing happens, or nothing more."""
    async with table_of(server.address) as (anna, table), anna.connect(table, 0) as socket:
        before = await her_turn(socket)
        offer = before.offer or {}
        good = {"type": "place_bet", "offer": offer["id"], "value": 1, "horse": 0}
        wrong: list[tuple[dict[str, object], str]] = [
            ({**good, "offer": "race/9/bet/1"}, "stale"),
            ({**good, "value": 2**70}, "no_such_token"),
            ({**good, "value": -(10**3_000)}, "no_such_token"),
            ({**good, "horse": 10**3_000}, "horse_not_open"),
            ({"type": "roll_die", "offer": offer["id"]}, "other_command"),
        ]
        for command, code in wrong:
            await socket.send(Give("wrong", Raw(json.dumps(command).encode())))
            refused = await socket.next(Refused)
            assert (refused.reason.code, refused.seq) == (code, before.seq)
        for _ in range(3):
            await socket.send(Give("once", Raw(json.dumps(good).encode())))
        done = [await socket.next(Done) for _ in range(3)]
        assert {answer.seq for answer in done} == {before.seq + 1}


@pytest.mark.parametrize("size", [40_000, 10_000_000])
async def test_a_huge_message_ends_the_connection(server: ServerProcess, size: int) -> None:
    """With the code for that; the next connection is served as ever."""
    async with table_of(server.address) as (anna, table), anna.connect(table, 0) as socket:
        await her_turn(socket)
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
    "unknown field": (b'{"game":"royal-turf","seats":[null,null],"seed":"00"}', {400}),
    "wrong type": (b'{"game":"royal-turf","seats":"ab"}', {400}),
    "unknown game": (b'{"game":"chess","seats":[null,null]}', {404}),
    "unknown bot": (b'{"game":"royal-turf","seats":[null,"deep blue"]}', {409}),
    "no seats": (b'{"game":"royal-turf","seats":[]}', {409}),
    "many seats": (json.dumps({"game": "royal-turf", "seats": [None] * 10_000}).encode(), {409}),
    "huge clock": (b'{"game":"royal-turf","seats":[null,null],"clock":%d}' % 10**30, {400, 409}),
    "negative clock": (b'{"game":"royal-turf","seats":[null,null],"clock":-1}', {409}),
    "unknown option": (b'{"game":"royal-turf","seats":[null,null],"options":{"a":"b"}}', {409}),
    "empty edition": (b'{"game":"royal-turf","seats":[null,null],"edition":{"a":1}}', {409}),
    "deep": (b'{"game":"royal-turf","seats":' + b"[" * DEEP, {400}),
    "deep edition": (
        b'{"game":"royal-turf","seats":[null,null],"edition":{"a":' + b'{"a":' * 900 + b"1"
        + b"}" * 900 + b"}}",
        {400, 409},
    ),
    "not UTF-8": (b'{"game":"\xff","seats":[]}', {400}),
    "ten megabytes": (b" " * 10_000_000, {413}),
}  # fmt: skip


async def test_bodies_that_are_none_are_refused(server: ServerProcess) -> None:
    """With a status, a code, a sentence; no table is opened."""
    async with Device.new(server.address) as anna:
        for name, (body, expected) in BODIES.items():
            if name == "ten megabytes":
                continue
            headers = {"Content-Type": "application/json"}
            answer = await anna.http.post("/api/tables", content=body, headers=headers)
            assert answer.status_code in expected, (name, answer.status_code, answer.text)
            assert set(answer.json()) == {"code", "text"}, name
        assert await anna.ask("GET", "/api/tables/mine") == []


async def test_a_body_of_ten_megabytes_is_not_read(server: ServerProcess) -> None:
    """Nor one that does not say how long it is."""

    async def pieces() -> AsyncIterator[bytes]:
        for _ in range(100):
            yield b" " * 100_000

    async with Device.new(server.address) as anna:
        for content in (BODIES["ten megabytes"][0], pieces()):
            try:
                answer = await anna.http.post("/api/tables", content=content)
            except (httpx.WriteError, httpx.ReadError):
                continue  # cut off before it was through
            assert answer.status_code == httpx.codes.REQUEST_ENTITY_TOO_LARGE
            assert set(answer.json()) == {"code", "text"}


NOWHERE = (
    *("/nowhere", "/api/tables/..%2f..%2fetc", "/api/tables/%00", f"/api/tables/{'a' * 5_000}"),
    *(f"/api/tables/{new_table_id()}", f"/api/tables/{new_table_id()}/log"),
    *("/api/games/chess/rules", "/api/games/..%2Fsecret/rules"),
)


async def test_there_is_no_such_thing(server: ServerProcess) -> None:
    """Whatever the path is made of: 404, with a code."""
    async with Device.new(server.address) as anna:
        for path in NOWHERE:
            answer = await anna.http.get(path)
            assert answer.status_code == httpx.codes.NOT_FOUND, path
            assert set(answer.json()) == {"code", "text"}


async def test_numbers_beyond_all_bounds(server: ServerProcess) -> None:
    """In paths and queries: refused, never a crash."""
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


NAMELESS = (
    *("", " \t\n", "A\0B", "A\x1b[31mB", "A\u202eB", "A\u2066B", "A\u200dB", "A\ufeffB"),
    *("\ud83d", "a" * 25, "a" + "\u0301" * 6, "a" * 100_000),
)


async def test_a_name_that_cannot_be_shown_is_refused(server: ServerProcess) -> None:
    """And the seat stays free."""
    async with Device.new(server.address) as anna:
        table = await waiting_table(anna)
        for name in NAMELESS:
            body = json.dumps({"name": name}).encode()
            answer = await anna.http.post(f"/api/tables/{table}/seats/0", content=body)
            assert answer.is_client_error and set(answer.json()) == {"code", "text"}, name[:30]
            info = await anna.ask("GET", f"/api/tables/{table}")
            assert info["table"]["seats"][0]["name"] is None


async def waiting_tables(device: Device, count: int) -> None:
    for _ in range(count):
        await waiting_table(device)


async def up_and_down(device: Device, table: str, count: int) -> None:
    for _ in range(count):
        await device.sit(table, 0, "Anna")
        await device.ask("DELETE", f"/api/tables/{table}/seats/0")


async def waiting_table(device: Device) -> str:
    return await device.open_table("royal-turf", [None, None])


async def test_markup_is_text(server: ServerProcess) -> None:
    """It comes back letter by letter, as JSON, and nothing else may be made of it."""
    async with Device.new(server.address) as anna:
        table = await waiting_table(anna)
        await anna.sit(table, 0, "<img src=x>")
        answer = await anna.http.get(f"/api/tables/{table}")
        assert answer.json()["table"]["seats"][0]["name"] == "<img src=x>"
        assert answer.headers["content-type"] == "application/json"


# --- who asks -----------------------------------------------------------------------------------


async def test_nobody_acts_for_another(server: ServerProcess) -> None:
    """Without a token, with a made-up one, with somebody else's device."""
    async with table_of(server.address) as (anna, table), Device.new(server.address) as eve:
        path = f"/api/tables/{table}"
        wanted = [
            ("POST", f"{path}/start"),
            ("POST", f"{path}/close"),
            ("DELETE", path),
            ("POST", f"{path}/rematch"),
            ("POST", f"{path}/seats/0/away"),
            ("POST", f"{path}/seats/0/back"),
            ("POST", f"{path}/seats/0/link"),
            ("DELETE", f"{path}/seats/0/link"),
            ("DELETE", f"{path}/seats/0"),
        ]
        before = (await anna.ask("GET", path))["table"]["seats"]
        for method, what in wanted:
            for token in ("x", new_token(), eve.token, "x" * 43, anna.token[:-1] + "!"):
                headers = {"Authorization": f"Bearer {token}"}
                answer = await eve.http.request(method, what, headers=headers)
                assert answer.status_code == httpx.codes.FORBIDDEN, (method, what, token)
                assert answer.json()["code"] in {
                    *("no_device", "not_host", "not_player", "not_your_seat")
                }
        assert (await anna.ask("GET", path))["table"]["seats"] == before
        for seat in (0, 1, 2, -1, 10**20):
            async with eve.connect(table, seat) as socket:
                assert (await socket.next(Bye)).reason.code == "not_your_seat"
                with pytest.raises(ConnectionClosed):
                    await socket.receive()
        with pytest.raises(Refusal, match="link_used"):
            await eve.ask("POST", "/api/links", {"secret": new_token()})


async def test_whoever_watches_cannot_act(server: ServerProcess) -> None:
    """They are offered nothing, and what they send is refused."""
    async with table_of(server.address) as (anna, table), anna.connect(table) as socket:
        told = await socket.next(Told)
        for message in ('{"type":"ask","id":"a","what":{"type":"undo"}}', json.dumps(GOOD)):
            await socket.connection.send(message)
            assert (await socket.next(Refused)).reason.code == "only_watching"
        assert told.offer is None


@asynccontextmanager
async def opened_by(page: str, device: Device, table: str) -> AsyncIterator[ClientConnection]:
    """As a browser opens a socket for a page: with its origin and our cookie."""
    host = device.http.base_url.netloc.decode()
    async with connect(
        f"ws://{host}/api/tables/{table}/socket?seat=0",
        additional_headers={"Cookie": f"{COOKIE}={device.token}", "Origin": page},
        proxy=None,
    ) as connection:
        yield connection


async def test_another_sites_page_gets_no_socket(server: ServerProcess) -> None:
    """A browser would send our cookie along: the origin tells them apart."""
    async with table_of(server.address) as (anna, table):
        own = str(anna.http.base_url).rstrip("/")
        for page in ("https://evil.example", "null", f"{own}.evil.example", "http://localhost"):
            async with opened_by(page, anna, table) as connection:
                said = json.loads(await connection.recv())
                assert (said["type"], said["reason"]["code"]) == ("bye", "foreign_origin")
        async with opened_by(own, anna, table) as connection:
            assert json.loads(await connection.recv())["type"] != "bye"


CHANGES = ("start", "close", "rematch", "seats/0/away", "seats/0/back", "seats/0/link")


async def test_another_sites_page_changes_nothing(server: ServerProcess) -> None:
    """A form needs no script and no answer; from a port or subdomain beside ours the cookie goes
    along."""
    async with Device.new(server.address) as anna:
        own = str(anna.http.base_url).rstrip("/")
        table = await anna.open_table("royal-turf", ["random", "random"])
        async with httpx.AsyncClient(base_url=own, cookies={COOKIE: anna.token}) as browser:
            for page in ("https://evil.example", "null", "http://127.0.0.1:1"):
                foreign = {"Origin": page, "Content-Type": "text/plain"}
                for path in CHANGES:
                    answer = await browser.post(f"/api/tables/{table}/{path}", headers=foreign)
                    assert (answer.status_code, answer.json()["code"]) == (403, "foreign_origin")
                body = b'{"game":"royal-turf","seats":["random","random"]}'
                answer = await browser.post("/api/tables", content=body, headers=foreign)
                assert answer.status_code == httpx.codes.FORBIDDEN
                answer = await browser.delete(f"/api/tables/{table}", headers=foreign)
                assert answer.status_code == httpx.codes.FORBIDDEN
            (mine,) = (await browser.get("/api/tables/mine")).json()
            assert (mine["id"], mine["status"]) == (table, "waiting")
            answer = await browser.post(f"/api/tables/{table}/start", headers={"Origin": own})
            assert answer.is_success


async def test_the_cookie_is_out_of_reach(server: ServerProcess) -> None:
    """Of scripts, and of other sites' requests."""
    async with httpx.AsyncClient(base_url=server.address, trust_env=False) as browser:
        answer = await browser.post("/api/devices")
        attributes = {part.strip().lower() for part in answer.headers["set-cookie"].split(";")}
        assert {"httponly", "samesite=lax", "path=/"} <= attributes


async def test_a_browser_stays_the_device_that_it_is(server: ServerProcess) -> None:
    """However often it asks for a token; and no script gets to read the one that it has."""
    async with httpx.AsyncClient(base_url=server.address, trust_env=False) as browser:
        assert (await browser.get("/api/tables/mine")).json() == []  # a stranger's
        await browser.post("/api/devices")
        wanted = {"game": "royal-turf", "seats": [None, None]}
        table = (await browser.post("/api/tables", json=wanted)).json()["table"]["id"]
        again = await browser.post("/api/devices")
        assert (again.status_code, again.content) == (204, b"")
        assert "set-cookie" not in again.headers
        mine = (await browser.get("/api/tables/mine")).json()
        assert [row["id"] for row in mine] == [table]


# --- how much -----------------------------------------------------------------------------------


@pytest.fixture
async def unforgiving(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[str]:
    """A server that allows as much at once as any, and then nothing more, however slowly we ask."""
    for what, limit in LIMITS.items():
        never = {who: Rate(1e-9, getattr(limit, who).burst) for who in ("device", "address")}
        monkeypatch.setitem(LIMITS, what, Limit(**never))
    async with serving(tmp_path) as (_, address):
        yield address


async def test_tables_are_opened_within_bounds(unforgiving: str) -> None:
    """So many by one device, so many more by one address; a refusal opens none."""
    limit = LIMITS["table"]
    opened = 0
    for _ in range(limit.address.burst // limit.device.burst + 1):
        async with Device.new(unforgiving) as device:
            with pytest.raises(Refusal) as refused:
                await waiting_tables(device, limit.device.burst + 1)
            assert (refused.value.status, refused.value.code) == (429, "too_often")
            mine = await device.ask("GET", "/api/tables/mine")
            assert len(mine) <= limit.device.burst
            opened += len(mine)
    assert opened == limit.address.burst


async def test_rematches_are_tables_too(unforgiving: str) -> None:
    """Whoever ends a match of bots at once could open one after the other without end."""
    async with Device.new(unforgiving) as device:
        with pytest.raises(Refusal) as refused:
            await rematches(device, 2 * LIMITS["table"].device.burst)
        assert (refused.value.status, refused.value.code) == (429, "too_often")


async def rematches(device: Device, count: int) -> None:
    """One after another, of a match of bots that is closed as soon as it has begun."""
    table = await device.open_table("royal-turf", ["random", "random"])
    for _ in range(count):
        await device.start(table)
        await device.ask("POST", f"/api/tables/{table}/close")
        again = await device.ask("POST", f"/api/tables/{table}/rematch")
        table = again["table"]["id"]


async def test_verdicts_are_given_only_so_often(unforgiving: str) -> None:
    """Each costs as much as playing the whole match again."""
    async with Device.new(unforgiving) as anna:
        table = await anna.open_table("royal-turf", ["random", "random"])
        await anna.start(table)
        await anna.ask("POST", f"/api/tables/{table}/close")
        verdict = f"/api/tables/{table}/verdict"
        asked = [await anna.http.get(verdict) for _ in range(LIMITS["file"].device.burst + 3)]
        assert asked[0].is_success
        assert asked[-1].status_code == httpx.codes.TOO_MANY_REQUESTS


async def test_nobody_looks_asks_or_goes_away_without_end(unforgiving: str) -> None:
    """Each of them reads the whole table anew, with its lock held."""
    async with Device.new(unforgiving) as device:
        table = await waiting_table(device)
        await device.sit(table, 0, "Anna")
        for what, method, path in (("ask", "POST", "/seats/0/away"), ("look", "GET", "")):
            with pytest.raises(Refusal) as refused:
                await again_and_again(device, method, f"/api/tables/{table}{path}", what)
            assert (refused.value.status, refused.value.code) == (429, "too_often")


async def again_and_again(device: Device, method: str, path: str, what: str) -> None:
    for _ in range(10 * LIMITS[what].device.burst):
        await device.ask(method, path)


async def test_a_page_gets_its_token_as_a_cookie_alone(server: ServerProcess) -> None:
    """No script can read it there; a program is told."""
    headers = {"Origin": server.address}
    async with httpx.AsyncClient(base_url=server.address, headers=headers) as page:
        made = await page.post("/api/devices")
        assert made.json() == {"token": None} and COOKIE in made.cookies
        table = {"game": "royal-turf", "seats": [None, "random"]}
        assert (await page.post("/api/tables", json=table)).json()["host"] is True


async def test_a_server_that_can_store_nothing_is_not_well(tmp_path: Path) -> None:
    async with serving(tmp_path) as (house, address), httpx.AsyncClient(base_url=address) as asks:
        assert (await asks.get("/health")).json()["status"] == "ok"
        await house.store.writer.close()
        sick = await asks.get("/health")
        assert (sick.status_code, sick.json()["status"]) == (503, "failing")


async def test_nobody_sits_down_without_end(unforgiving: str) -> None:
    """Up and down again counts too: what is too often is refused, and the seat stays free."""
    async with Device.new(unforgiving) as device:
        table = await waiting_table(device)
        with pytest.raises(Refusal) as refused:
            await up_and_down(device, table, 2 * LIMITS["seat"].device.burst)
        assert (refused.value.status, refused.value.code) == (429, "too_often")
        seats = (await device.ask("GET", f"/api/tables/{table}"))["table"]["seats"]
        assert [seat["name"] for seat in seats] == [None, None]


async def test_an_address_has_so_many_connections(tmp_path: Path) -> None:
    """The next one is told to come back later, and may when another has gone."""
    settings = Settings(port=0, connections=5)
    async with serving(tmp_path, settings=settings) as (house, address):
        async with table_of(address) as (anna, table), asyncio.TaskGroup() as held:
            full = asyncio.Event()

            async def hold(seat: int | None) -> None:
                async with anna.connect(table, seat) as socket:
                    await socket.next(Told)
                    await full.wait()

            for _ in range(5):
                held.create_task(hold(None))
            room = await house.room(table)
            assert room is not None
            async with asyncio.timeout(PATIENCE):
                while len(room.audience.viewers) < 5:
                    await asyncio.sleep(0.001)
            async with anna.connect(table, 0) as socket:
                assert (await socket.next(Bye)).reason.code == "too_many"
            full.set()
        async with asyncio.timeout(PATIENCE):
            while room.audience.viewers:
                await asyncio.sleep(0.001)
        async with anna_again(anna, table) as socket:
            await socket.next(Told)


@asynccontextmanager
async def anna_again(anna: Device, table: str) -> AsyncIterator[Socket]:
    async with Device.new(str(anna.http.base_url)) as again:
        again.token = anna.token
        async with again.connect(table, 0) as socket:
            yield socket


async def test_a_store_that_is_away_ends_no_connection(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever could not be stored is refused, over the socket and over HTTP, and may be tried
    again."""
    async with serving(tmp_path) as (house, address), table_of(address) as (anna, table):

        async def away(*_: object) -> int:
            raise Unavailable

        async def gone(*_: object) -> int:
            raise NoSuchTable

        async with hand(anna, table, 0) as there:
            for trouble, code in ((away, "not_stored"), (gone, "no_such_table")):
                with monkeypatch.context() as patch:
                    patch.setattr(house.store.chat, "add", trouble)
                    answer = await there.ask(Chat("a", "Hello"))
                assert isinstance(answer, Refused)
                assert answer.reason.code == code
            assert await there.ask(Chat("b", "Hello")) == Done("b", None)
        monkeypatch.setattr(house.store.tables, "listed", away)
        monkeypatch.setattr(House, "fresh", gone)
        for path, status, code in (
            ("/api/tables", 503, "not_stored"),
            (f"/api/tables/{table}", 404, "no_such_table"),
        ):
            answered = await anna.http.get(path)
            assert (answered.status_code, answered.json()["code"]) == (status, code)


async def test_a_flood_is_cut_off_and_others_play_on(server: ServerProcess) -> None:
    """Ten thousand messages at once from one client; meanwhile a match is played to its end."""
    async with table_of(server.address) as (eve, table), Device.new(server.address) as anna:
        other = await anna.open_table("royal-turf", [None, "random"])
        await anna.sit(other, 0, "Anna")
        await anna.start(other)
        player = Player(anna, other, 0)
        playing = asyncio.create_task(player.follow())
        async with eve.connect(table, 0) as socket:
            await her_turn(socket)
            flooding = asyncio.create_task(flood(socket.connection, 10_000))
            bye = await socket.next(Bye)
            assert bye.reason.code in {"too_fast", "too_slow"}
            with pytest.raises(ConnectionClosed):
                await to_the_end(socket)
            await flooding
        await playing
        assert player.over


async def flood(connection: ClientConnection, count: int) -> None:
    try:
        for number in range(count):
            await connection.send(f'{{"type":"ask","id":"{number}","what":{{"type":"undo"}}}}')
    except ConnectionClosed:
        pass


async def test_a_flooder_who_was_told_to_go_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However much they go on sending: what has come with the last word is the end."""
    reads, receive = [0], Sockets.data_received

    def received(self: Sockets, data: bytes) -> None:
        reads[0] += self.close_sent
        receive(self, data)

    monkeypatch.setattr(Sockets, "data_received", received)
    monkeypatch.setattr(connections, "FAREWELL", 0.5)
    async with serving(tmp_path) as (_, address), table_of(address) as (anna, table):
        reader, writer = await silent(anna, table)
        word = b"\x81\x84\0\0\0\0null"  # a whole message, masked by zeros
        told = asyncio.create_task(reader.read(-1))
        with suppress(ConnectionError):
            async with asyncio.timeout(30):
                while not told.done():
                    writer.write(word * 1_000)
                    await writer.drain()
        writer.close()
        with suppress(ConnectionError):
            assert b"too_fast" in await told
        assert reads[0] <= 1


# Frames without content, masked by zeros: none of them is a message.
BEGUN, PART, PING, PONG = (bytes((first, 0x80, 0, 0, 0, 0)) for first in (0x01, 0x00, 0x89, 0x8A))


@pytest.mark.parametrize(
    ("first", "frame"), [(b"", PING), (b"", PONG), (BEGUN, PART)], ids=["pings", "pongs", "parts"]
)
async def test_who_floods_with_what_is_no_message_is_cut_off(
    tmp_path: Path, first: bytes, frame: bytes
) -> None:
    """Nobody is told of it, so nobody could refuse it; as many as anybody needs are borne."""
    async with serving(tmp_path) as (_, address), table_of(address) as (anna, table):
        async with anna.connect(table, 0) as socket:
            for _ in range(60):
                await (await socket.connection.ping())
        reader, writer = await silent(anna, table)
        assert await reader.read(1) == b"H"  # of HTTP: they are let in
        writer.write(first)
        taken = asyncio.create_task(reader.read(-1))
        with suppress(ConnectionError):
            async with asyncio.timeout(30):
                while not taken.done():
                    writer.write(frame * 1_000)
                    await writer.drain()
        writer.close()
        with suppress(ConnectionError):
            await taken
        player = Player(anna, table, 0)
        await player.follow()
        assert player.over


async def test_a_broken_frame_from_somebody_who_is_not_let_in_yet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection ends, and nothing fails for it."""
    asked, fresh = asyncio.Event(), House.fresh

    async def hesitating(self: House, table: str) -> Room | None:
        asked.set()
        await left.wait()
        return await fresh(self, table)

    left = asyncio.Event()
    async with serving(tmp_path) as (_, address), table_of(address) as (anna, table):
        monkeypatch.setattr(House, "fresh", hesitating)
        reader, writer = await silent(anna, table)
        async with asyncio.timeout(PATIENCE):
            await asked.wait()
            writer.write(PART)  # of nothing
            with suppress(ConnectionError):
                assert await reader.read(-1) == b""
        left.set()
        writer.close()


async def test_whoever_never_reads_is_let_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What waits for them is bounded, nobody waits for them, and they keep no place."""
    monkeypatch.setattr(houses, "SLOWEST", 1.0)
    monkeypatch.setattr(sockets, "FAREWELL", 0.1)
    monkeypatch.setattr(connections, "FAREWELL", 0.1)
    lost, lose = asyncio.Event(), Sockets.connection_lost

    def losing(self: Sockets, error: Exception | None) -> None:
        lose(self, error)
        lost.set()

    monkeypatch.setattr(Sockets, "connection_lost", losing)
    settings = Settings(port=0, heartbeat=0.2)
    async with (
        serving(tmp_path, settings=settings) as (house, address),
        table_of(address) as (anna, table),
    ):
        room = await house.room(table)
        assert room is not None
        reader, writer = await silent(anna, table)
        async with asyncio.timeout(PATIENCE):
            while not room.audience.viewers:
                await asyncio.sleep(0.001)
            (viewer,) = room.audience.viewers
            most = 0
            while room.audience.viewers:
                if not viewer.leaving:
                    viewer.send(b" " * 50_000)
                most = max(most, len(viewer.outbox))
                await asyncio.sleep(0.001)
        assert most <= MOST_WAITING
        async with asyncio.timeout(PATIENCE):
            await lost.wait()
        writer.close()
        player = Player(anna, table, 0)
        await player.follow()
        assert player.over
        del reader


ASKING = (
    (b"", "HEAD"),
    (b"GET /heal", "HEAD"),
    (b"POST /api/devices HTTP/1.1\r\nHost: a\r\nContent-Length: 99999\r\n\r\nx", "ASKED"),
)


@pytest.mark.parametrize(("begun", "patience"), ASKING)
async def test_whoever_never_asks_to_the_end_is_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, begun: bytes, patience: str
) -> None:
    """Nor is whoever goes on byte by byte given more time; the head is to be there soon."""
    assert connections.HEAD <= 5
    for part in ("HEAD", "ASKED"):
        monkeypatch.setattr(connections, part, 0.5 if part == patience else 60.0)
    async with serving(tmp_path) as (_, address), asyncio.timeout(PATIENCE):
        url = httpx.URL(address)
        reader, writer = await asyncio.open_connection(url.host, url.port)
        writer.write(begun)
        await ended(reader, writer, b"x" if begun else b"")
        async with httpx.AsyncClient(base_url=address, trust_env=False) as asks:
            assert (await asks.get("/health")).is_success


async def test_every_request_has_its_own_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also over a connection that has asked before: what was left of the last one's time would cut
    somebody off who is quick."""
    given: list[float | None] = []
    within = Web._within

    def noted(self: Web, seconds: float | None) -> None:
        given.append(seconds)
        within(self, seconds)

    monkeypatch.setattr(Web, "_within", noted)
    async with (
        serving(tmp_path) as (_, address),
        httpx.AsyncClient(base_url=address, trust_env=False) as asks,
    ):
        for number in (1, 2, 3):
            assert (await asks.get("/health")).is_success
            assert given == [connections.HEAD, connections.TAKEN] * number


async def ended(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, more: bytes) -> None:
    """Until the other side ends the connection; meanwhile more is sent now and then."""
    with suppress(ConnectionError):
        while not reader.at_eof():
            writer.write(more)
            await writer.drain()
            with suppress(TimeoutError):
                await asyncio.wait_for(reader.read(1), 0.05)
    writer.close()


async def silent(device: Device, table: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A socket at seat 0 whose owner takes nothing of what is sent."""
    url = device.http.base_url
    reader, writer = await asyncio.open_connection(url.host, url.port, limit=1)
    writer.transport.get_extra_info("socket").setsockopt(1, 8, 32_768)  # SO_RCVBUF
    key = "AAAAAAAAAAAAAAAAAAAAAA=="
    writer.write(
        f"GET /api/tables/{table}/socket?seat=0 HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
        f"Authorization: Bearer {device.token}\r\n\r\n".encode()
    )
    return reader, writer
