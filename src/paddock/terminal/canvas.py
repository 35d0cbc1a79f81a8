"""A character canvas, for drawings that are not built line by line."""

from itertools import groupby

from rich.cells import cell_len

from paddock.terminal.lines import Line


class Canvas:
    """A grid of characters; anything put beyond the last column is cut off."""

    def __init__(self, width: int, height: int) -> None:
        self._rows = [[(" ", "")] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: str = "") -> None:
        """Write text; a double-width character also takes up the next column."""
        row = self._rows[y]
        for letter in text:
            if x >= len(row):
                return
            row[x] = (letter, style)
            wide = cell_len(letter)
            if wide > 1 and x + 1 < len(row):
                row[x + 1] = ("", style)
            x += max(1, wide)

    def paint(self, x: int, y: int, width: int, style: str) -> None:
        row = self._rows[y]
        painted = slice(x, min(x + width, len(row)))
        row[painted] = [(" ", style)] * len(row[painted])

    def lines(self) -> list[Line]:
        return [
            Line.assemble(
                *(
                    ("".join(letter for letter, _ in run), style)
                    for style, run in groupby(row, key=lambda cell: cell[1])
                )
            )
            for row in self._rows
        ]
