"""The dice race on its own server: over a socket, with a bot, to the end."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import pytest

from paddock.games import GAMES, PARTS
from paddock.kernel.text import english
from paddock.kernel.verify import verify_dice, verify_rules
from paddock.wire.messages import Ask, Refused, StandIn, Told
from tests.records import opened
from tests.server.client import Device, Player
from tests.server.inside import serving
from tests.server.people import refusal, seat_path, seated
from tests.server.process import ServerProcess
from tests.toy import DiceRace

pytestmark = [pytest.mark.anyio, pytest.mark.slow, pytest.mark.usefixtures("toy")]


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """The event loop that the server uses."""
    return "asyncio"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A server that knows the dice race."""
    with (
        TemporaryDirectory(prefix="paddock-") as folder,
        ServerProcess(f"sqlite:///{folder}/paddock.db", toy=True) as server,
    ):
        yield server.address
        assert "Traceback" not in server.errors, server.errors


async def test_a_match_is_played_over_the_socket(address: str) -> None:
    """A person and a bot play with the race call, and the downloaded log verifies."""
    async with Device.new(address) as anna:
        table = await seated([anna], DiceRace.name, ["random"])
        async with anna.connect(table, 0, caller=True) as socket:
            told = await socket.next(Told)
            assert [each["runner"] for each in told.offer["commands"]] == [0, 1, 2]
            assert told.offer["words"][0] == {"key": "Back runner {runner}", "args": {"runner": 1}}
        await Player(anna, table, 0).follow()
        rules, log = opened((await anna.http.get(f"/api/tables/{table}/log")).content)
        assert (verify_dice(log).holds, verify_rules(rules, log).holds) == ("yes", "yes")
        replay = await anna.ask("GET", f"/api/tables/{table}/replay")
        assert replay["frames"][-1]["view"]["winners"]


async def test_the_lobby_lists_it_here(address: str) -> None:
    """The lobby lists the game, and its rules come from its own folder in English."""
    async with Device.new(address) as anna:
        listed = {game["name"]: game for game in await anna.ask("GET", "/api/games")}
        assert listed[DiceRace.name] == {
            "name": DiceRace.name,
            "options": [],
            "policies": ["random"],
            "weaker": [],
            "edition": "Played in the garden",
        }
        rules = await anna.http.get(f"/api/games/{DiceRace.name}/rules?language=de")
        assert rules.text.startswith("# Dice race")
        assert rules.headers["Content-Language"] == "en"


async def test_a_game_without_a_rule_page_says_so(tmp_path: Path) -> None:
    """A request for missing rules gets a 404 with a code."""
    elsewhere = patch.dict(PARTS, {DiceRace.name: "tests.conformance.{layer}"})
    async with serving(tmp_path) as (_, address), Device.new(address) as anna:
        with elsewhere:
            rules = f"/api/games/{DiceRace.name}/rules"
            assert await refusal(anna, "GET", rules) == (404, "no_rules")


async def test_nobody_can_be_stood_in_for(address: str) -> None:
    """Without a bot for it, nobody can leave a seat to a bot or vote to do so."""
    async with Device.new(address) as anna, Device.new(address) as boris:
        table = await seated([anna, boris], DiceRace.name)
        away = await refusal(anna, "POST", seat_path(table, 0, "/away"))
        assert away == (409, "no_stand_in")
        async with boris.connect(table, 1) as socket:
            await socket.send(Ask("1", StandIn(0)))
            refused = await socket.next(Refused)
        assert refused.reason.code == "no_stand_in"
        assert english(refused.reason.text) == "This game has no bot that can take over a seat."


async def test_a_table_of_a_game_that_is_gone_is_not_there(tmp_path: Path) -> None:
    """Tables of a removed game disappear, other tables stay; they return with the game."""
    async with serving(tmp_path) as (_, address), Device.new(address) as anna:
        tables = [
            await anna.open_table(game, [None, None], listed=True)
            for game in (DiceRace.name, "royal-turf")
        ]
    for known, listed in ((False, tables[1:]), (True, tables)):
        with patch.dict(GAMES):
            if not known:
                del GAMES[DiceRace.name]
            async with serving(tmp_path) as (_, address), Device.new(address) as boris:
                boris.http.headers["Authorization"] = f"Bearer {anna.token}"
                for path in ("/api/tables", "/api/tables/mine"):
                    assert {each["id"] for each in await boris.ask("GET", path)} == {*listed}
                looked = await boris.http.get(f"/api/tables/{tables[0]}")
                assert looked.status_code == (200 if known else 404)


async def test_another_server_does_not_know_it(tmp_path: Path) -> None:
    """A server without the game does not list it and opens no table for it."""
    with ServerProcess(f"sqlite:///{tmp_path / 'paddock.db'}") as server:
        async with Device.new(server.address) as anna:
            games = await anna.ask("GET", "/api/games")
            assert DiceRace.name not in {game["name"] for game in games}
            wanted = {"game": DiceRace.name, "seats": [None, "random"]}
            assert await refusal(anna, "POST", "/api/tables", wanted) == (404, "no_such_game")
