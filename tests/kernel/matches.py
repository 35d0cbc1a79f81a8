"""Logs for the tests of the log and its verdicts: a whole game of two random players."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import msgspec

from paddock.games.royal_turf import RoyalTurf
from paddock.games.royal_turf.edition import standard
from paddock.kernel.chance import KeyedChance, commitment, match_key, seed_of_number
from paddock.kernel.game import Game
from paddock.kernel.log import Committed, Entropy, Header, Numbered, Record, Revealed, Seat, Source
from paddock.kernel.match import Match
from tests.offered import offered
from tests.records import AnyMatch, carried_out, written

AnyGame = Game[Any, Any, Any, Any]
SEED = bytes(range(32))
LUCK = bytes(reversed(range(32)))
GAME: AnyGame = RoyalTurf.make(2, {"hidden_bets": "on"}, standard().figures)


def begun(game: AnyGame = GAME) -> AnyMatch:
    return Match(game, KeyedChance(match_key(SEED, {0: LUCK})))


def log_of(match: AnyMatch, *more: Record) -> bytes:
    """The log of a match that was begun here."""
    return written([header(game=match.game), Entropy(0, LUCK.hex()), *match.records, *more])


def numbered_log(game: AnyGame, number: int, play: Callable[[AnyMatch], None]) -> bytes:
    """The log of a match whose dice are known beforehand."""
    match = Match(game, KeyedChance(match_key(seed_of_number(number), {})))
    play(match)
    return written([header(Numbered(number), game), *match.records])


def header(source: Source | None = None, game: AnyGame = GAME) -> Header:
    seats = [Seat(f"Seat {seat}") for seat in range(game.seats)]
    return Header.of(game, seats, source or Committed(commitment(SEED)))


def play(match: AnyMatch, steps: int | None = None) -> None:
    """Random moves, to the end or for some steps."""
    rng = random.Random(7)
    while match.game.to_act(match.state) and (steps is None or len(match.records) < steps):
        (seat,) = match.game.to_act(match.state)
        command = offered(match.game, match.state, seat).sample(rng)
        carried_out(match, seat, command, f"c{len(match.records)}")


def finished() -> bytes:
    match = begun()
    play(match)
    return log_of(match, Revealed(SEED.hex()))


def numbered(number: int) -> bytes:
    return numbered_log(GAME, number, play)


def rewritten(data: bytes, line: int, change: Callable[[dict[str, Any]], object]) -> bytes:
    """The log with one line changed (numbered from 1), and every checksum made to fit again."""
    lines = [msgspec.json.decode(text) for text in data.splitlines()]
    for plain in lines:
        del plain["sum"]
    change(lines[line - 1])
    return written(lines)
