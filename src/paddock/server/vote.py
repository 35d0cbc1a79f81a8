"""What the people of a table vote on: to undo a step, to close the match, to let a bot sit in.

There is one vote at a time. It is stored with those who have agreed, and carried out once everyone
who must has agreed.
"""

from time import monotonic

import msgspec

from paddock.bots import substitute
from paddock.kernel.log import Step
from paddock.kernel.refusal import Refusal, refusal
from paddock.server.live_match import LiveMatch
from paddock.server.table import Table
from paddock.wire.messages import StandIn, Undo, Vote

ABSENT_SECONDS = 120.0  # that a table waits for a person before it may vote for a bot
NO_STAND_IN = refusal("no_stand_in", "This game has no bot that can take over a seat.")


def stand_in(table: Table) -> str:
    """The bot that holds an absent person's seat."""
    bot = substitute(table.row.game)
    assert bot is not None  # without one, everything that leads here is refused
    return bot


def current_vote(table: Table, match: LiveMatch | None) -> Vote | None:
    """The vote under way, unless it has become pointless."""
    if table.row.asked is None or match is None or not table.playing:
        return None
    vote = msgspec.json.decode(table.row.asked, type=Vote)
    match vote.what:
        case Undo():
            possible = not isinstance(match.propose_undo(vote.seq), Refusal)
        case StandIn(seat=seat):
            later = match.records[vote.seq :]
            acted = any(isinstance(record, Step) and record.seat == seat for record in later)
            possible = _awaits(table, match, seat) and not acted
        case _:
            possible = True
    return vote if possible else None


def missing(table: Table, vote: Vote) -> set[int]:
    """Seats that must still agree. People whose absence is voted on have no say in it."""
    named = {vote.what.seat} if isinstance(vote.what, StandIn) else set()
    return table.people - named - {*vote.agreed}


def absent(table: Table, match: LiveMatch | None, seat: int) -> bool:
    """Whether the table has waited long enough for this seat to count as absent."""
    if match is None or monotonic() - match.since < ABSENT_SECONDS:
        return False
    return _awaits(table, match, seat)


def _awaits(table: Table, match: LiveMatch, seat: int) -> bool:
    """Whether it is the turn of the person in this seat."""
    return table.playing and seat in table.people and seat in match.to_act
