"""What the log of a match that is over must say, held against what everybody was told of it."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from paddock.games import game_of
from paddock.kernel.game import Game
from paddock.kernel.log import Log, Step, Undone, read, read_header
from paddock.kernel.verify import verify_dice, verify_rules
from paddock.wire.messages import Told
from tests.server.client import Player, Watcher

AnyGame = Game[Any, Any, Any, Any]


async def check_log(people: Sequence[Watcher]) -> Log[Any, Any]:
    """Nothing lost, nothing doubled, everybody told the same, honest dice and kept rules."""
    one = people[0]
    answer = await one.device.http.get(f"/api/tables/{one.table}/log")
    assert answer.status_code == 200, answer.text
    header = read_header(answer.content)
    game = game_of(header)
    log = read(answer.content, game.types)
    assert (verify_dice(log).holds, verify_rules(game, log).holds) == ("yes", "yes")
    given = Counter((step.seat, step.id) for step in log.records if isinstance(step, Step))
    assert set(given.values()) == {1}, "a command was carried out twice"
    for person in people:
        told = [replace(told, view=None, offer=None) for told in person.told]
        assert told == [_told(game, record, person.seat) for record in log.records]
        if isinstance(person, Player):
            known = {id for seat, id in given if seat == person.seat}
            assert not known & person.refused, "a command was carried out, and refused"
            for id, seq in person.done.items():
                assert seq is not None
                step = log.records[seq - 1]
                assert isinstance(step, Step)
                assert (step.seat, step.id) == (person.seat, id), "an acknowledged command is lost"
    return log


def _told(game: AnyGame, record: Any, seat: int | None) -> Told:
    """A record as a viewer is told of it, after it went over the wire."""
    if isinstance(record, Undone):
        return Told(record.seq, undone=record.to)
    events = tuple(game.redact(event, seat) for event in record.events)
    plain = msgspec.json.encode(Told(record.seq, record.seat, events))
    return msgspec.json.decode(plain, type=Told)
