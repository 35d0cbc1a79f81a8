"""Logs for the tests of the log and its verdicts: a whole match of two random players."""

import random
from collections.abc import Callable
from typing import Any

import msgspec

from paddock.games import AnyGame
from paddock.games.royal_turf import RoyalTurf
from paddock.kernel.chance import KeyedChance, commitment, match_key, seed_of_number
from paddock.kernel.log import Committed, Entropy, Entry, Header, Numbered, Revealed, Seat, Source
from paddock.kernel.match import Match
from tests.offered import offered
from tests.records import AnyMatch, carried_out, undone, written

SEED = bytes(range(32))
LUCK = bytes(reversed(range(32)))
GAME: AnyGame = RoyalTurf.make(2, {"hidden_bets": "on"}, RoyalTurf.standard())


def begun(game: AnyGame = GAME) -> AnyMatch:
    return Match(game, KeyedChance(match_key(SEED, {0: LUCK})))


def log_of(match: AnyMatch, *more: Entry) -> bytes:
    """The log of a match that `begun` made."""
    return written([header(game=match.game), Entropy(0, LUCK.hex()), *match.records, *more])


def header(source: Source | None = None, game: AnyGame = GAME) -> Header:
    seats = [Seat(f"Seat {seat}") for seat in range(game.seats)]
    return Header.of(game, seats, source or Committed(commitment(SEED)))


def sampled(offer: Any, rng: random.Random) -> Any:
    return offer.sample(rng)


def play(
    match: AnyMatch, steps: int | None = None, choose: Callable[[Any, random.Random], Any] = sampled
) -> None:
    """Random moves, to the end or for some steps; if several seats may act, the last one does."""
    rng = random.Random(7)
    while match.game.to_act(match.state) and (steps is None or len(match.records) < steps):
        seat = match.game.to_act(match.state)[-1]
        command = choose(offered(match.game, match.state, seat), rng)
        carried_out(match, seat, command, f"c{len(match.records)}")


def finished() -> bytes:
    match = begun()
    play(match)
    return log_of(match, Revealed(SEED.hex()))


def unfinished(game: AnyGame, steps: int, to: int) -> bytes:
    """After some steps those after `to` were taken back; the seed is still secret."""
    match = begun(game)
    play(match, steps)
    undone(match, to)
    play(match, 40)
    return log_of(match)


def numbered(number: int, game: AnyGame = GAME) -> bytes:
    """The log of a match whose dice are known in advance."""
    match = Match(game, KeyedChance(match_key(seed_of_number(number), {})))
    play(match)
    return written([header(Numbered(number), game), *match.records])


def rewritten(data: bytes, line: int, change: Callable[[dict[str, Any]], object]) -> bytes:
    """The log with one line changed (numbered from 1) and all checksums correct again."""
    lines = plain_lines(data)
    change(lines[line - 1])
    return written(lines)


def plain_lines(data: bytes) -> list[dict[str, Any]]:
    """The lines of a log without their checksums."""
    lines = [msgspec.json.decode(line) for line in data.splitlines()]
    for line in lines:
        del line["sum"]
    return lines
