"""Every numbered rule has a paragraph of its own in the rule page, and a test that names it."""

from pathlib import Path

import pytest

from paddock.games import GAMES
from tests.rule_marks import marked, numbered, proved

TESTS = Path(__file__).parent
each_game = pytest.mark.parametrize("game", GAMES)


def numbers(game: str) -> list[str]:
    return numbered((TESTS.parent / "docs" / "rules" / f"{game}.md").read_text("utf-8"))


@each_game
def test_the_rules_of_a_page_are_those_that_tests_are_marked_with(game: str) -> None:
    """No rule of the page is without a test, and no mark has an unknown number."""
    assert proved(TESTS / game.replace("-", "_")) == set(numbers(game))


@each_game
def test_the_numbers_of_a_page_have_no_gap(game: str) -> None:
    """Chapters and the rules in them count up from 1, so no paragraph is missing or doubled."""
    chapters: dict[int, list[int]] = {}
    for number in numbers(game):
        chapter, rule = map(int, number[2:].split("."))
        chapters.setdefault(chapter, []).append(rule)
    assert sorted(chapters) == [*range(1, len(chapters) + 1)]
    for rules in chapters.values():
        assert sorted(rules) == [*range(1, len(rules) + 1)]


def test_only_marked_tests_count() -> None:
    """A test without a mark proves no rule."""
    assert list(marked("def test_a(): pass")) == []
    assert list(marked("@pytest.mark.rule('RT9.9')\ndef test_a(): pass")) == ["RT9.9"]
