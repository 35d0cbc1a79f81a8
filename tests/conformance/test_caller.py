"""A caller and its fork do not affect each other."""

from typing import Any

import msgspec

from paddock.kernel.narrator import forked
from tests.conformance.play import Session, each_session

KEEPING = ("royal-turf", "rennfieber")  # their callers have state, so the test means something


def kept(caller: Any) -> bytes:
    """All that a caller remembers, down to the last list; its edition never changes."""
    return msgspec.json.encode(caller, enc_hook=_parts)


def _parts(part: Any) -> Any:
    return {name: kept for name, kept in vars(part).items() if name.lstrip("_") != "edition"}


@each_session()
def test_what_a_fork_hears_does_not_reach_the_caller(session: Session) -> None:
    """Over a whole match: no earlier caller changes when a later fork hears events."""
    match = session.match()
    caller = match.game.caller([f"Player {seat}" for seat in range(session.seats)])
    before: list[tuple[Any, bytes]] = []
    for step in session.play(match):
        before.append((caller, kept(caller)))
        caller = forked(caller)
        assert kept(caller) == before[-1][1]
        for event in step.events:
            caller.call(event)
    assert all(kept(earlier) == told for earlier, told in before)
    assert session.subject.name not in KEEPING or len({told for _, told in before}) > 1
