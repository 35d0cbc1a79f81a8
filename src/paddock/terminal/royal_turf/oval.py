"""The oval: the position of each space of the loop on a page.

Spaces run anticlockwise, as on the board: the line is in the lower straight, between the last space
and the first. Horses are drawn outside the numbers of their spaces.

       .----<<------------------.       the far straight
     .-' 19   18   17   16   15 '-.
     | 20                      14 |     the sides, the infield between them
     '-. 32   33 # 1    2    3  .-'
       '----->>--#LINE----------'       the home straight
"""

from math import ceil

from msgspec import Struct

NARROWEST = 78
_BEND = 5  # columns that each rounded end takes from the straights
_CELL = 4  # the minimum width of a space: a horse's tag and a gap
_WIDEST = 7
_STRAIGHTS = 6  # rows: two rails, two rows of horses, two of numbers
_FEWEST, _MOST = 3, 8  # rows of the infield
LOWEST = _FEWEST + _STRAIGHTS
_PAST_LINE = 4  # a quarter of the home straight is past the line


class Spot(Struct, frozen=True):
    """Where to write a space's horse and its number, and how many columns it has."""

    x: int
    y: int
    number_x: int
    number_y: int
    width: int


class Oval(Struct, frozen=True):
    """A loop with this many spaces in its two straights and along each side."""

    width: int
    far: int
    home: int
    side: int

    @property
    def spaces(self) -> int:
        return self.far + self.home + 2 * self.side

    @property
    def height(self) -> int:
        return self.side + _STRAIGHTS

    @property
    def top(self) -> int:
        """The first row of the sides."""
        return _STRAIGHTS // 2

    @property
    def infield(self) -> tuple[int, int, int]:
        """The infield's first column, width and height; its first row is `top`."""
        return 11, self.width - 22, self.side

    @property
    def past_line(self) -> int:
        return self.home // _PAST_LINE

    def line(self) -> int:
        """The column of the line."""
        return self.spot(1).x - 1

    def spot(self, space: int) -> Spot:
        """The position of a space: up the right side, back along the far straight, and round."""
        place = (space - 1 - self.past_line) % self.spaces
        if place < self.side:
            y = self.height - 4 - place
            return Spot(self.width - 7, y, self.width - 10, y, _CELL)
        place -= self.side
        if place < self.far:
            return self._straight(self.far - 1 - place, self.far, 1, 2)
        place -= self.far
        if place < self.side:
            return Spot(3, place + 3, 7, place + 3, _CELL)
        return self._straight(place - self.side, self.home, self.height - 2, self.height - 3)

    def _straight(self, place: int, count: int, y: int, number_y: int) -> Spot:
        length = self.width - 2 * _BEND
        x = _BEND + place * length // count
        return Spot(x, y, x, number_y, _BEND + (place + 1) * length // count - x)


def oval(spaces: int, width: int, height: int) -> Oval | None:
    """The best loop for this much room, or None if there is not enough."""
    rows = height - _STRAIGHTS
    in_straight = (width - 2 * _BEND) // _CELL
    least = max(_FEWEST, ceil((spaces - 2 * in_straight) / 2))
    if width < NARROWEST or least > rows:
        return None
    side = max(least, min(rows, _MOST, spaces // 4))  # no longer than the straights
    home = ceil((spaces - 2 * side) / 2)
    far = spaces - 2 * side - home
    return Oval(min(width, max(NARROWEST, home * _WIDEST + 2 * _BEND)), far, home, side)
