"""Lines of a page: styled text of which the width on screen is known."""

from collections.abc import Iterable, Sequence
from itertools import accumulate

from rich.cells import cell_len, chop_cells, set_cell_size
from rich.text import Text as Line

__all__ = ["Line", "beside", "broken", "chopped", "columned", "fit", "flowed", "line"]


def line(*parts: str | Line | tuple[str, str]) -> Line:
    """A line of plain and (text, style) parts, and of other lines."""
    return Line.assemble(*parts)


def fit(text: str, width: int) -> str:
    """`text` in exactly `width` columns; cut where it is longer, so that columns stay columns."""
    return set_cell_size(text, width)


def broken(long: Line, width: int, indent: int = 0) -> list[Line]:
    """A line broken between words, its continuations indented."""
    cuts, start, used = [], 0, 0
    for word in _words(long.plain):
        size = cell_len(word.rstrip())
        if used and used + size > width:
            cuts.append(start)
            used = indent
        start += len(word)
        used += cell_len(word)
    first, *rest = long.divide(cuts)
    margin = " " * indent
    for part in (first, *rest):
        part.rstrip()
    return [first, *(Line(margin) + part for part in rest)]


def chopped(long: Line, width: int) -> list[Line]:
    """A line in pieces that fit, words or not: for what must be seen to its last letter."""
    ends = list(accumulate(map(len, chop_cells(long.plain, width))))
    return list(long.divide(ends[:-1]))


def _words(text: str) -> list[str]:
    """The words of a text, each with the spaces that follow it; leading spaces are a word too."""
    words: list[str] = []
    for letter in text:
        if words and (letter == " " or words[-1][-1] != " "):
            words[-1] += letter
        else:
            words.append(letter)
    return words


def flowed(items: Iterable[Line], width: int, gap: str = "  ") -> list[Line]:
    """Short pieces set one after another, as many to a line as fit whole."""
    lines: list[Line] = []
    for item in items:
        if lines and lines[-1].cell_len + len(gap) + item.cell_len <= width:
            lines[-1] = lines[-1] + Line(gap) + item
        else:
            lines.append(item)
    return lines


def columned(items: Sequence[Line], width: int, gap: int = 2) -> list[Line]:
    """Rows of a list set in as many columns as fit, read downward."""
    if not items:
        return []
    wide = max(item.cell_len for item in items)
    columns = max(1, min(len(items), (width + gap) // (wide + gap)))
    height = -(-len(items) // columns)
    rows: list[Line] = []
    for column, start in enumerate(range(0, len(items), height)):
        before = max(column * (wide + gap) - gap, 0)
        rows = beside(rows, items[start : start + height], before, gap if column else 0)
    return rows


def beside(left: Sequence[Line], right: Sequence[Line], width: int, gap: int = 2) -> list[Line]:
    """Two blocks side by side; the left one is `width` wide."""
    rows = []
    for row in range(max(len(left), len(right))):
        part = left[row].copy() if row < len(left) else Line()
        if row < len(right):
            part.pad_right(width + gap - part.cell_len)
            part = part + right[row]
        rows.append(part)
    return rows
