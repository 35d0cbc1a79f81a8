"""A verifier written from the format pages alone agrees with Paddock on every log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from paddock.games import GAMES
from paddock.kernel.log import UnreadableLog, read, read_header
from paddock.kernel.verify import verify_dice
from tests.formats import rennfieber, stranger
from tests.kernel.matches import (
    begun,
    finished,
    log_of,
    numbered,
    play,
    rewritten,
)
from tests.records import undone

FINISHED = finished()
LINES = FINISHED.splitlines(keepends=True)
RENNFIEBER = rennfieber.finished()


def ours(data: bytes) -> str:
    try:
        game = GAMES[read_header(data).game]
        return verify_dice(read(data, game.types)).holds
    except UnreadableLog as error:
        return f"line {error.line}"


def theirs(data: bytes) -> str:
    try:
        return stranger.verify(data)[0]
    except ValueError as error:
        return str(error).partition(":")[0]


def unfinished() -> bytes:
    match = begun()
    play(match, 6)
    undone(match, 4)
    play(match, 40)
    return log_of(match)


def changed_draw(plain: dict[str, Any]) -> None:
    draw = plain["draws"][0]
    draw[3] = (draw[3] + 1) % draw[2]


def skipped_index(plain: dict[str, Any]) -> None:
    plain["draws"][0][1] += 1


LOGS: dict[str, Callable[[], bytes]] = {
    "finished": lambda: FINISHED,
    "unfinished": unfinished,
    "numbered": lambda: numbered(41),
    "negative": lambda: numbered(-41),
    "draw": lambda: rewritten(FINISHED, 3, changed_draw),
    "index": lambda: rewritten(FINISHED, 3, skipped_index),
    "entropy": lambda: rewritten(FINISHED, 2, lambda line: line.update(value="ab" * 32)),
    "other seat's": lambda: rewritten(FINISHED, 2, lambda line: line.update(seat=1)),
    "seed": lambda: rewritten(FINISHED, len(LINES), lambda line: line.update(seed="ab" * 32)),
    "unsummed edit": lambda: FINISHED.replace(b'"seat":1', b'"seat":0', 1),
    "missing line": lambda: b"".join(LINES[:9] + LINES[10:]),
    "swapped lines": lambda: b"".join([*LINES[:9], LINES[10], LINES[9], *LINES[11:]]),
    "cut": lambda: FINISHED[:-9],
    "seq": lambda: rewritten(FINISHED, 7, lambda line: line.update(seq=9)),
    "field": lambda: rewritten(FINISHED, 7, lambda line: line.update(more=9)),
    "large n": lambda: rewritten(FINISHED, 7, lambda line: line.update(draws=[["x", 0, 2**70, 0]])),
    "edition": lambda: rewritten(FINISHED, 1, lambda line: line["edition"].update(more=1)),
    "upper case": lambda: FINISHED.replace(b"abcd", b"ABCD"),
    "rennfieber": lambda: RENNFIEBER,
    "rennfieber, unfinished": rennfieber.unfinished,
    "rennfieber, numbered": lambda: rennfieber.numbered(41),
    "rennfieber, draw": lambda: rewritten(RENNFIEBER, 3, changed_draw),
    "rennfieber, index": lambda: rewritten(RENNFIEBER, 3, skipped_index),
    "rennfieber, entropy": lambda: rewritten(
        RENNFIEBER, 2, lambda line: line.update(value="ab" * 32)
    ),
    "rennfieber, seed": lambda: rewritten(
        RENNFIEBER, RENNFIEBER.count(b"\n"), lambda line: line.update(seed="ab" * 32)
    ),
    "rennfieber, missing line": lambda: b"".join(
        line for number, line in enumerate(RENNFIEBER.splitlines(keepends=True)) if number != 9
    ),
    "rennfieber, edition": lambda: rewritten(
        RENNFIEBER, 1, lambda line: line["edition"]["track"].update(finish="last_bend")
    ),
    "empty": lambda: b"",
    "foreign": lambda: b"PK\x03\x04",
}


@pytest.mark.parametrize("name", LOGS)
def test_both_say_the_same(name: str) -> None:
    """Yes, no, not yet, or the line at which it is no log."""
    data = LOGS[name]()
    assert ours(data) == theirs(data)


@pytest.mark.parametrize("game", ["", "rennfieber"])
def test_each_verdict_occurs(game: str) -> None:
    """The comparison is not among equals only."""
    logs = [make for name, make in LOGS.items() if name.startswith(game)]
    assert {theirs(make()) for make in logs} >= {"yes", "no", "unknown", "line 1"}
