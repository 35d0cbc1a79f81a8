"""Logs of Rennfieber: whole games of random players."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, Literal

from paddock.games.rennfieber import Rennfieber
from paddock.games.rennfieber.commands import Bid
from paddock.games.rennfieber.offers import BidOffer
from paddock.kernel.chance import KeyedChance, commitment, match_key, seed_of_number
from paddock.kernel.log import (
    SCHEMA,
    Committed,
    Entropy,
    Header,
    Numbered,
    Revealed,
    Seat,
    Source,
    edition_hash,
)
from paddock.kernel.match import Match
from tests.kernel.matches import LUCK, SEED, Recorder
from tests.offered import offered

Bids = Literal["any", "least", "none"]  # "least" ties where bids are sealed
BIDS = 4  # steps after the opening that can be taken back: nothing is drawn for an offer


def finished(seats: int = 2, bids: Bids = "any", /, **options: str) -> bytes:
    recorder, match = _begun(seats, options)
    _play(match, bids=bids)
    recorder(Revealed(SEED.hex()))
    return recorder.data


def unfinished() -> bytes:
    """An offer was taken back and made otherwise; the seed is still a secret."""
    recorder, match = _begun(3, {})
    _play(match, BIDS)
    match.undo(BIDS - 1)
    _play(match, 40)
    return recorder.data


def numbered(number: int) -> bytes:
    recorder = Recorder()
    match = Match(_game(2, {}), KeyedChance(match_key(seed_of_number(number), {})), recorder)
    recorder(_header(match.game, Numbered(number)))
    _play(match)
    return recorder.data


def _game(seats: int, options: Mapping[str, str]) -> Rennfieber:
    return Rennfieber.make(seats, options, Rennfieber.standard())


def _begun(seats: int, options: Mapping[str, str]) -> tuple[Recorder, Match[Any, Any, Any, Any]]:
    recorder = Recorder()
    game = _game(seats, options)
    recorder(_header(game, Committed(commitment(SEED))))
    recorder(Entropy(0, LUCK.hex()))
    return recorder, Match(game, KeyedChance(match_key(SEED, {0: LUCK})), recorder)


def _header(game: Any, source: Source) -> Header:
    return Header(
        SCHEMA,
        game.name,
        dict(game.options),
        tuple(Seat(f"Seat {seat}") for seat in range(game.seats)),
        dict(game.figures),
        edition_hash(game.figures),
        source,
    )


def _play(match: Match[Any, Any, Any, Any], steps: int | None = None, bids: Bids = "any") -> None:
    """Random moves, to the end or for some steps; of several that may act, the last one."""
    rng = random.Random(7)
    while match.game.to_act(match.state) and (steps is None or len(match.records) < steps):
        seat = match.game.to_act(match.state)[-1]
        offer = offered(match.game, match.state, seat)
        command = offer.sample(rng)
        if bids != "any" and isinstance(offer, BidOffer):
            command = Bid(offer.id, offer.least if bids == "least" else 0)
        match.submit(seat, command, f"c{len(match.records)}")
