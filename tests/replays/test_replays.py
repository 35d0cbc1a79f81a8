"""Logs of every game and released schema are kept, and can still be read and verified."""

import re
from pathlib import Path

import pytest

from paddock.games import GAMES, game_of
from paddock.kernel.log import SCHEMA, read, read_header
from paddock.kernel.match import fold
from paddock.kernel.verify import Played, verify_dice, verify_origin, verify_rules

# A folder for each game.
HERE = Path(__file__).parent
LOGS = sorted(HERE.glob("*/*.jsonl"))
# How the logs end, recorded when they were made.
ENDS = {
    "royal-turf/schema-1-open": ((1800, 0, 2850), (2,)),
    "royal-turf/schema-1-hidden": ((1500, 800, 2100, 1400), (2,)),
    "rennfieber/schema-1-ascending": ((35700, 20900, 31100, 28300), (0,)),
    "rennfieber/schema-1-sealed": ((47200, 36000, 17700), (0,)),
    "royal-turf/schema-2-hidden": ((1800, 1950, 2200, 100), (2,)),
    "royal-turf/schema-2-origin-anew": ((900, 300, 400, 850), (0,)),
    "rennfieber/schema-2-letter": ((9200, 5400, 37900), (2,)),
}
# Matches that were played on from another one.
PARENTS = {"royal-turf/schema-2-origin-anew": "royal-turf/schema-1-hidden"}


def name(file: Path) -> str:
    return f"{file.parent.name}/{file.stem}"


@pytest.mark.parametrize("file", LOGS, ids=name)
def test_it_is_read_and_verified(file: Path) -> None:
    """Both verdicts are yes, and the game ends as it did then."""
    data = file.read_bytes()
    header = read_header(data)
    assert header.game == file.parent.name
    game = game_of(header)
    log = read(data, game.types)
    assert verify_dice(log).holds == "yes"
    assert verify_rules(game, log).holds == "yes"
    end = fold(game, log.steps)
    assert (end.ledger.purses, game.winners(end)) == ENDS[name(file)]


@pytest.mark.parametrize("name", PARENTS)
def test_it_begins_as_the_match_it_plays_on_from(name: str) -> None:
    """Hidden things are dealt again, so a seat's bets have other values."""
    played, parent = (
        Played(game, read(data, game.types))
        for data in (logged(name), logged(PARENTS[name]))
        for game in [game_of(read_header(data))]
    )
    assert verify_origin(played, parent, logged(PARENTS[name])).holds == "yes"
    assert played.log.records[:22] != parent.log.records[:22]


def logged(name: str) -> bytes:
    return (HERE / f"{name}.jsonl").read_bytes()


@pytest.mark.parametrize("game", GAMES)
def test_every_schema_has_its_log(game: str) -> None:
    """From the game's first schema to the present one."""
    files = (HERE / game).glob("*.jsonl")
    found = {int(re.match(r"schema-(\d+)", file.stem)[1]) for file in files}  # type: ignore[index]  # a file of another name should fail here
    assert found == set(range(min(found, default=1), SCHEMA + 1))


def test_no_log_is_lost() -> None:
    """Each log in `ENDS` is still there."""
    assert {name(file) for file in LOGS} == set(ENDS)
