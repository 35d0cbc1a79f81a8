"""As much of a terminal as Paddock needs: two screens, positioning, erasing, a scrollback."""

import re

from rich.cells import cell_len

_PART = re.compile(r"\x1b\[(\??[0-9;]*)([A-Za-z])|(\r)|(\n)|(\x08)|([^\x1b])")


class Emulator:
    """Fails on any unknown control code, so that no new one is used by accident."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.wraps = 0
        self.scrollback: list[str] = []
        self.colours: set[str] = set()
        self.alternate = False
        self._other = self._blank()
        self._rows = self._blank()
        self._x = self._y = 0

    @property
    def lines(self) -> list[str]:
        return ["".join(row).rstrip() for row in self._rows]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def feed(self, output: str) -> None:
        position = 0
        while position < len(output):
            part = _PART.match(output, position)
            assert part is not None, f"unknown control code: {output[position : position + 12]!r}"
            position = part.end()
            values, code, back, down, left, letter = part.groups()
            if code:
                self._control(values, code)
            elif back:
                self._x = 0
            elif down:
                self._down()
            elif left:
                self._x = max(0, self._x - 1)
            else:
                self._put(letter)

    def _control(self, values: str, code: str) -> None:
        match code, values:
            case "H", _:
                row, column = (int(value or 1) for value in (values or "1;1").split(";"))
                self._y, self._x = min(row, self.height) - 1, column - 1
            case "J", "2":
                self._rows = self._blank()
            case "J", "3":
                self.scrollback = []
            case "m", _:
                self.colours.update(values.split(";"))
            case "h" | "l", "?1049":
                self.alternate = code == "h"
                self._rows, self._other = self._other, self._rows
            case _:
                raise AssertionError(f"unknown control code: {values}{code}")

    def _put(self, letter: str) -> None:
        if self._x >= self.width:
            self.wraps += 1
            self._x = 0
            self._down()
        self._rows[self._y][self._x] = letter
        if cell_len(letter) > 1:
            self._rows[self._y][self._x + 1] = ""
        self._x += cell_len(letter)

    def _down(self) -> None:
        if self._y < self.height - 1:
            self._y += 1
            return
        gone = self._rows.pop(0)
        if not self.alternate:
            self.scrollback.append("".join(gone).rstrip())
        self._rows.append([" "] * self.width)

    def _blank(self) -> list[list[str]]:
        return [[" "] * self.width for _ in range(self.height)]
