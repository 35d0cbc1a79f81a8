"""A log of every released schema is kept for ever, and can still be read, shown and verified."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from paddock.games import GAMES
from paddock.kernel.log import SCHEMA, read, read_header
from paddock.kernel.match import fold
from paddock.kernel.verify import verify_dice, verify_rules

LOGS = sorted(Path(__file__).parent.glob("*/*.jsonl"))
# What the logs are known to end with, read off them when they were made.
ENDS = {
    "schema-1-open": ((1800, 0, 2850), (2,)),
    "schema-1-hidden": ((1500, 800, 2100, 1400), (2,)),
}


@pytest.mark.parametrize("file", LOGS, ids=lambda file: file.stem)
def test_it_is_read_and_verified(file: Path) -> None:
    """Both verdicts are yes, and the game ends as it did."""
    data = file.read_bytes()
    header = read_header(data)
    kind = GAMES[header.game]
    game = kind.make(len(header.seats), header.options, header.edition)
    log = read(data, kind.types)
    assert verify_dice(log).holds == "yes"
    assert verify_rules(game, log).holds == "yes"
    end = fold(game, log.steps)
    assert (end.ledger.purses, game.winners(end)) == ENDS[file.stem]


def test_every_schema_has_its_log() -> None:
    """From the first to the present one."""
    found = {int(re.match(r"schema-(\d+)", file.stem)[1]) for file in LOGS}  # type: ignore[index]  # a file of another name should fail here
    assert found == set(range(1, SCHEMA + 1))
