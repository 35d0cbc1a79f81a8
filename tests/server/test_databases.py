"""Databases of earlier versions: they open, can be played on, and verify."""

import gzip
import re
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from paddock.games import GAMES
from paddock.server import migrations
from paddock.wire.messages import AnswerVote, Done, Vote
from tests.server.brief import BRIEF
from tests.server.client import Device
from tests.server.databases.make import played
from tests.server.people import close, hand
from tests.server.process import ServerProcess

pytestmark = pytest.mark.anyio

HERE = Path(__file__).parent / "databases"
NAMES = sorted(file.name.removesuffix(".db.gz") for file in HERE.glob("*.db.gz"))
CHOICES = 5


def unpacked(name: str, folder: Path) -> Path:
    file = folder / "paddock.db"
    file.write_bytes(gzip.decompress((HERE / f"{name}.db.gz").read_bytes()))
    return file


class Kept:
    """A server of a kept database, and what was known of it when it was made."""

    def __init__(self, address: str, name: str) -> None:
        self.address = address
        known: dict[str, Any] = msgspec.json.decode((HERE / f"{name}.json").read_bytes())
        self.tables: dict[str, dict[str, Any]] = known["tables"]
        self.link: dict[str, str] = known["link"]
        self._tokens: dict[str, str] = known["devices"]

    @asynccontextmanager
    async def people(self) -> AsyncIterator[list[Device]]:
        """Anna and Boris, with the tokens that they had."""
        async with AsyncExitStack() as stack:
            yield [
                await stack.enter_async_context(Device.new(self.address, token=token))
                for token in self._tokens.values()
            ]


@pytest.fixture(scope="module", params=NAMES)
def kept(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Kept]:
    """Each kept database, served by today's code; no two tests use the same table."""
    file = unpacked(request.param, tmp_path_factory.mktemp("kept"))
    with ServerProcess(f"sqlite:///{file}") as server:
        yield Kept(server.address, request.param)
        assert '"level":"error"' not in server.errors, server.errors


def test_every_schema_has_its_database(tmp_path: Path) -> None:
    """From the first migration to the newest: with each new one, a database is kept."""
    found = set()
    for name in NAMES:
        with closing(sqlite3.connect(unpacked(name, tmp_path))) as opened:
            found |= {row[0] for row in opened.execute("SELECT version_num FROM alembic_version")}
    steps = [re.match(r"v(\d+)", step.stem) for step in migrations.VERSIONS.glob("v*.py")]
    assert found == {step[1] for step in steps if step}


def options_of(known: dict[str, Any]) -> dict[str, str]:
    """A kept table's options, including those that did not exist yet."""
    named: dict[str, str] = known["options"]
    then = dict(GAMES[known["game"]].implied_options[1])
    if (then | named).get("hidden_bets") == "off":
        del then["hidden_rounds"]
    return then | named


async def verified(device: Device, table: str) -> None:
    verdict = await device.ask("GET", f"/api/tables/{table}/verdict")
    assert (verdict["dice"]["holds"], verdict["rules"]["holds"]) == ("yes", "yes")


async def played_on(table: str, *devices: Device) -> None:
    """People make some choices and close the match, which verifies."""
    async with AsyncExitStack() as stack:
        hands = [
            await stack.enter_async_context(hand(device, table, seat))
            for seat, device in enumerate(devices)
        ]
        for _ in range(CHOICES):
            await played(*hands)
    await close(table, *dict.fromkeys(devices))
    await verified(devices[0], table)


@pytest.mark.parametrize(
    "state", ["finished-royal-turf", "finished-rennfieber", "closed-royal-turf"]
)
async def test_a_match_that_is_over_is_unchanged(kept: Kept, state: str) -> None:
    """With its seed; dice and rules hold."""
    known = kept.tables[state]
    async with kept.people() as (anna, boris):
        info = (await boris.ask("GET", f"/api/tables/{known['id']}"))["table"]
        assert {name: info[name] for name in known} == known | {"options": options_of(known)}
        await verified(anna, known["id"])


@pytest.mark.parametrize("game", BRIEF)
async def test_a_match_in_play_goes_on(kept: Kept, game: str) -> None:
    """By the rules with which it began, with its talk and an open vote, to which Boris agrees."""
    known = kept.tables[f"playing-{game}"]
    table = known["id"]
    async with kept.people() as (anna, boris):
        info = (await boris.ask("GET", f"/api/tables/{table}"))["table"]
        assert info["options"] == options_of(known)
        async with hand(boris, table, 1) as one:
            await one.reached(known["seq"])
            await one.heard(2)
            assert [one.talk[number].text for number in (1, 2)] == [None, "Good luck, Änne!"]
            vote = await one.vote()
            assert vote == msgspec.convert(known["vote"], Vote)
            assert isinstance(await one.ask(AnswerVote("yes", vote.id, agree=True)), Done)
            await one.reached(known["seq"] + 1)
            assert one.told[-1].undone == vote.seq
        await played_on(table, anna, boris)


@pytest.mark.parametrize("game", BRIEF)
async def test_a_waiting_table_can_begin(kept: Kept, game: str) -> None:
    """Somebody takes the last seat, and they play."""
    table = kept.tables[f"waiting-{game}"]["id"]
    async with kept.people() as (anna, boris):
        await anna.sit(table, 2, "Anna's brother")
        await anna.start(table)
        await played_on(table, anna, boris, anna)


async def test_a_bot_takes_over_where_the_clock_ran_out_long_ago(kept: Kept) -> None:
    """And the match goes on."""
    table = kept.tables["clocked-rennfieber"]["id"]
    async with kept.people() as (anna, _), hand(anna, table) as one:
        await one.until(lambda: any(seat.stand_in for seat in one.status.seats))
        await one.reached(1)


async def test_an_open_link_still_gives_its_seat(kept: Kept) -> None:
    """To a new device."""
    async with Device.new(kept.address) as phone:
        given = await phone.ask("POST", "/api/links", kept.link)
        assert given["seat"] == 0
