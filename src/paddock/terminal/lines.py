"""Lines of a page: styled text whose width on screen is known."""

from collections.abc import Iterable, Sequence
from itertools import accumulate

from rich.cells import cell_len, chop_cells, set_cell_size
from rich.text import Text as Line

__all__ = ["Line", "beside", "broken", "chopped", "columned", "fit", "flowed", "headed", "line"]

_GAP = 2  # columns between pieces that are set side by side


def line(*parts: str | Line | tuple[str, str]) -> Line:
    """A line made of plain strings, (text, style) pairs and other lines."""
    return Line.assemble(*parts)


def fit(text: str, width: int) -> str:
    """`text` padded or cut to exactly `width` columns, so that columns stay aligned."""
    return set_cell_size(text, width)


def headed(head: Line, remarks: Iterable[str], width: int) -> Line:
    """A heading, followed by as many of these remarks as fit."""
    for remark in remarks:
        if head.cell_len + _GAP + cell_len(remark) <= width:
            head.append(" " * _GAP).append(remark, "quiet")
    return head


def broken(long: Line, width: int, indent: int = 0) -> list[Line]:
    """A line wrapped between words, with its continuation lines indented."""
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
    """A line split into pieces that fit, even within words, so that nothing is cut off."""
    ends = list(accumulate(map(len, chop_cells(long.plain, width))))
    return list(long.divide(ends[:-1]))


def _words(text: str) -> list[str]:
    """The words of a text, each with its trailing spaces; leading spaces count as a word."""
    words: list[str] = []
    for letter in text:
        if words and (letter == " " or words[-1][-1] != " "):
            words[-1] += letter
        else:
            words.append(letter)
    return words


def flowed(items: Iterable[Line], width: int) -> list[Line]:
    """Short pieces set one after another, as many per line as fit without breaking one."""
    lines: list[Line] = []
    for item in items:
        if lines and lines[-1].cell_len + _GAP + item.cell_len <= width:
            lines[-1] = lines[-1] + Line(" " * _GAP) + item
        else:
            lines.append(item)
    return lines


def columned(items: Sequence[Line], width: int) -> list[Line]:
    """A list set in as many columns as fit, to be read downwards."""
    if not items:
        return []
    wide = max(item.cell_len for item in items)
    columns = max(1, min(len(items), (width + _GAP) // (wide + _GAP)))
    height = -(-len(items) // columns)
    rows: list[Line] = list(items[:height])
    for column, start in enumerate(range(height, len(items), height), start=1):
        before = column * (wide + _GAP) - _GAP
        rows = beside(rows, items[start : start + height], before)
    return rows


def beside(left: Sequence[Line], right: Sequence[Line], width: int, gap: int = _GAP) -> list[Line]:
    """Two blocks side by side; the left one is `width` columns wide."""
    rows = []
    for row in range(max(len(left), len(right))):
        part = left[row].copy() if row < len(left) else Line()
        if row < len(right):
            part.pad_right(width + gap - part.cell_len)
            part = part + right[row]
        rows.append(part)
    return rows
