"""RF4.4 on the wire: who is told, with each view, that a card lies face down."""

import asyncio
import re

import msgspec
import pytest

from paddock.games.rennfieber.events import Event
from paddock.kernel.text import english
from paddock.wire.messages import ToClient, Told
from tests.rennfieber.cards import Cards
from tests.server.brief import BRIEF
from tests.server.client import Device, Player, Watcher
from tests.server.people import people, seated

pytestmark = pytest.mark.anyio

LEVEL = re.compile(r"\d\+")
ON_SALE = "On sale: "  # what is printed on its card, not its condition


class Reader(Watcher):
    """Keeps what each view says of the cards, and what follows from the events alone."""

    caller = True

    def __init__(self, device: Device, table: str, seat: int | None = None) -> None:
        super().__init__(device, table, seat)
        self.cards = Cards()
        self.seen: list[tuple[tuple[int, ...], tuple[int, ...]]] = []

    def take(self, message: ToClient) -> None:
        known = self.seq
        super().take(message)
        if self.seq > known:
            for event in self.told[-1].events:
                self.cards.hear(msgspec.convert(event, Event))
        if isinstance(message, Told) and message.view is not None:
            said = tuple(message.view["derived"].get("face_down", ()))
            self.seen.append((said, self.cards.face_down(self.seat)))

    @property
    def lines(self) -> list[str]:
        return [english(text) for told in self.told for text in told.calls or ()]


class ReadingPlayer(Reader, Player):
    """Somebody who plays as well."""


@pytest.mark.rule("RF4.4")
@pytest.mark.parametrize("levels", ["face_down", "open"])
async def test_a_whole_match(levels: str, address: str) -> None:
    """To two players and a spectator, as the rule says; no line that stays tells a level."""
    async with people(address, 3) as (anna, boris, carla):
        options, edition = {"levels": levels}, BRIEF["rennfieber"]
        table = await seated(
            [anna, boris], "rennfieber", ["random"], options=options, edition=edition
        )
        players = [ReadingPlayer(anna, table, 0), ReadingPlayer(boris, table, 1)]
        readers = [*players, Reader(carla, table)]
        await asyncio.gather(*(reader.follow() for reader in readers))
    for reader in readers:
        told = [line for line in reader.lines if LEVEL.search(line)]
        if levels == "open":
            assert not any(said for said, _ in reader.seen)
            assert len(told) > 50
        else:
            assert [said for said, _ in reader.seen] == [follows for _, follows in reader.seen]
            assert len({said for said, _ in reader.seen}) > 3
            assert all(line.startswith(ON_SALE) for line in told)
