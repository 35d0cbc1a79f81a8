"""Bots at the server: made where they think, and told of as they are."""

from __future__ import annotations

from pathlib import Path
from threading import current_thread
from typing import Any

import pytest

from paddock import fast
from paddock.bots import policy
from paddock.kernel.game import Game, Policy
from paddock.server import house as houses
from tests.server.client import Device
from tests.server.inside import serving

pytestmark = pytest.mark.anyio


async def test_a_bot_is_made_where_it_thinks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Off the loop, which has others to serve meanwhile; and once, however often it is asked."""
    made: list[str] = []

    def making(game: Game[Any, Any, Any, Any], name: str) -> Policy[Any, Any]:
        made.append(current_thread().name)
        return policy(game, name)

    monkeypatch.setattr(houses, "policy", making)
    async with serving(tmp_path) as (house, address), Device.new(address) as anna:
        table = await anna.open_table("royal-turf", ["random", "random"])
        await anna.start(table)
        room = await house.room(table)
        assert room is not None
        while room.row.status != "finished":
            room.moved.clear()
            await room.moved.wait()
    (thread,) = made
    assert thread.startswith("bot")


@pytest.mark.parametrize("numba", [True, False])
async def test_who_is_not_at_its_strength_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, numba: bool
) -> None:
    """The sharp cannot search without Numba."""
    monkeypatch.setattr(fast, "available", lambda: numba)
    async with serving(tmp_path) as (_, address), Device.new(address) as anna:
        for game in await anna.ask("GET", "/api/games"):
            assert "sharp" in game["policies"]
            assert game["weaker"] == ([] if numba else ["sharp"])
