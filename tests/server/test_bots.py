"""Bots at the server: where they are made, how strong they are, and that none is imported."""

import asyncio
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from threading import current_thread
from typing import Any

import pytest

from paddock import fast
from paddock.bots import policy
from paddock.kernel.game import Game, Policy
from paddock.server import bot_threads
from tests.server.client import ANSWER_SECONDS, Device, Player
from tests.server.inside import room_of, serving
from tests.server.people import full_table, refusal, seated

pytestmark = pytest.mark.anyio


async def test_a_bot_is_made_where_it_thinks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In another thread than the event loop, and once, however many moves it makes."""
    made: list[str] = []

    def making(game: Game[Any, Any, Any, Any], name: str) -> Policy[Any, Any]:
        made.append(current_thread().name)
        return policy(game, name)

    monkeypatch.setattr(bot_threads, "policy", making)
    async with serving(tmp_path) as (rooms, address), Device.new(address) as anna:
        table = await anna.open_table("royal-turf", ["random", "random"])
        await anna.start(table)
        room = await room_of(rooms, table)
        while room.table.row.status != "finished":
            room.moved.clear()
            await room.moved.wait()
    (thread,) = made
    assert thread.startswith("bot")


@pytest.mark.parametrize("numba", [True, False])
async def test_bots_below_their_strength_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, numba: bool
) -> None:
    """The sharp one cannot search without Numba."""
    monkeypatch.setattr(fast, "available", lambda: numba)
    async with serving(tmp_path) as (_, address), Device.new(address) as anna:
        for game in await anna.ask("GET", "/api/games"):
            searching = [name for name in game["policies"] if name == "sharp"]
            assert searching or game["name"] not in ("royal-turf", "rennfieber")
            assert game["weaker"] == ([] if numba else searching)


STRAY = """
class Bot:
    def __init__(self, game):
        pass

    def choose(self, view, offer, rng):
        return offer.sample(rng)
"""


@pytest.fixture
def stray(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A policy that could be imported here, as `paddock simulate` would do."""
    (tmp_path / "stray_policy.py").write_text(STRAY, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    return "stray_policy:Bot"


async def test_a_seat_for_a_policy_from_outside_is_refused(tmp_path: Path, stray: str) -> None:
    """With a code: no table is opened, and nothing is imported."""
    async with serving(tmp_path) as (_, address), Device.new(address) as anna:
        for game in ("royal-turf", "rennfieber"):
            wanted = {"game": game, "seats": [None, stray]}
            refused = await refusal(anna, "POST", "/api/tables", wanted)
            assert refused == (409, "no_such_policy")
        assert await anna.ask("GET", "/api/tables/mine") == []
    assert "stray_policy" not in sys.modules


@pytest.mark.parametrize("column", ["policy", "stand_in"])
async def test_a_stored_seat_of_a_policy_from_outside_imports_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stray: str, column: str
) -> None:
    """If somebody writes it into the database, its table stands still and others go on."""
    refused, loop = asyncio.Event(), asyncio.get_running_loop()

    def asked(game: Game[Any, Any, Any, Any], name: str) -> Policy[Any, Any]:
        try:
            return policy(game, name)
        except LookupError:
            loop.call_soon_threadsafe(refused.set)
            raise

    monkeypatch.setattr(bot_threads, "policy", asked)
    async with serving(tmp_path) as (rooms, address), Device.new(address) as anna:
        table = await full_table([anna], bots=["random"])
        with closing(sqlite3.connect(tmp_path / "paddock.db")) as database, database:
            change = f'UPDATE seats SET {column} = ? WHERE "table" = ? AND seat = 0'
            database.execute(change, (stray, table))
        await anna.start(table)
        player = Player(anna, await seated([anna], bots=["random"]), 0)
        await player.follow()
        async with asyncio.timeout(ANSWER_SECONDS):
            await refused.wait()
        assert (await room_of(rooms, table)).table.row.status == "playing"
    assert "stray_policy" not in sys.modules
