"""`paddock rules`: the pages, whole or a rule at a time."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from paddock.cli import app

PAGE = Path(__file__).parents[2] / "docs" / "rules" / "royal-turf.md"


def paddock(*words: str) -> Result:
    return CliRunner().invoke(app, list(words), env={"COLUMNS": "80", "NO_COLOR": "1"})


def test_the_whole_page_is_shown() -> None:
    """Every numbered rule is in it, and no line is wider than the terminal."""
    result = paddock("rules", "royal-turf")
    assert result.exit_code == 0
    for number in ("RT1.1", "RT4.5", "RT5.11", "RT7.2"):
        assert number in result.output
    assert max(map(len, result.output.splitlines())) <= 80


@pytest.mark.parametrize(
    ("number", "inside", "outside"),
    [("RT4.5", "Albino", "RT4.6"), ("rt6", "RT6.5", "RT5.1"), ("RT5.11", "share", "RT5.10")],
)
def test_one_rule_or_chapter(number: str, inside: str, outside: str) -> None:
    """Just what was asked for."""
    result = paddock("rules", "royal-turf", number)
    assert result.exit_code == 0
    assert number.upper() in result.output
    assert inside in result.output
    assert outside not in result.output


@pytest.mark.parametrize("words", [("rules", "chess"), ("rules", "royal-turf", "RT9.9")])
def test_what_is_not_there_is_told_so(words: tuple[str, ...]) -> None:
    """An unknown game or number: what there is instead."""
    result = paddock(*words)
    assert result.exit_code == 2
    assert "royal-turf" in result.output or "RT1, RT2" in result.output
