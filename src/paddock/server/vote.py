"""What the people of a table decide together: to take back, to close, to let a bot sit in.

One thing is asked at a time, and stored with those who have agreed. It is carried out once all have
who must.
"""

from time import monotonic

import msgspec

from paddock.bots import substitute
from paddock.kernel.log import Step
from paddock.kernel.rejection import Rejected, reject
from paddock.server.live_match import LiveMatch
from paddock.server.table import Table
from paddock.wire.messages import Asked, StandIn, Undo

ABSENT = 120.0  # seconds that a table waits for somebody before a bot can be asked into their seat
NO_STAND_IN = reject("no_stand_in", "This game has no bot that could hold a seat.")


def stand_in(table: Table) -> str:
    """The bot that holds a seat; whatever may need one is refused where the game has none."""
    bot = substitute(table.row.game)
    assert bot is not None
    return bot


def asked_of(table: Table, match: LiveMatch | None) -> Asked | None:
    """What is asked of the table, as long as it can be done."""
    if table.row.asked is None or match is None or not table.playing:
        return None
    asked = msgspec.json.decode(table.row.asked, type=Asked)
    match asked.what:
        case Undo():
            possible = not isinstance(match.propose_undo(asked.seq), Rejected)
        case StandIn(seat=seat):
            later = match.records[asked.seq :]
            acted = any(isinstance(record, Step) and record.seat == seat for record in later)
            possible = _awaits(table, match, seat) and not acted
        case _:
            possible = True
    return asked if possible else None


def missing(table: Table, asked: Asked) -> set[int]:
    """Seats of people who have still to agree; nobody is asked to agree to their own absence."""
    named = {asked.what.seat} if isinstance(asked.what, StandIn) else set()
    return table.people - named - {*asked.agreed}


def absent(table: Table, match: LiveMatch | None, seat: int) -> bool:
    """Whether the table has waited long for this seat's owner."""
    if match is None or monotonic() - match.since < ABSENT:
        return False
    return _awaits(table, match, seat)


def _awaits(table: Table, match: LiveMatch, seat: int) -> bool:
    """Whether the match cannot go on without the person who has this seat."""
    return table.playing and seat in table.people and seat in match.to_act
