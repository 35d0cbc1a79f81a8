"""The rule pages in every language: they match the English ones, rule by rule, figure by figure.

Pages are compared part by part. A part is a heading, a numbered rule or any other item that starts
in bold, together with the text below it.
"""

import re
from collections import Counter
from pathlib import Path

import pytest
from babel.numbers import get_decimal_symbol, get_group_symbol

from paddock.games import GAMES
from tools.words import LANGUAGES

PAGES = Path(__file__).parents[2] / "docs" / "rules"
THOUSANDS = {code: get_group_symbol(code) for code in ("en", *LANGUAGES)}
DECIMALS = {code: get_decimal_symbol(code) for code in ("en", *LANGUAGES)}
# Words that the other languages do not have. Nearly every English sentence contains one of them.
ENGLISH = re.compile(
    r"\b(the|and|you|your|of|with|it|its|is|are|has|have|for|by|from|at|they|their|this|that|not|"
    r"one|two|three|if|each|every|only|race|horses?|cards?|bets?|slips|space|lane|we|our)\b",
    re.IGNORECASE,
)


def page(game: str, code: str) -> str:
    folder = PAGES if code == "en" else PAGES / code
    return (folder / f"{game}.md").read_text(encoding="utf-8")


def parts(text: str) -> list[str]:
    return re.split(r"^(?=#|- \*\*)", text, flags=re.MULTILINE)[1:]


def name(part: str) -> str:
    """`## RT1`, `- **RT1.1**`, or only the markup if there is no number."""
    found = re.match(r"#+ (?:[A-Z]{2}\d+\b)?|- \*\*(?:[A-Z]{2}\d+\.\d+\*\*)?", part)
    assert found is not None
    return found[0]


def figures(text: str, code: str) -> list[str]:
    """Rule numbers, and figures in the same form for every language: 35000, 2.5, -1, 5-."""
    thousand, decimal = re.escape(THOUSANDS[code]), re.escape(DECIMALS[code])
    figure = rf"[A-Z]{{2}}\d+(?:\.\d+)?|-?\d+(?:{thousand}\d{{3}})*(?:{decimal}\d+)?[+-]?"
    return [
        found
        if found[0].isalpha()
        else found.replace(THOUSANDS[code], "").replace(DECIMALS[code], ".")
        for found in re.findall(figure, text)
    ]


def rows(text: str) -> list[str]:
    """The lines of tables and drawings."""
    drawings = re.findall(r"^```text\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    drawn = [line for drawing in drawings for line in drawing.splitlines()]
    return re.findall(r"^\|.*", text, re.MULTILINE) + drawn


def code_words(text: str) -> list[str]:
    return re.findall(r"`[^`]+`", text.replace("```", ""))


def spoken(text: str) -> str:
    """The text without code and figures."""
    return re.sub(r"`[^`]+`|\d", "", text.replace("```text", "").replace("```", ""))


both = pytest.mark.parametrize(
    ("code", "game"), [(code, game) for code in LANGUAGES for game in GAMES]
)


@both
def test_the_same_parts_in_the_same_order(code: str, game: str) -> None:
    """All headings and numbered rules are there, and no others."""
    english = [name(part) for part in parts(page(game, "en"))]
    assert [name(part) for part in parts(page(game, code))] == english


@both
def test_every_part_has_the_same_figures(code: str, game: str) -> None:
    """Their order may differ, as word order may. References to other rules count as well."""
    for here, there in zip(parts(page(game, code)), parts(page(game, "en")), strict=True):
        assert Counter(figures(here, code)) == Counter(figures(there, "en")), here


@both
def test_tables_and_drawings_have_their_figures_in_the_same_places(code: str, game: str) -> None:
    """Checked row by row, including the number of columns."""
    for here, there in zip(rows(page(game, code)), rows(page(game, "en")), strict=True):
        assert figures(here, code) == figures(there, "en"), here
        assert here.count("|") == there.count("|"), here


@both
def test_code_and_bold_text_are_kept(code: str, game: str) -> None:
    """Options, values and commands are not translated; nothing bold is added or lost."""
    for here, there in zip(parts(page(game, code)), parts(page(game, "en")), strict=True):
        assert Counter(code_words(here)) == Counter(code_words(there)), here
        assert here.count("**") == there.count("**"), here


@both
def test_nothing_is_left_in_english(code: str, game: str) -> None:
    """No part is identical to the English one, and none has a word that only English has."""
    for here, there in zip(parts(page(game, code)), parts(page(game, "en")), strict=True):
        assert spoken(here).split() != spoken(there).split()
        assert ENGLISH.findall(spoken(here)) == [], here
