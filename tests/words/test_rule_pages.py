"""The rule pages in every language: rule for rule and figure for figure what the English ones say.

A page is compared in parts: a heading, a numbered rule or any other item that begins in bold,
each with what stands under it.
"""

from __future__ import annotations

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
# Words that none of the other languages has, one of which any English sentence is likely to hold.
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
    """`## RT1`, `- **RT1.1**`, or only the marks where there is no number."""
    found = re.match(r"#+ (?:[A-Z]{2}\d+\b)?|- \*\*(?:[A-Z]{2}\d+\.\d+\*\*)?", part)
    assert found is not None
    return found[0]


def figures(text: str, code: str) -> list[str]:
    """Rule numbers, and figures as everywhere: 35000, 2.5, -1, 5-."""
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
    """Without what is typed, and without figures."""
    return re.sub(r"`[^`]+`|\d", "", text.replace("```text", "").replace("```", ""))


both = pytest.mark.parametrize(
    ("code", "game"), [(code, game) for code in LANGUAGES for game in GAMES]
)


@both
def test_the_same_parts_in_the_same_order(code: str, game: str) -> None:
    """Every heading and every numbered rule, none missing and none made up."""
    english = [name(part) for part in parts(page(game, "en"))]
    assert [name(part) for part in parts(page(game, code))] == english


@both
def test_every_part_has_the_same_figures(code: str, game: str) -> None:
    """In any order, for a sentence may turn round; with the numbers of the rules it points to."""
    for here, there in zip(parts(page(game, code)), parts(page(game, "en")), strict=True):
        assert Counter(figures(here, code)) == Counter(figures(there, "en")), here


@both
def test_tables_and_drawings_have_their_figures_in_the_same_places(code: str, game: str) -> None:
    """Row by row, with as many columns."""
    for here, there in zip(rows(page(game, code)), rows(page(game, "en")), strict=True):
        assert figures(here, code) == figures(there, "en"), here
        assert here.count("|") == there.count("|"), here


@both
def test_what_is_typed_and_what_is_marked_stays(code: str, game: str) -> None:
    """Options, values and commands as they are; as many rulings, options and reconstructions."""
    for here, there in zip(parts(page(game, code)), parts(page(game, "en")), strict=True):
        assert Counter(code_words(here)) == Counter(code_words(there)), here
        assert here.count("**") == there.count("**"), here


@both
def test_nothing_is_left_in_english(code: str, game: str) -> None:
    """No part reads as in English, and none has a word that only English has."""
    for here, there in zip(parts(page(game, code)), parts(page(game, "en")), strict=True):
        assert spoken(here).split() != spoken(there).split()
        assert ENGLISH.findall(spoken(here)) == [], here
