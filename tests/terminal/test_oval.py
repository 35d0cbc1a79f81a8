"""The oval, for any loop and any screen."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paddock.terminal.royal_turf.oval import LOWEST, NARROWEST, oval

loops = given(
    spaces=st.integers(20, 99), width=st.integers(NARROWEST, 250), height=st.integers(LOWEST, 60)
)


@loops
def test_every_space_has_room_of_its_own(spaces: int, width: int, height: int) -> None:
    """Horses and numbers of different spaces never overlap, and none is outside the oval."""
    form = oval(spaces, width, height)
    if form is None:
        return
    assert form.spaces == spaces and form.width <= width and form.height <= height
    taken: set[tuple[int, int]] = set()
    for space in range(1, spaces + 1):
        spot = form.spot(space)
        for x, y, wide in ((spot.x, spot.y, 4), (spot.number_x, spot.number_y, 3)):
            cells = {(x + step, y) for step in range(min(wide, spot.width))}
            assert not cells & taken
            assert all(0 < x < form.width - 1 and 0 < y < form.height - 1 for x, y in cells)
            taken |= cells


@loops
def test_the_loop_runs_anticlockwise_from_the_line(spaces: int, width: int, height: int) -> None:
    """It goes right along the home straight, up, back along the far one, and down to the line."""
    form = oval(spaces, width, height)
    if form is None:
        return
    first, last = form.spot(1), form.spot(spaces)
    assert last.x < form.line() < first.x and first.y == last.y == form.height - 2
    turns = [form.spot(space) for space in range(1, spaces + 1)]
    far = [spot for spot in turns if spot.y == 1]
    assert [spot.x for spot in far] == sorted((spot.x for spot in far), reverse=True)
    for before, after in pairwise(turns):
        assert abs(before.y - after.y) <= 2


@pytest.mark.parametrize(
    ("spaces", "width", "height"), [(33, 77, 40), (33, 80, 8), (99, 80, 24)], ids=str
)
def test_without_room_there_is_no_oval(spaces: int, width: int, height: int) -> None:
    """The screen is too narrow or too low, or the loop too long; the horses are listed instead."""
    assert oval(spaces, width, height) is None


def test_the_board_of_the_box_fits_the_oldest_terminal() -> None:
    """A loop of 33 spaces fits into 80 columns and nine lines."""
    form = oval(33, 80, 9)
    assert form is not None and form.height == LOWEST
