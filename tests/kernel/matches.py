"""Logs for the tests of the log and its verdicts: a whole game of two random players."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import msgspec

from paddock.games.royal_turf import RoyalTurf
from paddock.games.royal_turf.edition import standard
from paddock.kernel.chance import Chance, KeyedChance, commitment, match_key, seed_of_number
from paddock.kernel.log import (
    SCHEMA,
    Committed,
    Entropy,
    Header,
    Numbered,
    Revealed,
    Seat,
    Source,
    Writer,
    edition_hash,
)
from paddock.kernel.match import Match
from tests.offered import offered

SEED = bytes(range(32))
LUCK = bytes(reversed(range(32)))
GAME = RoyalTurf.make(2, {"hidden_bets": "on"}, standard().figures)


class Recorder:
    """A log in memory."""

    def __init__(self) -> None:
        self.data = b""
        self._writer = Writer()

    def __call__(self, record: msgspec.Struct) -> None:
        self.data += self._writer.line(record)


def header(source: Source | None = None, game: RoyalTurf = GAME) -> Header:
    return Header(
        SCHEMA,
        game.name,
        dict(game.options),
        tuple(Seat(f"Seat {seat}") for seat in range(game.seats)),
        dict(game.figures),
        edition_hash(game.figures),
        source or Committed(commitment(SEED)),
    )


def begun(recorder: Recorder, chance: Chance | None = None) -> Match[Any, Any, Any, Any]:
    """A match whose header and entropy are written."""
    recorder(header())
    recorder(Entropy(0, LUCK.hex()))
    return Match(GAME, chance or KeyedChance(match_key(SEED, {0: LUCK})), recorder)


def play(match: Match[Any, Any, Any, Any], steps: int | None = None) -> None:
    """Random moves, to the end or for some steps."""
    rng = random.Random(7)
    while match.game.to_act(match.state) and (steps is None or len(match.records) < steps):
        (seat,) = match.game.to_act(match.state)
        match.submit(
            seat, offered(match.game, match.state, seat).sample(rng), f"c{len(match.records)}"
        )


def finished() -> bytes:
    recorder = Recorder()
    play(begun(recorder))
    recorder(Revealed(SEED.hex()))
    return recorder.data


def numbered(number: int) -> bytes:
    recorder = Recorder()
    recorder(header(Numbered(number)))
    play(Match(GAME, KeyedChance(match_key(seed_of_number(number), {})), recorder))
    return recorder.data


def rewritten(data: bytes, line: int, change: Callable[[dict[str, Any]], object]) -> bytes:
    """The log with one line changed (numbered from 1), and every checksum made to fit again."""
    lines = [msgspec.json.decode(text) for text in data.splitlines()]
    for plain in lines:
        del plain["sum"]
    change(lines[line - 1])
    return summed(lines)


def summed(lines: list[dict[str, Any]]) -> bytes:
    writer = Writer()
    return b"".join(writer.line(plain) for plain in lines)
