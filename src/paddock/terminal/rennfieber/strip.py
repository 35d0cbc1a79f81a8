"""The race track unrolled: two bands of six lanes, each a straight and the bend after it.

Both run from left to right. The lower band continues the upper one, and the upper band continues
the lower one. The outermost lane is on top. Spaces are staggered like bricks. Each is drawn by its
centre, so that anything further ahead on the track is further right here (RF11.7).
"""

from collections.abc import Iterable

from msgspec import Struct

from paddock.games.rennfieber.phrases import STRETCHES
from paddock.games.rennfieber.track import SECTIONS, Track
from paddock.kernel.text import Text, say
from paddock.terminal.canvas import Canvas
from paddock.terminal.lines import Line
from paddock.terminal.rennfieber.programme import Programme

_SLOTS = (5, 4, 3)  # columns of the narrowest space
_NUMBER = 2  # columns of a lane's number
_BANDS = ((0, 1), (2, 3))  # the sections of each band: a straight and a bend
_PAST = 2  # columns by which the half spaces of even lanes extend beyond a section


class Strip(Struct, frozen=True):
    """A drawing of the track; `sections` are the columns of each section."""

    track: Track
    slot: int
    sections: tuple[int, ...]

    @property
    def width(self) -> int:
        longest = max(sum(self.sections[section] for section in band) for band in _BANDS)
        return _NUMBER + longest + 1 + _PAST

    @property
    def height(self) -> int:
        return len(_BANDS) * (len(self.track.lanes) + 1)

    def starts(self, section: int) -> int:
        """The first column of a section; one column is left free between two sections."""
        band = next(band for band in _BANDS if section in band)
        before = sum(self.sections[other] + 1 for other in band if other < section)
        return _NUMBER + before

    def row(self, lane: int, section: int) -> int:
        band = next(place for place, band in enumerate(_BANDS) if section in band)
        lanes = len(self.track.lanes)
        return band * (lanes + 1) + 1 + lanes - lane

    def spot(self, space: int) -> tuple[int, int]:
        """Column and row of the middle of a space."""
        here = self.track.spaces[space]
        columns = self.sections[here.section]
        # Integers, because every space is drawn on every page and fractions are slow.
        across = here.centre.numerator * columns // here.centre.denominator
        return (
            self.starts(here.section) + across - here.section * columns,
            self.row(here.lane, here.section),
        )

    def line(self, lane: int) -> tuple[int, int]:
        """Where the finish crosses a lane; it is staggered like the bricks."""
        column = self.starts(self.track.finish) + self.sections[self.track.finish]
        return column + (_PAST if lane % 2 == 0 else 0), self.row(lane, self.track.finish)


def strip(track: Track, width: int) -> Strip | None:
    """The widest drawing that fits, if any."""
    most = [
        max(sum(track.spaces[space].section == section for space in lane) for lane in track.lanes)
        for section in range(len(SECTIONS))
    ]
    for slot in _SLOTS:
        drawing = Strip(track, slot, tuple(slot * spaces for spaces in most))
        if drawing.width <= width:
            return drawing
    return None


def drawn(
    programme: Programme, strip: Strip, start: int, written: dict[int, tuple[str, str]]
) -> list[Line]:
    """The track with texts on its spaces; `start` is the section in which the race starts."""
    canvas = Canvas(strip.width, strip.height)
    track = strip.track
    for lane in range(1, len(track.lanes) + 1):
        for section, _ in _BANDS:
            canvas.paint(_NUMBER, strip.row(lane, section), strip.width - _NUMBER, "lane")
            canvas.put(0, strip.row(lane, section), str(lane), "quiet")
        canvas.put(*strip.line(lane), programme.signs.line, "act")
    for space in range(len(track.spaces)):
        column, row = strip.spot(space)
        text, style = written.get(space, (programme.signs.dot, "lane"))
        canvas.put(column - (len(text) > 1), row, text, style)
    lines = canvas.lines()
    for band in _BANDS:
        lines[strip.row(len(track.lanes), band[0]) - 1] = _head(programme, strip, band, start)
    return lines


def needed(strip: Strip, lines: list[Line], spaces: Iterable[int]) -> list[Line]:
    """Only the bands that contain any of these spaces, and only the lanes between those spaces."""
    tall = len(strip.track.lanes) + 1
    used = sorted({strip.spot(space)[1] for space in spaces})
    kept: list[Line] = []
    for top in range(0, len(lines), tall):
        rows = [row for row in used if top < row < top + tall]
        kept += [lines[top], *lines[rows[0] : rows[-1] + 1]] if rows else []
    return kept


def _head(programme: Programme, strip: Strip, band: tuple[int, ...], start: int) -> Line:
    """The line above a band: the names of its sections, with the start and the finish."""
    tell, signs = programme.say, programme.signs
    head = Line()
    for section in band:
        stretch: Text = STRETCHES[section]
        if section == start:
            stretch = say("{stretch} (start)", stretch=stretch)
        head.pad_right(strip.starts(section) - head.cell_len)
        head.append(f" {signs.right} {tell(stretch)}", "quiet")
        if section == strip.track.finish:
            head.pad_right(strip.starts(section) + strip.sections[section] - 1 - head.cell_len)
            head.append(f" {tell(say('FINISH'))}", "pick")
    return head
