"""The time of an answer depends on no secret: the same statements go to the database, and the same
number of bytes to everybody. `python -m tools.timing` measures it on a real server."""

import random
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copy
from typing import Any

import httpx
import msgspec
import pytest
from sqlalchemy import event

from paddock.server.audience import Member
from paddock.server.identity import digest, new_table_id, new_token
from paddock.server.lobby import Lobby, NewTable
from paddock.server.records import SqliteRecords
from paddock.server.rooms import Rooms
from paddock.server.store import Store
from paddock.server.wakeups import LocalWakeups
from paddock.wire.messages import Done
from tests.offered import offered
from tests.server.client import Device, until
from tests.server.inside import serving
from tests.server.people import full_table
from tests.server.stores import begun, loaded, opened
from tests.server.test_secrets import HIDING
from tools.timing import Pairs, secret_choice

pytestmark = pytest.mark.anyio

VALUE = re.compile(r"'(?:[^']|'')*'|\b\d+(?:\.\d+)?\b")  # in a statement that SQLite traces


@contextmanager
def statements(store: Store) -> Iterator[list[str]]:
    """The statements that go to the database, without their values."""
    asked: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        asked.append(statement)

    def note_line(statement: str) -> None:
        asked.append(VALUE.sub("?", statement))

    engines = [engine.sync_engine for engine in (store._database.writes, store._database.reads)]
    for engine in engines:
        event.listen(engine, "before_cursor_execute", note)
    lines = store.appender._lines
    assert isinstance(lines, SqliteRecords)
    connection = lines._connection or lines._connect()
    connection.set_trace_callback(note_line)
    try:
        yield asked
    finally:
        connection.set_trace_callback(None)
        for engine in engines:
            event.remove(engine, "before_cursor_execute", note)


async def before_a_secret(store: Store, game: str) -> str:
    """A table at which the next choice is secret."""
    rooms = Rooms(store, LocalWakeups(), 0)
    wanted = NewTable(game, (None, None, None), secret_choice(game).OPTIONS)
    room = await begun(Lobby(rooms), wanted, "Anna", "Boris", "Clara")
    await until(lambda: room.match and room.automatic is None and not rooms.drivers._tasks)
    return room.id


async def cost_of(store: Store, table: str, *, which: bool) -> object:
    """The statements of a secret choice, and the number of bytes that everybody gets."""
    room = await loaded(store, table)
    assert room.match is not None
    seat = room.to_act[0]
    offer = msgspec.to_builtins(offered(room.match.game, room.match.state, seat))
    command = msgspec.json.encode(secret_choice(room.game.name).choice(offer, which=which))
    members = [
        Member(viewer, 0, caller=caller, deltas=deltas)
        for viewer in (None, 0, 1, 2)
        for caller in (True, False)
        for deltas in (True, False)
        if viewer != seat
    ]
    assert room.telling is not None
    for member in members:
        room.telling.newest(member)
    with statements(store) as asked:
        answer = await room.give(seat, "secret", command)
    assert isinstance(answer, Done)
    assert asked
    told = [room.telling.newest(member) for member in members]
    assert [b'"delta"' in frame for frame in told] == [member.deltas for member in members]
    return asked, [len(frame) for frame in told], len(msgspec.json.encode(answer))


@pytest.mark.parametrize("game", [subject.name for subject in HIDING])
async def test_a_secret_choice_costs_the_same_whatever_it_is(game: str, tmp_path: Path) -> None:
    """The lowest and the highest choice in the same position cost as many statements, and as many
    bytes for everybody else."""
    before = tmp_path / "before.db"
    async with opened(f"sqlite:///{before}") as store:
        table = await before_a_secret(store, game)
    costs = []
    for which in (True, False):
        copy(before, tmp_path / "copy.db")
        async with opened(f"sqlite:///{tmp_path / 'copy.db'}") as store:
            costs.append(await cost_of(store, table, which=which))
    assert costs[0] == costs[1]


async def test_a_wrong_secret_costs_the_same_however_close_it_is(tmp_path: Path) -> None:
    """Tokens and links are looked up by their digest, and a table either exists or does not."""
    silent = serving(tmp_path, chores=False)  # whose own queries would be counted too
    async with silent as (rooms, address), Device.new(address) as anna:
        table = await full_table([anna], bots=["random"])
        right = (await anna.ask("POST", f"/api/tables/{table}/seats/0/link"))["secret"]

        async def cost(method: str, path: str, token: str, body: object = None) -> object:
            headers = {"Authorization": f"Bearer {token}"}
            with statements(rooms.store) as asked:
                answer = await anna.http.request(method, path, json=body, headers=headers)
            return asked, answer.status_code, answer.content

        def near(secret: str) -> str:
            return secret[:-1] + ("0" if secret[-1] != "0" else "1")

        for wrong, other in ((near(anna.token), new_token()), (near(right), new_token())):
            mine = [await cost("GET", "/api/tables/mine", token) for token in (wrong, other)]
            assert mine[0] == mine[1]
            used = [
                await cost("POST", "/api/links", anna.token, {"secret": secret})
                for secret in (wrong, other)
            ]
            assert used[0] == used[1]
        found = [
            await cost("GET", f"/api/tables/{id}", anna.token)
            for id in (near(table), new_table_id())
        ]
        assert found[0] == found[1]
        assert (await anna.http.get("/api/tables/mine")).status_code == httpx.codes.OK
        assert digest(near(right)) != digest(right)


def test_the_sign_test_finds_a_difference_in_noise() -> None:
    """A small difference is found behind noise that is ten times as large."""
    rng = random.Random(5)
    noise = [rng.random() for _ in range(2_000)]
    assert Pairs(noise[:1000], noise[1000:]).p_value > 0.01
    slower = [taken + 0.1 for taken in noise[:1000]]
    assert Pairs(slower, noise[1000:]).p_value < 0.001
    assert Pairs([1.0], [1.0]).p_value == 1.0
