"""`paddock rules`: whole pages and single rules."""

import os
import re
import subprocess
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from paddock.cli.rules import _Pager
from paddock.games import GAMES
from tests.command import paddock, refused

PAGES = Path(__file__).parents[2] / "docs" / "rules"


@pytest.mark.parametrize("game", GAMES)
def test_the_whole_page_is_shown(game: str) -> None:
    """It contains every numbered rule, and no line is wider than the terminal."""
    result = paddock("rules", game, COLUMNS="80")
    assert result.exit_code == 0
    page = (PAGES / f"{game}.md").read_text(encoding="utf-8")
    numbers = re.findall(r"^- \*\*([A-Z]{2}\d+\.\d+)\*\*", page, re.MULTILINE)
    assert numbers
    for number in numbers:
        assert f" {number} " in result.output
    assert max(map(len, result.output.splitlines())) <= 80


@pytest.mark.parametrize(
    ("number", "inside", "outside"),
    [
        ("RT4.5", "Albino", "RT4.6"),
        ("rt6", "RT6.5", "RT5.1"),
        ("RT5.11", "share", "RT5.10"),
        ("RF6.1", "clockwise", "RF6.2"),
        ("RF6.11", "Durchbruch", "RF6.12"),
        ("rf11", "RF11.10", "RF10.1"),
        ("RF11.10", "20,000", "RF11.9"),
    ],
)
def test_one_rule_or_chapter(number: str, inside: str, outside: str) -> None:
    """Only the rule or chapter that was asked for is shown."""
    game = "royal-turf" if number.upper().startswith("RT") else "rennfieber"
    result = paddock("rules", game, number)
    assert result.exit_code == 0
    assert number.upper() in result.output
    assert inside in result.output
    assert outside not in result.output


@pytest.mark.parametrize(
    ("words", "instead"),
    [
        (("chess",), "royal-turf, rennfieber"),
        (("royal-turf", "RT9.9"), "RT1, RT2"),
        (("rennfieber", "RT4.5"), "RF1, RF2"),
    ],
)
def test_an_unknown_game_or_number_is_refused(words: tuple[str, ...], instead: str) -> None:
    """The error lists what exists."""
    assert instead in refused("rules", *words)


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (("rules", "rennfieber", "RF5", "--lang", "de"), " * RF5.1"),
        (("options", "royal-turf"), "Example:"),
        (("--help",), "Usage:"),
    ],
)
def test_a_terminal_with_few_characters_gets_plain_text(
    encoding: str, words: tuple[str, ...], shown: str
) -> None:
    """No bullet, arrow or pound sign fails or becomes a question mark."""
    env = os.environ | {"PYTHONIOENCODING": encoding, "COLUMNS": "100", "LC_ALL": "C"}
    code = f"import sys; sys.argv[1:] = {words!r}; from paddock.__main__ import main; main()"
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, check=True)
    page = done.stdout.decode(encoding)
    assert shown in page and "?" not in page and "\\u" not in page
    assert ("für" in page) == (encoding == "latin-1" and "de" in words)


def test_a_pager_gets_plain_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is another program, so its output is not converted."""
    paged: list[str] = []
    monkeypatch.setattr("pydoc.pager", paged.append)
    monkeypatch.setattr(sys, "stdout", TextIOWrapper(BytesIO(), encoding="latin-1"))
    _Pager().show("• £10 → Öl")
    assert paged == ["* £10 -> Öl"]


def test_the_page_is_in_the_language_of_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is the language asked for, or else the system's."""
    asked: list[tuple[str, str]] = []

    def page(game: str, code: str) -> str:
        asked.append((game, code))
        return "- **RT1.1** Una regola."

    monkeypatch.setattr(sys.modules["paddock.cli.rules"], "rule_page", page)
    assert "Una regola." in paddock("rules", "royal-turf", LC_ALL="it_CH.UTF-8").output
    assert "Una regola." in paddock("rules", "royal-turf", "RT1.1", "--lang", "fr").output
    assert asked == [("royal-turf", "it_CH"), ("royal-turf", "fr")]
    assert "No translation for xx" in refused("rules", "royal-turf", "--lang", "xx")
