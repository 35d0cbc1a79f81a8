"""What people do around a match: sit, leave, come back, talk, close, delete."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from time import monotonic

import pytest

from paddock.kernel.chance import commitment
from paddock.server.identity import new_token
from paddock.wire.messages import AnswerVote, Ask, Bye, Chat, Done, TableInfo, Told, Undo
from tests.records import opened
from tests.server.client import ANSWER_SECONDS, RefusedError, Socket
from tests.server.inside import room_of, serving
from tests.server.logs import verified
from tests.server.people import (
    Hand,
    at_table,
    close,
    come_back,
    first,
    full_table,
    go_away,
    hand,
    in_turn,
    info,
    people,
    refusal,
    seat_path,
    seated,
)

pytestmark = pytest.mark.anyio


# --- sitting down, and leaving --------------------------------------------------------------


async def test_names_are_cleaned_and_marked(address: str) -> None:
    """Names that look alike are marked; unreadable ones are refused."""
    async with people(address, 2) as (anna, boris):
        table = await anna.open_table("royal-turf", [None, None, None, None, "punter"])
        await anna.sit(table, 0, "  Anna\u00a0 Lou ")
        await boris.sit(table, 1, "Аnna lou")  # its first letter is Cyrillic
        seats = (await info(anna, table))["seats"]
        assert [seat["name"] for seat in seats[:4]] == ["Anna Lou", "Аnna lou", None, None]
        assert [seat["alike"] for seat in seats] == [True, True, False, False, False]
        for name, code in (
            (" ", "name_empty"),
            ("a\u200bb", "name_unprintable"),
            ("a" * 25, "name_too_long"),
            ("a" + "\u0301" * 9, "name_marks"),
        ):
            refused = await refusal(boris, "POST", seat_path(table, 2), {"name": name})
            assert refused == (409, code)
        for body in (
            {"name": ""},
            {"name": 7},
            {},
            {"name": "B", "entropy": "ff"},
            {"name": "B", "entropy": "X" * 64},
            {"name": "B", "host": True},
        ):
            assert (await refusal(boris, "POST", seat_path(table, 2), body))[0] == 400
        assert (await info(anna, table))["seats"] == seats


async def test_a_seat_is_taken_once(address: str) -> None:
    """By the first to come; a bot's seat is taken, and there is none after the last."""
    async with people(address, 3) as (anna, boris, carla):
        table = await anna.open_table("royal-turf", [None, "punter"])
        came = await asyncio.gather(
            *(device.sit(table, 0, "Me") for device in (anna, boris, carla)), return_exceptions=True
        )
        assert sorted(type(each).__name__ for each in came) == [
            "NoneType",
            "RefusedError",
            "RefusedError",
        ]
        me = {"name": "Me"}
        assert await refusal(boris, "POST", seat_path(table, 1), me) == (409, "seat_taken")
        assert await refusal(boris, "POST", seat_path(table, 2), me) == (404, "no_such_seat_here")
        owned = [
            (await device.ask("GET", f"/api/tables/{table}"))["seats"]
            for device in (anna, boris, carla)
        ]
        assert sorted(owned) == [[], [], [0]]


async def test_only_the_host_starts_and_only_a_full_table(address: str) -> None:
    """Once only, and nobody can sit down afterwards."""
    async with people(address, 2) as (anna, boris):
        table = await anna.open_table("royal-turf", [None, None])
        start = f"/api/tables/{table}/start"
        await boris.sit(table, 1, "Boris")
        assert await refusal(anna, "POST", start) == (409, "seats_open")
        await anna.sit(table, 0, "Anna")
        assert await refusal(boris, "POST", start) == (403, "not_host")
        began = await asyncio.gather(*(anna.start(table) for _ in range(3)), return_exceptions=True)
        assert sorted(type(each).__name__ for each in began) == [
            "NoneType",
            "RefusedError",
            "RefusedError",
        ]
        assert (await info(boris, table))["status"] == "playing"
        late = await refusal(anna, "POST", seat_path(table, 0), {"name": "Late"})
        assert late == (409, "seat_taken")


async def test_a_seat_is_left_before_the_start(address: str) -> None:
    """By its owner or at the host's wish; then it is free. After the start nobody can leave."""
    async with people(address, 3) as (anna, boris, carla):
        table = await full_table([anna, boris], bots=["punter"])
        assert await refusal(carla, "DELETE", seat_path(table, 1)) == (403, "not_your_seat")
        assert await refusal(boris, "DELETE", seat_path(table, 0)) == (403, "not_your_seat")
        assert await refusal(anna, "DELETE", seat_path(table, 3)) == (404, "no_such_seat_here")
        await boris.ask("DELETE", seat_path(table, 1))
        await carla.sit(table, 1, "Carla")
        await anna.ask("DELETE", seat_path(table, 1))
        await anna.ask("DELETE", seat_path(table, 2))
        seats = (await info(anna, table))["seats"]
        assert [(seat["name"], seat["policy"]) for seat in seats[1:]] == [(None, None)] * 2
        await boris.sit(table, 1, "Boris again")
        await boris.sit(table, 2, "Boris's son")
        await anna.start(table)
        assert await refusal(boris, "DELETE", seat_path(table, 1)) == (409, "begun")
        assert await refusal(anna, "DELETE", seat_path(table, 2)) == (409, "begun")


async def cut_off(socket: Socket) -> str:
    """The code with which the server ends a connection, before it sends anything of the match."""
    async with asyncio.timeout(ANSWER_SECONDS):
        while not isinstance(message := await socket.receive(), Bye):
            assert not isinstance(message, Told)
        await socket.connection.wait_closed()
    assert (message.after, socket.connection.close_code) == (0, 1008)
    return message.reason.code


async def test_someone_put_out_of_a_seat_sees_nothing_of_the_next_owner(address: str) -> None:
    """Their connection ends before the seat has anybody else's secrets."""
    async with people(address, 2) as (anna, boris):
        table = await full_table([anna, boris], options={"hidden_bets": "on"})
        async with boris.connect(table, 1) as socket:
            await socket.next(TableInfo)
            await anna.ask("DELETE", seat_path(table, 1))
            await anna.sit(table, 1, "Anna's sister")
            await anna.start(table)
            assert await cut_off(socket) == "not_your_seat"


async def test_several_seats_on_one_device_have_a_view_each(address: str) -> None:
    """With hidden bets, each connection shows only those of its own seat."""
    async with people(address, 1) as (anna,):
        table = await seated([anna, anna], options={"hidden_bets": "on"})
        assert (await anna.ask("GET", f"/api/tables/{table}"))["seats"] == [0, 1]
        async with hand(anna, table, 0) as one, hand(anna, table, 1) as two:
            acting, (other,) = await in_turn([one, two])
            seq = await acting.act()
            await acting.reached(seq)
            await other.reached(seq)
            assert acting.told[seq - 1].events != other.told[seq - 1].events
            assert acting.view != other.view
            await other.act()


# --- other devices, and bots for the absent -------------------------------------------------


async def test_a_personal_link_brings_a_seat_to_another_device(address: str) -> None:
    """The link works once; then both devices see and play the seat."""
    async with people(address, 3) as (anna, phone, thief):
        table = await seated([anna], bots=["punter"], options={"hidden_bets": "on"})
        assert await refusal(thief, "POST", seat_path(table, 0, "/link")) == (403, "not_your_seat")
        link = await anna.ask("POST", seat_path(table, 0, "/link"))
        uses = (phone.ask("POST", "/api/links", link) for _ in range(2))
        got = await asyncio.gather(*uses, return_exceptions=True)
        assert {"table": table, "seat": 0} in got
        assert sum(isinstance(each, RefusedError) for each in got) == 1
        for secret in (link, {"secret": "x" * 43}):
            assert await refusal(thief, "POST", "/api/links", secret) == (404, "link_used")
        assert (await phone.ask("GET", f"/api/tables/{table}"))["seats"] == [0]
        async with hand(anna, table, 0) as here, hand(phone, table, 0) as there:
            assert await here.choice() == await there.choice()
            seq = await there.act()
            await here.reached(seq)
            await there.reached(seq)
            assert here.told[:seq] == there.told[:seq]


async def test_revoking_cuts_other_devices_off(address: str) -> None:
    """Those that are connected, and links that nobody has used yet."""
    async with people(address, 2) as (anna, phone):
        table = await seated([anna], bots=["punter"])
        link, unused = [await anna.ask("POST", seat_path(table, 0, "/link")) for _ in range(2)]
        await phone.ask("POST", "/api/links", link)
        async with hand(anna, table, 0) as here, hand(phone, table, 0) as there:
            await here.choice()
            await there.choice()
            await anna.ask("DELETE", seat_path(table, 0, "/link"))
            assert await cut_off(there.socket) == "not_your_seat"
            assert await refusal(phone, "POST", "/api/links", unused) == (404, "link_used")
            refused = await refusal(phone, "DELETE", seat_path(table, 0, "/link"))
            assert refused == (403, "not_your_seat")
            assert (await phone.ask("GET", f"/api/tables/{table}"))["seats"] == []
            async with phone.connect(table, 0) as again:
                assert await cut_off(again) == "not_your_seat"
            await here.act()


async def test_a_bot_takes_the_seat_when_the_clock_runs_out(tmp_path: Path) -> None:
    """The match goes on, and the owner can take the seat back. Talking gives nobody more time."""
    async with (
        serving(tmp_path) as (rooms, address),
        at_table(address, 1, bots=["punter"], clock=600) as (there,),
    ):
        room = await room_of(rooms, there.table)
        await there.choice()
        seq, runs_out = there.seq, room.clock.runs_out
        assert runs_out is not None and 0 < runs_out - monotonic() <= 600
        assert isinstance(await there.ask(Chat("chat", "Let me think.")), Done)
        assert (there.seq, there.status.seats[0].stand_in) == (seq, None)
        assert room.clock.runs_out == runs_out
        room.clock.runs_out = monotonic()  # as if all of the clock had passed
        room.moved.set()
        await there.until(lambda: there.status.seats[0].stand_in)
        await there.until(lambda: any(told.seat == 0 for told in there.told[seq:]))
        await come_back(there)
        await there.until(lambda: there.status.seats[0].stand_in is None)


# --- talk -----------------------------------------------------------------------------------


async def test_people_talk_and_words_can_be_hidden(address: str) -> None:
    """Everybody hides their own, and the host anybody's; spectators only listen."""
    async with people(address, 3) as (anna, boris, carla):
        table = await full_table([anna, boris], bots=["punter"])
        async with (
            hand(anna, table, 0) as one,
            hand(boris, table, 1) as two,
            hand(carla, table) as watching,
        ):
            assert isinstance(await two.ask(Chat("a", "Good\u202e luck\n to all!")), Done)
            assert isinstance(await one.ask(Chat("b", "<b>Same</b> to you")), Done)
            for each in (one, two, watching):
                await each.heard(2)
            said = [(heard.seat, heard.name, heard.text) for heard in watching.talk.values()]
            greetings = ["Good luck to all!", "<b>Same</b> to you"]
            assert said == [(1, "Person 1", greetings[0]), (0, "Person 0", greetings[1])]
            assert await watching.code(Chat("c", "And to me?")) == "only_watching"
            assert await one.code(Chat("d", " \n")) == "nothing_said"
            words = f"/api/tables/{table}/chat"
            assert await refusal(boris, "DELETE", f"{words}/2") == (403, "not_host")
            assert await refusal(carla, "DELETE", f"{words}/1") == (403, "not_host")
            await boris.ask("DELETE", f"{words}/1")
            await watching.until(lambda: watching.talk[1].text is None)
            assert isinstance(await two.ask(Chat("f", "Sorry")), Done)
            await anna.ask("DELETE", f"{words}/3")  # she is the host
            await watching.until(lambda: 3 in watching.talk and watching.talk[3].text is None)
        async with hand(carla, table) as late:
            await late.until(lambda: len(late.talk) == 3)
            texts = [heard.text for heard in late.talk.values()]
            assert texts == [None, "<b>Same</b> to you", None]


async def test_nobody_floods_a_table_with_words(address: str) -> None:
    """Anyone who keeps talking is refused for a while, and can still play."""
    async with at_table(address, 1, bots=["punter"]) as (there,):
        codes = [await there.code(Chat("first", "Hurry!"))]
        while not codes[-1] and len(codes) < 100:
            codes.append(await there.code(Chat(f"chat{len(codes)}", "Hurry!")))
        assert codes[0] == "" and codes[-1] == "too_often"
        await there.act()


# --- the end --------------------------------------------------------------------------------


async def test_a_closed_match_reveals_its_seed(address: str) -> None:
    """Its players close it; its log is complete and verifies as far as it goes."""
    async with people(address, 3) as (anna, boris, carla):
        table = await seated([anna, boris])
        path = f"/api/tables/{table}"
        async with hand(anna, table, 0) as one, hand(boris, table, 1) as two:
            for what in ("log", "verdict"):
                assert await refusal(anna, "GET", f"{path}/{what}") == (409, "not_over")
            acting = await first(one, two)
            await acting.act()
            committed = acting.status.commitment
            assert acting.status.seed is None
            assert await refusal(carla, "POST", f"{path}/close") == (403, "not_player")
            assert await refusal(anna, "DELETE", path) == (409, "not_over")
            await close(table, anna, boris)
            await two.until(lambda: two.status.status == "closed")
            assert two.status.seed is not None
            assert commitment(bytes.fromhex(two.status.seed)) == committed
        _, log = opened((await carla.http.get(f"{path}/log")).content)
        assert log.revealed is not None and log.revealed.seed == two.status.seed
        assert [entropy.seat for entropy in log.entropy] == [0, 1]
        assert (await verified(carla, table)).endswith("so far follow the rules")
        assert await refusal(boris, "POST", f"{path}/start") == (403, "not_host")
        assert await refusal(anna, "POST", f"{path}/start") == (409, "begun_already")


async def test_there_is_one_rematch_whoever_asks(address: str) -> None:
    """With the same game, options and bots; once it is deleted there can be another."""
    async with people(address, 3) as (anna, boris, carla):
        table = await seated([anna, boris], bots=["punter"], options={"hidden_bets": "on"})
        again = f"/api/tables/{table}/rematch"
        assert await refusal(anna, "POST", again) == (409, "not_over")
        async with hand(carla, table) as watching:
            await close(table, boris, anna)
            assert await refusal(carla, "POST", again) == (403, "not_host")
            made = await asyncio.gather(*(each.ask("POST", again) for each in [anna, boris] * 3))
            ids = {each["table"]["id"] for each in made}
            assert len(ids) == 1 and table not in ids
            await watching.until(lambda: watching.status.rematch)
            assert ids == {watching.status.rematch}
        (new,) = ids
        opened = await info(boris, new)
        assert (opened["status"], opened["options"]["hidden_bets"]) == ("waiting", "on")
        assert [seat["policy"] for seat in opened["seats"]] == [None, None, "punter"]
        assert opened["commitment"] != (await info(boris, table))["commitment"]
        assert len(await anna.ask("GET", "/api/tables/mine")) == 2  # none was left over
        await boris.sit(new, 0, "Boris")
        await anna.sit(new, 1, "Anna")
        await anna.start(new)
        await close(new, anna, boris)
        await anna.ask("DELETE", f"/api/tables/{new}")
        third = (await boris.ask("POST", again))["table"]["id"]
        assert third not in (table, new)


def everything(file: Path) -> str:
    """All bytes in the files of a SQLite database, whether a row shows them or not."""
    found = [path for path in file.parent.iterdir() if path.name.startswith(file.name)]
    return "".join(path.read_bytes().decode("latin-1") for path in found)


async def test_a_deleted_table_leaves_nothing(tmp_path: Path) -> None:
    """Names, chat and log are gone from every answer and from the file."""
    file = tmp_path / "paddock.db"
    async with serving(tmp_path) as (_, address), people(address, 3) as (anna, boris, carla):
        table = await anna.open_table("royal-turf", [None, None])
        await anna.sit(table, 0, "Annabella")
        await boris.sit(table, 1, "Borisowitsch")
        await anna.start(table)
        path = f"/api/tables/{table}"
        async with hand(boris, table, 1) as two, hand(carla, table) as watching:
            assert isinstance(await two.ask(Chat("a", "Rosebud")), Done)
            await two.device.ask("POST", seat_path(table, 1, "/link"))
            await close(table, anna, boris)
            assert "Rosebud" in everything(file) and "Annabella" in everything(file)
            assert await refusal(boris, "DELETE", path) == (403, "not_host")
            await watching.until(lambda: watching.status.status == "closed")
            await watching.reached(watching.status.seq)
            await anna.ask("DELETE", path)
            assert await cut_off(watching.socket) == "no_such_table"
        for what in ("", "/log", "/verdict"):
            assert await refusal(anna, "GET", path + what) == (404, "no_such_table")
        assert await refusal(anna, "POST", f"{path}/rematch") == (404, "no_such_table")
        assert await anna.ask("GET", "/api/tables/mine") == []
    left = everything(file)
    for secret in ("Annabella", "Borisowitsch", "Rosebud", table):
        assert secret not in left
    with closing(sqlite3.connect(file)) as database:
        tables = database.execute("SELECT name FROM sqlite_master WHERE type='table'").fetchall()
        filled = {
            name for (name,) in tables if database.execute(f"SELECT 1 FROM {name}").fetchone()
        }
    assert filled <= {"devices", "alembic_version"}


async def test_only_the_host_deletes_a_waiting_table(address: str) -> None:
    """By closing it: nothing is kept of what has not begun."""
    async with people(address, 2) as (anna, boris):
        table = await anna.open_table("royal-turf", [None, None])
        await boris.sit(table, 0, "Boris")
        assert await refusal(boris, "DELETE", f"/api/tables/{table}") == (403, "not_host")
        await close(table, anna)
        assert await refusal(boris, "GET", f"/api/tables/{table}") == (404, "no_such_table")


# --- rights ---------------------------------------------------------------------------------

ACTIONS = [
    ("DELETE", ""),
    ("POST", "/start"),
    ("POST", "/close"),
    ("POST", "/rematch"),
    ("DELETE", "/chat/1"),
    ("DELETE", "/seats/0"),
    ("POST", "/seats/0/away"),
    ("POST", "/seats/0/back"),
    ("POST", "/seats/0/link"),
    ("DELETE", "/seats/0/link"),
]


async def test_strangers_can_do_nothing(address: str) -> None:
    """Everything is refused to devices that have no part in a table, or that are unknown."""
    async with people(address, 3) as (anna, boris, thief):
        table = await seated([anna, boris])
        async with hand(anna, table, 0) as there:
            await there.until(lambda: there.seq > 0)
            before = await info(anna, table)
            for method, what in ACTIONS:
                status, code = await refusal(thief, method, f"/api/tables/{table}{what}")
                assert status == 403 and code in ("not_host", "not_player", "not_your_seat"), what
                status, code = await refusal(thief, method, f"/api/tables/{'0' * 26}{what}")
                assert (status, code) == (404, "no_such_table"), what
            for token in (None, "nonsense", new_token(), thief.token[:-1] + "!"):
                thief.http.cookies.clear()
                thief.http.headers["Authorization"] = f"Bearer {token}" if token else ""
                for method, what in ACTIONS:
                    refused = await refusal(thief, method, f"/api/tables/{table}{what}")
                    assert refused == (403, "no_device"), what
                assert await thief.ask("GET", "/api/tables/mine") == []
                body = {"game": "royal-turf", "seats": [None, None]}
                assert await refusal(thief, "POST", "/api/tables", body) == (403, "no_device")
            assert await info(anna, table) == before


# --- two servers ----------------------------------------------------------------------------


@pytest.mark.xdist_group("two servers")
async def test_two_processes_know_the_same(two_servers: tuple[str, str]) -> None:
    """People at different processes sit down, talk, undo, leave a seat to a bot and close."""
    here, there = two_servers
    async with people(here, 1) as (anna,), people(there, 2) as (boris, phone):
        table = await anna.open_table("royal-turf", [None, None], clock=600, listed=True)
        assert await info(boris, table) == await info(anna, table)
        async with hand(boris, table) as watching:  # now both have the table in memory
            await anna.sit(table, 0, "Anna")
            await boris.sit(table, 1, "Boris")
            await watching.until(lambda: all(seat.name for seat in watching.status.seats))
            link = await anna.ask("POST", seat_path(table, 0, "/link"))
            await phone.ask("POST", "/api/links", link)
            await anna.start(table)
            await watching.until(lambda: watching.status.status == "playing")
        async with hand(anna, table, 0) as one, hand(boris, table, 1) as two:
            assert isinstance(await two.ask(Chat("a", "Hello")), Done)
            await one.until(lambda: one.talk)
            await boris.ask("DELETE", f"/api/tables/{table}/chat/1")
            await one.until(lambda: one.talk[1].text is None)
            await undone_between(*await in_turn([one, two]))
            async with hand(phone, table, 0) as three:
                await three.reached(one.seq)
                await anna.ask("DELETE", seat_path(table, 0, "/link"))
                assert await cut_off(three.socket) == "not_your_seat"
            await go_away(one)
            await two.until(lambda: two.status.seats[0].stand_in)
            await close(table, boris)
            await one.until(lambda: one.status.status == "closed")
            made = await asyncio.gather(
                *(each.ask("POST", f"/api/tables/{table}/rematch") for each in (anna, boris))
            )
            assert made[0]["table"]["id"] == made[1]["table"]["id"]


async def undone_between(acting: Hand, others: list[Hand]) -> None:
    """An undo that is asked for at one process is agreed to at another."""
    (other,) = others
    seq = await acting.act()
    assert await acting.code(Ask("ask", Undo())) == ""
    vote = await other.vote()
    assert await other.code(AnswerVote("yes", vote.id, True)) == ""
    for each in (acting, other):
        await each.reached(seq + 1)
        assert each.told[seq].undone == seq - 1
        await each.nothing_asked()
