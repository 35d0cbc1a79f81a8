"""A table: columns under headings, each as wide as its widest cell."""

from collections.abc import Sequence

from msgspec import Struct

from paddock.terminal.lines import Line


class Column(Struct, frozen=True):
    heading: str
    cells: Sequence[Line]
    right: bool = False
    close: bool = False  # to the column before it


def joined(columns: Sequence[Column], gap: int) -> list[Line]:
    """The headings, then the rows."""
    table = [Line() for _ in range(len(columns[0].cells) + 1)]
    for place, column in enumerate(columns):
        heading = Line(column.heading, "quiet")
        width = max(cell.cell_len for cell in (heading, *column.cells))
        for row, cell in zip(table, (heading, *column.cells), strict=True):
            padding = " " * (width - cell.cell_len)
            row.append("" if column.close or not place else " " * gap)
            for part in (padding, cell) if column.right else (cell, padding):
                row.append(part)
    return table
