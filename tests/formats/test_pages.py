"""The format pages list everything: streams, commands, events, keys of editions."""

import json
import re
from pathlib import Path
from typing import Any, get_args

import pytest

from paddock.games import GAMES
from paddock.games.rennfieber.edition import GALLOP_AMOUNTS, TRAINING_AMOUNTS
from tests.formats import rennfieber
from tests.kernel.matches import finished

DOCS = Path(__file__).parents[2] / "docs" / "formats"
TITLES = {game: game.replace("-", " ").title() for game in GAMES}


def chapter(page: str, title: str) -> str:
    """The text under a heading."""
    text = (DOCS / f"{page}.md").read_text(encoding="utf-8")
    return text.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def rows(text: str) -> list[list[str]]:
    """The rows of all tables, without the header rows."""
    lines = [line for line in text.splitlines() if line.startswith("| `")]
    cells = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]
    return [row for row in cells if row[0] != "`type`" and not row[0].startswith("`effect`")]


def names(cell: str) -> set[str]:
    """The fields that a cell names, without those in its explanations."""
    return {
        name for part in cell.split(";") for name in re.findall(r"`(\w+)`", part.partition(":")[0])
    }


def structs(union: Any) -> dict[str, set[str]]:
    return {
        str(struct.__struct_config__.tag): set(struct.__struct_fields__) - {"offer"}
        for struct in get_args(union)
    }


@pytest.mark.parametrize(
    ("game", "logs"),
    [
        ("royal-turf", [finished()]),
        ("rennfieber", [rennfieber.finished(2), rennfieber.finished(3, "least", auction="sealed")]),
    ],
)
def test_just_the_streams_that_are_drawn_are_listed(game: str, logs: list[bytes]) -> None:
    """The page lists exactly the streams that are drawn; A, L and R stand for numbers."""
    drawn = {
        re.sub(r"\d+", "0", stream)
        for data in logs
        for line in data.splitlines()
        for stream, *_ in json.loads(line).get("draws", ())
    }
    listed = {
        re.sub(r"\b[ALR]\b", "0", row[0].strip("`"))
        for row in rows(chapter("chance", f"What is drawn in {TITLES[game]}"))
    }
    assert drawn == listed


@pytest.mark.parametrize("game", GAMES)
def test_every_command_is_listed_with_its_fields(game: str) -> None:
    """The page lists the fields of every command, as the codec reads them."""
    commands = structs(GAMES[game].types.command)
    listed = listed_with_fields(game)
    assert {name: listed[name] for name in commands} == commands


def test_every_event_of_rennfieber_is_listed_with_its_fields() -> None:
    """The page lists the fields of every command and event of Rennfieber, and nothing else."""
    types = GAMES["rennfieber"].types
    assert listed_with_fields("rennfieber") == structs(types.command) | structs(types.event)


def listed_with_fields(game: str) -> dict[str, set[str]]:
    page = chapter("log", f"Commands and events of {TITLES[game]}")
    return {row[0].strip("`"): names(row[-1] if len(row) > 1 else "") for row in rows(page)}


@pytest.mark.parametrize("game", GAMES)
def test_every_key_of_an_edition_is_listed(game: str) -> None:
    """The first column has every key of an edition, in full or without the group's name."""
    keys = " ".join(row[0] for row in rows(chapter("edition", TITLES[game])))
    for group, figures in GAMES[game].standard().items():
        if isinstance(figures, list):
            assert f"`{group}`" in keys
            continue
        for field in figures.keys() - {"provenance", "source"}:
            assert f"`{group}.{field}`" in keys or f"`.{field}`" in keys


def test_every_effect_of_a_card_is_listed() -> None:
    """The page lists the effects of both decks of Rennfieber."""
    *_, training, gallop = chapter("edition", "Rennfieber").split("\n|---|---|\n")
    for table, effects in ((training, set[str](TRAINING_AMOUNTS)), (gallop, set(GALLOP_AMOUNTS))):
        assert {name for row in rows(table) for name in names(row[0])} == effects


def test_a_page_is_read_as_it_is_written() -> None:
    """The functions above read the rows of a table correctly."""
    table = "| `type` | fields |\n|---|---|\n| `a` | |\n| `b` | `c`; `d`: not `e`; `f` |\n"
    assert [row[0] for row in rows(table)] == ["`a`", "`b`"]
    assert names(rows(table)[1][1]) == {"c", "d", "f"}
