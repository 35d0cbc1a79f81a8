"""The race caller on the wire: the same words live, later and in a replay, and never a secret."""

import asyncio
import random

import msgspec
import pytest

from paddock.kernel.log import Step
from paddock.kernel.text import Text
from paddock.wire.messages import Told
from tests.records import opened
from tests.server.brief import BRIEF
from tests.server.client import Device, Player, Watcher
from tests.server.people import people, seated
from tests.server.test_replay import frames_of

pytestmark = pytest.mark.anyio

# Secrets on purpose: what one seat is told and another is not must differ.
SECRETIVE = {
    "royal-turf": {"hidden_bets": "on"},
    "rennfieber": {"auction": "sealed"},
}


class Listener(Watcher):
    caller = True


class ListeningPlayer(Player):
    caller = True


@pytest.mark.parametrize("game", SECRETIVE)
async def test_each_viewer_hears_of_each_record_the_same_whenever_they_come(
    game: str, address: str
) -> None:
    """Live, after a lost connection, and in the replay: what a caller says who heard it all."""
    async with people(address, 3) as (anna, boris, carla):
        table = await seated(
            [anna, boris], game, ["random"], options=SECRETIVE[game], edition=BRIEF[game]
        )
        listeners = [
            ListeningPlayer(anna, table, 0, random.Random(1)),
            ListeningPlayer(boris, table, 1, random.Random(2)),
            Listener(carla, table),
        ]
        silent = Watcher(carla, table)
        await asyncio.gather(*(each.follow() for each in (*listeners, silent)))
        assert all(told.calls is None for told in silent.told)
        words = []
        for listener in listeners:
            expected = await said_to(carla, table, listener.seat)
            assert [told.calls for told in listener.told] == expected
            await check_cursors(listener, expected)
            words.append(expected)
        assert words[0] != words[1] != words[2] != words[0]  # there were secrets


async def said_to(device: Device, table: str, seat: int | None) -> list[tuple[Text, ...]]:
    """What a caller says who hears the log from the beginning, as this seat may read it; the
    replay must say so too."""
    data = (await device.http.get(f"/api/tables/{table}/log")).content
    game, log = opened(data)
    caller = game.caller([who.name for who in log.header.seats])
    said = []
    for record in log.records:
        assert isinstance(record, Step)
        seen = [game.redact(event, seat) for event in record.events]
        said.append(tuple(text for event in seen for text in caller.call(event)))
    frames = await frames_of(device, table, "" if seat is None else f"seat={seat}")
    assert msgspec.convert([frame["calls"] for frame in frames[1:]], list[tuple[Text, ...]]) == said
    return said


async def check_cursors(listener: Watcher, expected: list[tuple[Text, ...]]) -> None:
    """Whoever comes back hears what they have missed, in the words that others heard."""
    last = len(expected)
    for after in (0, 1, last // 2, last - 1, last):
        device, table, seat = listener.device, listener.table, listener.seat
        async with device.connect(table, seat, after, caller=True) as socket:
            told = [await socket.next(Told) for _ in range(max(last - after, 1))]
        assert [each.calls for each in told] == expected[min(after, last - 1) :]
        assert told[-1].view is not None


async def test_before_anything_has_happened_nothing_is_said(address: str) -> None:
    """Silence is told as such to whoever asked, and not at all to the others."""
    async with people(address, 2) as (anna, boris):
        table = await seated([anna, boris], options={"first_player": "chosen"})
        async with anna.connect(table, 0, caller=True) as loud, boris.connect(table, 1) as quiet:
            heard, unheard = await loud.next(Told), await quiet.next(Told)
            assert heard.calls is not None and unheard.calls is None
            while heard.seq < 1:
                heard = await loud.next(Told)
            assert heard.calls  # the horses come to the line
