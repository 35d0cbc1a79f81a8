"""Wrapping lines, and setting them side by side."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from paddock.terminal.canvas import Canvas
from paddock.terminal.lines import Line, beside, broken, chopped, columned, fit, flowed, line

texts = st.text("ab 漢é", max_size=60)


@given(texts, st.integers(12, 40))
def test_a_broken_line_loses_no_word(text: str, width: int) -> None:
    """Words stay whole and in order; a line is only too wide if a single word is."""
    rows = broken(Line(text), width, indent=2)
    assert " ".join(row.plain for row in rows).split() == text.split()
    for row in rows:
        assert row.cell_len <= width or len(row.plain.split()) == 1


def test_continuations_are_indented_and_keep_their_style() -> None:
    """A wrapped sentence is still recognizable as one."""
    first, second = broken(line(("one two", "bold"), " three"), 8, indent=2)
    assert (first.plain, second.plain) == ("one two", "  three")
    assert first.spans


@given(texts, st.integers(2, 30))
def test_a_chopped_line_loses_no_letter(text: str, width: int) -> None:
    """Every piece fits, and together they make up the line."""
    rows = chopped(Line(text), width)
    assert "".join(row.plain for row in rows) == text
    assert all(row.cell_len <= width for row in rows)


@given(texts, st.integers(1, 30))
def test_fitted_text_is_exactly_as_wide_as_asked(text: str, width: int) -> None:
    """Wide characters count as two columns."""
    assert cell_len(fit(text, width)) == width


def test_pieces_flow_whole() -> None:
    """A line gets as many pieces as fit, and none is broken."""
    rows = flowed([Line("aaaa"), Line("bbbb"), Line("cccc")], 10)
    assert [row.plain for row in rows] == ["aaaa  bbbb", "cccc"]


@pytest.mark.parametrize(
    ("width", "rows"),
    [
        (4, ["aa", "bb", "cc", "dd", "ee"]),
        (6, ["aa  dd", "bb  ee", "cc"]),
        (10, ["aa  cc  ee", "bb  dd"]),
        (80, ["aa  bb  cc  dd  ee"]),
    ],
)
def test_a_list_in_columns_is_read_downward(width: int, rows: list[str]) -> None:
    """It has as many columns as fit, and no more rows than necessary."""
    items = [Line(letter * 2) for letter in "abcde"]
    assert [row.plain for row in columned(items, width)] == rows
    assert columned([], width) == []


def test_blocks_side_by_side() -> None:
    """The right one keeps its column, even below the end of the left one."""
    rows = beside([Line("ab")], [Line("x"), Line("y")], 4, 1)
    assert [row.plain for row in rows] == ["ab   x", "     y"]


def test_a_canvas_keeps_its_width_with_wide_letters() -> None:
    """漢 takes two columns; anything beyond the edge is cut off."""
    canvas = Canvas(6, 1)
    canvas.put(1, 0, "漢a")
    canvas.put(5, 0, "zz")
    (row,) = canvas.lines()
    assert row.plain == " 漢a z" and row.cell_len == 6
