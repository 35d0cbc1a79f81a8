"""What has changed in a view makes the next view of the last one, and stays small."""

from typing import Any
from zlib import crc32

import msgspec

from paddock.wire.delta import Comparison, checksum
from tests.conformance.play import Session, each_session
from tests.conformance.subject import AnyGame
from tests.deltas import patched

MOST = 1_000  # bytes on average, more than any match has; views alone grow to several thousand


def plain(view: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(view))


def shown(game: AnyGame, state: Any, viewer: int | None) -> Any:
    offer = None if viewer is None else game.offer(state, viewer)
    return game.shown(game.view(state, viewer), offer)


@each_session(busy=True)
def test_deltas_lead_from_view_to_view(session: Session) -> None:
    """For every viewer, through whole matches; equal views differ by nothing."""
    match = session.match()
    viewers = (None, *range(session.seats))
    known = {viewer: shown(match.game, match.state, viewer) for viewer in viewers}
    made = {viewer: plain(view) for viewer, view in known.items()}
    sizes = []
    for _ in session.play(match):
        comparison = Comparison()
        for viewer in viewers:
            view = shown(match.game, match.state, viewer)
            assert comparison.delta(view, shown(match.game, match.state, viewer)) is None
            change = msgspec.json.encode(comparison.delta(known[viewer], view) or {})
            sizes.append(len(change))
            made[viewer] = patched(made[viewer], msgspec.json.decode(change))
            assert made[viewer] == plain(view)
            text = msgspec.json.encode(made[viewer], order="sorted")
            assert checksum(view) == crc32(text)
            known[viewer] = view
    assert sum(sizes) < MOST * len(sizes)
