"""The table of the sources' statements: every row refers to rules and options that exist."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest

from paddock.games import GAMES
from tests.rule_marks import numbered, proved

TESTS = Path(__file__).parents[1]
PAGES = TESTS.parent / "docs" / "rules"
# The number of statements in each source, so that none can get lost.
STATEMENTS = {"000": 84, "001": 178, "002": 81, "003": 202, "004": 124}
RENNFIEBER = "003"
KEPT = ("exact", "option", "ruling", "cosmetic")


class Row(NamedTuple):
    """One line of a table; `chosen` are the options after the word `option`."""

    source: str
    line: int
    statement: str
    rules: tuple[str, ...]
    kept: str
    chosen: tuple[tuple[str, str], ...]

    @property
    def game(self) -> str:
        return "rennfieber" if self.source == RENNFIEBER else "royal-turf"


def rows(page: str) -> Iterator[Row]:
    for part in re.split(r"^## ", page, flags=re.MULTILINE)[1:]:
        for written in re.findall(r"^\| (\d.*) \|$", part, re.MULTILINE):
            line, statement, rules, kept = written.split(" | ")
            word, _, chosen = kept.partition(" ")
            options = tuple(option.split("=") for option in re.findall(r"`(\w+=\w+)`", chosen))
            assert " ".join(f"`{name}={value}`" for name, value in options) == chosen, written
            named = () if rules == "-" else tuple(rules.split(", "))
            pairs = tuple((name, value) for name, value in options)
            yield Row(part[:3], int(line), statement, named, word, pairs)


TABLE = list(rows((PAGES / "sources.md").read_text(encoding="utf-8")))


def rule_page(game: str) -> str:
    return (PAGES / f"{game}.md").read_text(encoding="utf-8")


def explained(game: str) -> set[str]:
    """The rules marked as our own, and those that the last section names."""
    page = rule_page(game)
    last = page.rpartition("\n## ")[2]
    paragraphs = re.split(r"^(?=- \*\*|## )", page, flags=re.MULTILINE)
    ours = [found for text in paragraphs if "**ours**" in text for found in numbered(text)]
    return {*ours, *re.findall(r"R[TF]\d+\.\d+", last)}


def test_no_statement_is_lost() -> None:
    """There is a row for every statement that we found."""
    assert Counter(row.source for row in TABLE) == STATEMENTS


def test_lines_rise_within_a_source() -> None:
    """The rows of a source follow its text."""
    for before, after in pairwise(TABLE):
        assert before.source < after.source or (
            before.source == after.source and before.line <= after.line
        ), after


def test_every_row_is_kept_in_one_of_four_ways() -> None:
    """Only an `option` has values, and only a `cosmetic` row needs no rule."""
    for row in TABLE:
        assert row.statement and row.kept in KEPT, row
        assert bool(row.chosen) == (row.kept == "option"), row
        assert row.rules or row.kept == "cosmetic", row


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_is_on_the_page_and_proved(game: str) -> None:
    """A row names rules of its own game, and each of them has a test."""
    known = set(numbered(rule_page(game))) & proved(TESTS / game.replace("-", "_"))
    assert [row for row in TABLE if row.game == game and not known.issuperset(row.rules)] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_option_has_the_value_and_another_default(game: str) -> None:
    """An `option` row names a choice that is not the default; otherwise it would be `exact`."""
    values = {
        (name, choice.value)
        for name, option in GAMES[game].option_types.items()
        for choice in option
        if choice is not option.default()
    }
    assert [row for row in TABLE if row.game == game and not values.issuperset(row.chosen)] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_ruling_is_explained(game: str) -> None:
    """Each of our rulings is marked at its rule or explained in the page's last section."""
    ruled = [row for row in TABLE if row.game == game and row.kept == "ruling"]
    assert [row for row in ruled if explained(game).isdisjoint(row.rules)] == []


@pytest.mark.parametrize("game", sorted({row.game for row in TABLE}))
def test_the_rule_pages_lead_to_the_table(game: str) -> None:
    """The last section of each rule page links to the table."""
    assert "(sources.md)" in rule_page(game).rpartition("\n## ")[2]
