"""Compare the log of a finished match with what everybody was sent."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from paddock.kernel.game import Game
from paddock.kernel.log import Log, Step, Undone
from paddock.kernel.text import english
from paddock.kernel.verify import verify_dice, verify_rules
from paddock.server.replays import MOST_FRAMES
from paddock.wire.messages import Told
from tests.records import opened, plain
from tests.server.client import Device, Player, Watcher

AnyGame = Game[Any, Any, Any, Any]


async def check_log(people: Sequence[Watcher]) -> Log[Any, Any]:
    """Nothing is lost or doubled, everybody was sent the same, and dice and rules hold.

    A viewer who asked for the race caller must have heard what a caller says who follows the match
    from its beginning.
    """
    one = people[0]
    answer = await one.device.http.get(f"/api/tables/{one.table}/log")
    assert answer.status_code == 200, answer.text
    game, log = opened(answer.content)
    assert (verify_dice(log).holds, verify_rules(game, log).holds) == ("yes", "yes")
    given = Counter((step.seat, step.id) for step in log.records if isinstance(step, Step))
    assert set(given.values()) == {1}, "a command was carried out twice"
    for person in people:
        names = [who.name for who in log.header.seats]
        caller = game.caller(names) if person.caller else None
        assert list(map(bare, person.told)) == [
            _told(game, record, person.seat, caller) for record in log.records
        ]
        if isinstance(person, Player):
            known = {id for seat, id in given if seat == person.seat}
            assert not known & person.refused, "a command was carried out, and refused"
            for id, seq in person.done.items():
                assert seq is not None
                step = log.records[seq - 1]
                assert isinstance(step, Step)
                assert (step.seat, step.id) == (person.seat, id), "an acknowledged command is lost"
    return log


async def verified(device: Device, table: str) -> str:
    """Dice and rules hold, as the server says too; returns how far the match went."""
    game, log = opened((await device.http.get(f"/api/tables/{table}/log")).content)
    dice, rules = verify_dice(log), verify_rules(game, log)
    assert (dice.holds, rules.holds) == ("yes", "yes"), (dice, rules)
    told = await device.ask("GET", f"/api/tables/{table}/verdict")
    assert told == plain({"dice": dice, "rules": rules})
    return english(rules.reason)


async def check_replay(watcher: Watcher) -> None:
    """The replay shows what was sent live, with the same views and the same sentences."""
    frames = await frames_of(watcher.device, watcher.table, watcher.seat)
    assert [frame["seq"] for frame in frames] == list(range(watcher.seq + 1))
    assert frames[0]["events"] == frames[0]["calls"] == []
    for told, frame in zip(watcher.told, frames[1:], strict=True):
        assert (told.seat, list(told.events)) == (frame["seat"], frame["events"])
        assert told.view in (None, frame["view"])
        assert told.calls is None or plain(told.calls) == frame["calls"]
    assert any(told.view is not None for told in watcher.told)


async def frames_of(
    device: Device, table: str, seat: int | None, count: int = MOST_FRAMES
) -> list[Any]:
    """A replay as a seat or a spectator sees it, read page by page."""
    frames: list[Any] = []
    total = 1
    while len(frames) < total:
        query = f"from={len(frames)}&count={count}" + ("" if seat is None else f"&seat={seat}")
        page = await device.ask("GET", f"/api/tables/{table}/replay?{query}")
        total = page["total"]
        assert len(page["frames"]) == min(count, total - len(frames))
        frames += page["frames"]
    return frames


def bare(told: Told) -> Told:
    """Without the view and the offer."""
    return replace(told, view=None, offer=None)


def _told(game: AnyGame, record: Any, seat: int | None, caller: Any) -> Told:
    """A record as it is sent to a viewer, decoded again."""
    if isinstance(record, Undone):
        return Told(record.seq, undone=record.to)
    events = tuple(game.redact(event, seat) for event in record.events)
    calls = None
    if caller is not None:
        calls = tuple(text for event in events for text in caller.call(event))
    sent = msgspec.json.encode(Told(record.seq, record.seat, events, calls=calls))
    return msgspec.json.decode(sent, type=Told)
