"""A verifier written from the format pages alone agrees with Paddock on every log."""

from collections.abc import Callable
from functools import partial
from hashlib import sha256
from typing import Any

import pytest

from paddock.games import GAMES, game_of
from paddock.kernel.log import UnreadableLog, edition_hash, read, read_header
from paddock.kernel.verify import Played, verify_dice, verify_origin
from tests.formats import independent_verifier, rennfieber
from tests.kernel.matches import GAME, finished, numbered, plain_lines, rewritten, unfinished
from tests.records import written

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
        return independent_verifier.verify(data)[0]
    except ValueError as error:
        return str(error).partition(":")[0]


def changed_draw(plain: dict[str, Any]) -> None:
    draw = plain["draws"][0]
    draw[3] = (draw[3] + 1) % draw[2]


def skipped_index(plain: dict[str, Any]) -> None:
    plain["draws"][0][1] += 1


ORIGINS: dict[str, dict[str, Any]] = {
    "all of it": {},
    "hidden anew": {"hidden": "anew"},
    "hash": {"log": "xy" * 32},
    "step": {"step": 0},
    "text": {"step": "4"},
    "hidden": {"hidden": True},
    "field": {"more": 1},
    "missing records": {"step": 10_000},
}


def with_origin(change: dict[str, Any]) -> bytes:
    origin = {"log": "ab" * 32, "step": 20, "hidden": "kept"} | change
    return rewritten(FINISHED, 1, lambda line: line.update(origin=origin))


def as_schema_1(header: dict[str, Any]) -> None:
    header["schema"] = 1
    del header["origin"]


FORGERIES: dict[str, Callable[[bytes], bytes]] = {
    "finished": lambda data: data,
    "draw": lambda data: rewritten(data, 3, changed_draw),
    "index": lambda data: rewritten(data, 3, skipped_index),
    "entropy": lambda data: rewritten(data, 2, lambda line: line.update(value="ab" * 32)),
    "seed": lambda data: rewritten(
        data, data.count(b"\n"), lambda line: line.update(seed="ab" * 32)
    ),
    "missing line": lambda data: b"".join(
        line for number, line in enumerate(data.splitlines(keepends=True)) if number != 9
    ),
    "edition": lambda data: rewritten(data, 1, lambda line: line["edition"].update(more=1)),
}
LATE = next(n for n, line in enumerate(LINES, 1) if b'"draws":[["race/1/die"' in line)
LOGS: dict[str, Callable[[], bytes]] = {
    **{f"royal-turf, {name}": partial(forge, FINISHED) for name, forge in FORGERIES.items()},
    **{f"rennfieber, {name}": partial(forge, RENNFIEBER) for name, forge in FORGERIES.items()},
    "royal-turf, unfinished": lambda: unfinished(GAME, steps=6, to=4),
    "rennfieber, unfinished": rennfieber.unfinished,
    "royal-turf, numbered": lambda: numbered(41),
    "rennfieber, numbered": lambda: rennfieber.numbered(41),
    "negative": lambda: numbered(-41),
    "other seat's": lambda: rewritten(FINISHED, 2, lambda line: line.update(seat=1)),
    "unsummed edit": lambda: FINISHED.replace(b'"seat":1', b'"seat":0', 1),
    "swapped lines": lambda: b"".join([*LINES[:9], LINES[10], LINES[9], *LINES[11:]]),
    "cut": lambda: FINISHED[:-9],
    "seq": lambda: rewritten(FINISHED, 7, lambda line: line.update(seq=9)),
    "field": lambda: rewritten(FINISHED, 7, lambda line: line.update(more=9)),
    "large n": lambda: rewritten(FINISHED, 7, lambda line: line.update(draws=[["x", 0, 2**70, 0]])),
    "upper case": lambda: FINISHED.replace(b"abcd", b"ABCD"),
    **{f"origin, {name}": partial(with_origin, change) for name, change in ORIGINS.items()},
    "origin, forged draw": lambda: rewritten(with_origin({}), 3, changed_draw),
    "origin, later draw": lambda: rewritten(with_origin({"step": 1}), LATE, changed_draw),
    "schema 3": lambda: rewritten(FINISHED, 1, lambda line: line.update(schema=3)),
    "schema 1": lambda: rewritten(FINISHED, 1, as_schema_1),
    "schema 1, origin": lambda: rewritten(FINISHED, 1, lambda line: line.update(schema=1)),
    "empty": lambda: b"",
    "foreign": lambda: b"PK\x03\x04",
}


@pytest.mark.parametrize("name", LOGS)
def test_both_say_the_same(name: str) -> None:
    """Both say yes, no, or not yet, or name the same line as invalid."""
    data = LOGS[name]()
    assert ours(data) == theirs(data)


@pytest.mark.parametrize("game", GAMES)
def test_each_verdict_occurs(game: str) -> None:
    """The logs above lead to every verdict."""
    logs = [make for name, make in LOGS.items() if name.startswith(game)]
    assert {theirs(make()) for make in logs} >= {"yes", "no", "unknown", "line 1"}


def child(change: Callable[[list[dict[str, Any]]], object], **origin: Any) -> bytes:
    """A match that continues the finished one after step 30, with changes in its first records."""
    lines = plain_lines(FINISHED)
    begin = b"".join(LINES[: 2 + STEP])
    lines[0]["origin"] = {"log": sha256(begin).hexdigest(), "step": STEP, "hidden": "kept"} | origin
    change(lines)
    return written(lines)


STEP = 30
MOVED = next(n for n, line in enumerate(LINES) if b'"type":"place_bet"' in line)


def other_id(lines: list[dict[str, Any]]) -> None:
    lines[MOVED]["id"] = "another"


def other_seat(lines: list[dict[str, Any]]) -> None:
    lines[MOVED]["seat"] = 1 - lines[MOVED]["seat"]


def other_edition(lines: list[dict[str, Any]]) -> None:
    lines[0]["edition"]["edition"]["name"] = "Another box"
    lines[0]["edition_hash"] = edition_hash(lines[0]["edition"])


def other_value(lines: list[dict[str, Any]]) -> None:
    """Change the value of a hidden bet, which spectators do not see."""
    lines[MOVED]["command"]["value"] = 0
    (event,) = lines[MOVED]["events"]
    event["value"] = 0


def other_horse(lines: list[dict[str, Any]]) -> None:
    """Change the horse of a hidden bet: spectators see it, but it has nothing to do with dice."""
    lines[MOVED]["events"][0]["horse"] ^= 1


@pytest.mark.parametrize(
    ("change", "origin", "ours_say", "theirs_say"),
    [
        (lambda _: None, {}, "yes", ""),
        (lambda _: None, {"log": "0" * 64}, "no", "another log"),
        (lambda _: None, {"step": STEP + 1}, "no", "another log"),
        (other_edition, {}, "no", "another edition_hash"),
        (lambda lines: lines[0]["options"].update(pace_pays="if_placed"), {}, "no", "options"),
        (other_id, {}, "no", "record"),
        (other_seat, {}, "no", "record"),
        (other_seat, {"hidden": "anew"}, "no", "record"),
        (other_value, {}, "no", "record"),
        (other_value, {"hidden": "anew"}, "yes", ""),
        (other_horse, {"hidden": "anew"}, "no", ""),
    ],
)
def test_a_match_is_compared_with_the_one_it_plays_on_from(
    change: Callable[[list[dict[str, Any]]], object],
    origin: dict[str, Any],
    ours_say: str,
    theirs_say: str,
) -> None:
    """Hash, game, options and records must match the parent; what was dealt again may differ."""
    data = child(change, **origin)
    played = [Played(game_of(read_header(log)), read(log, GAME.types)) for log in (data, FINISHED)]
    assert verify_origin(played[0], played[1], FINISHED).holds == ours_say
    found = independent_verifier.compare(data, FINISHED)
    assert (theirs_say in found) if theirs_say else found == ""
