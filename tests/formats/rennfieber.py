"""Logs of Rennfieber: whole games of random players."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Literal

from paddock.games.rennfieber import Rennfieber
from paddock.games.rennfieber.commands import Bid
from paddock.games.rennfieber.offers import BidOffer
from paddock.kernel.log import Revealed
from tests.kernel.matches import SEED, AnyGame, begun, log_of, numbered_log
from tests.offered import offered
from tests.records import AnyMatch, carried_out, undone

Bids = Literal["any", "least", "none"]  # "least" ties where bids are sealed
BIDS = 4  # steps after the opening that can be taken back: nothing is drawn for an offer


def finished(seats: int = 2, bids: Bids = "any", /, **options: str) -> bytes:
    match = begun(_game(seats, options))
    _play(match, bids=bids)
    return log_of(match, Revealed(SEED.hex()))


def unfinished() -> bytes:
    """An offer was taken back and made otherwise; the seed is still a secret."""
    match = begun(_game(3, {}))
    _play(match, BIDS)
    undone(match, BIDS - 1)
    _play(match, 40)
    return log_of(match)


def numbered(number: int) -> bytes:
    return numbered_log(_game(2, {}), number, _play)


def _game(seats: int, options: Mapping[str, str]) -> AnyGame:
    return Rennfieber.make(seats, options, Rennfieber.standard())


def _play(match: AnyMatch, steps: int | None = None, bids: Bids = "any") -> None:
    """Random moves, to the end or for some steps; of several that may act, the last one."""
    rng = random.Random(7)
    while match.game.to_act(match.state) and (steps is None or len(match.records) < steps):
        seat = match.game.to_act(match.state)[-1]
        offer = offered(match.game, match.state, seat)
        command = offer.sample(rng)
        if bids != "any" and isinstance(offer, BidOffer):
            command = Bid(offer.id, offer.least if bids == "least" else 0)
        carried_out(match, seat, command, f"c{len(match.records)}")
