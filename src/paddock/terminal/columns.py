"""A table: columns under headings, each as wide as its widest cell."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from paddock.terminal.lines import Line


class Column(Struct, frozen=True):
    heading: str
    cells: Sequence[Line]
    right: bool = False
    close: bool = False  # no gap before it


def joined(columns: Sequence[Column], gap: int) -> list[Line]:
    """The heading row, then the other rows."""
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


def fitting(tables: Iterable[list[Line]], width: int) -> list[Line]:
    """The first of these tables that fits, or else the last."""
    table: list[Line] = []
    for table in tables:
        if table[0].cell_len <= width:
            break
    return table
