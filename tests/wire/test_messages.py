"""The size of messages: what the server works out for clients makes them little longer."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from paddock.games.royal_turf.view import Span
from paddock.wire.messages import Told
from tests.conformance.play import Session
from tests.conformance.rennfieber import RENNFIEBER
from tests.conformance.royal_turf import ROYAL_TURF
from tests.conformance.subject import Subject

MOST = 1.1
TABLES = [
    (ROYAL_TURF, 2, {"hidden_bets": "on"}),
    (ROYAL_TURF, 3, {}),
    (ROYAL_TURF, 6, {"hidden_bets": "on", "hidden_rounds": "three"}),
    (ROYAL_TURF, 6, {}),
    (RENNFIEBER, 2, {}),
    (RENNFIEBER, 3, {"odds_by": "amounts", "auction": "sealed"}),
    (RENNFIEBER, 6, {}),
]


def lengths(session: Session) -> Iterator[tuple[int, int, str]]:
    """For every message of a match, to every seat and a spectator: its length, and its length if
    clients had to work out for themselves what follows from a view."""
    match = session.match()
    for step in session.play(match):
        for viewer in (None, *range(session.seats)):
            seen = match.game.view(match.state, viewer)
            offer = None if viewer is None else match.game.offer(match.state, viewer)
            events = tuple(match.game.redact(event, viewer) for event in step.events)
            views = (match.game.shown(seen, offer), without_derived(seen))
            told, before = (
                len(msgspec.json.encode(Told(step.seq, step.seat, events, view=view, offer=offer)))
                for view in views
            )
            yield told, before, f"{viewer} after {step.seq}, {type(seen.scene).__name__}"


def without_derived(seen: Any) -> Any:
    """A view without `derived`; what horses pay is a pair of least and most even where known."""

    def pair(span: Span) -> tuple[int, int]:
        return (span, span) if isinstance(span, int) else span

    data = msgspec.to_builtins(seen)
    if "book" in data["scene"]:
        data["scene"]["book"]["pays"] = [
            [*pair(pays.bets), [pair(place) for place in pays.places]]
            for pays in seen.scene.book.pays
        ]
    return data


@pytest.mark.parametrize(("subject", "seats", "options"), TABLES)
def test_derived_makes_no_message_a_tenth_longer(
    subject: Subject, seats: int, options: dict[str, str]
) -> None:
    """This holds for every message of whole matches."""
    for seed in range(2):
        for told, before, which in lengths(Session(subject, seats, options, seed, seed)):
            assert told <= MOST * before, f"{which}: {told} bytes were {before}"
