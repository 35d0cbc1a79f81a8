"""RF4.4 on the wire: each view says which cards lie face down for its viewer."""

import asyncio
import re
from collections.abc import Iterator

import msgspec
import pytest

from paddock.games.rennfieber.events import Event
from paddock.kernel.text import english
from tests.rennfieber.cards import Cards
from tests.server.brief import BRIEF
from tests.server.client import Player, Watcher
from tests.server.people import people, seated

pytestmark = pytest.mark.anyio

LEVEL = re.compile(r"\d\+")
ON_SALE = "On sale: "  # names the levels printed on the card, not the horse's condition


def face_down(watcher: Watcher) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """What each view said, and what follows from the events alone."""
    cards = Cards()
    for told in watcher.told:
        for event in told.events:
            cards.hear(msgspec.convert(event, Event))
        if told.view is not None:
            said = tuple(told.view["derived"].get("face_down", ()))
            yield said, cards.face_down(watcher.seat)


@pytest.mark.rule("RF4.4")
@pytest.mark.parametrize("levels", ["face_down", "open"])
async def test_a_whole_match(levels: str, address: str) -> None:
    """Players and a spectator see what the rule says; no line that stays names a level."""
    async with people(address, 3) as (anna, boris, carla):
        options, edition = {"levels": levels}, BRIEF["rennfieber"]
        table = await seated(
            [anna, boris], "rennfieber", ["random"], options=options, edition=edition
        )
        readers = [Player(anna, table, 0), Player(boris, table, 1), Watcher(carla, table)]
        for reader in readers:
            reader.caller = True
        await asyncio.gather(*(reader.follow() for reader in readers))
    for reader in readers:
        seen = [*face_down(reader)]
        lines = [english(text) for told in reader.told for text in told.calls or ()]
        levels_told = [line for line in lines if LEVEL.search(line)]
        if levels == "open":
            assert not any(said for said, _ in seen)
            assert len(levels_told) > 50
        else:
            assert all(said == follows for said, follows in seen)
            assert len({said for said, _ in seen}) > 3
            assert all(line.startswith(ON_SALE) for line in levels_told)
