"""The race track: six lanes of spaces laid like bricks, and where a step may lead (RF11.6, RF11.7).

Spaces are numbered through, lane by lane, each lane from the beginning of the home straight round
to the end of the last bend. Everything is worked out once from the figures, in exact fractions.
"""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

HOME = -1  # past the finish, at the end of the last lap
SECTIONS = 4  # home straight, bend, back straight, bend
BACK_STRAIGHT = 2


class Space(Struct, frozen=True):
    """`number` counts within the section, from 1; `centre` is the section plus the part of it."""

    lane: int
    section: int
    number: int
    centre: Fraction


class Step(Struct, frozen=True):
    """A space that one step leads to, and whether the step crosses the finish."""

    to: int
    crosses: bool


class Track(Struct, frozen=True):
    spaces: tuple[Space, ...]
    steps: tuple[tuple[Step, ...], ...]  # by space: ahead in the lane, then inward, then outward
    inward: tuple[Step | None, ...]
    outward: tuple[Step | None, ...]
    lanes: tuple[tuple[int, ...], ...]

    def start(self, lane: int, section: int) -> int:
        """RF4.5: the first space of the lane in the starting straight."""
        return next(i for i in self.lanes[lane - 1] if self.spaces[i].section == section)


def build(straight: int, bends: tuple[int, ...]) -> Track:
    """A track of as many lanes as there are figures for the bends, inside first."""
    spaces: list[Space] = []
    lanes: list[tuple[int, ...]] = []
    for lane, bend in enumerate(bends, start=1):
        first = len(spaces)
        for section in range(SECTIONS):
            size = straight if section % 2 == 0 else bend
            # Even lanes lie half a space further forward.
            half = Fraction(1) if lane % 2 == 0 else Fraction(1, 2)
            spaces.extend(
                Space(lane, section, i + 1, section + (i + half) / size) for i in range(size)
            )
        lanes.append(tuple(range(first, len(spaces))))
    ahead = [_ahead(spaces, lanes[space.lane - 1], i) for i, space in enumerate(spaces)]
    inward = [_beside(spaces, lanes, i, -1) for i in range(len(spaces))]
    outward = [_beside(spaces, lanes, i, 1) for i in range(len(spaces))]
    return Track(
        tuple(spaces),
        tuple(
            tuple(step for step in steps if step is not None)
            for steps in zip(ahead, inward, outward, strict=True)
        ),
        tuple(inward),
        tuple(outward),
        tuple(lanes),
    )


def _ahead(spaces: list[Space], lane: tuple[int, ...], at: int) -> Step:
    to = lane[(lane.index(at) + 1) % len(lane)]
    return _step(spaces, at, to)


def _beside(spaces: list[Space], lanes: list[tuple[int, ...]], at: int, side: int) -> Step | None:
    """RF11.7: the first space of the neighbouring lane whose centre lies strictly ahead."""
    lane = spaces[at].lane - 1 + side
    if not 0 <= lane < len(lanes):
        return None
    here = spaces[at].centre
    to = next((i for i in lanes[lane] if spaces[i].centre > here), lanes[lane][0])
    return _step(spaces, at, to)


def _step(spaces: list[Space], at: int, to: int) -> Step:
    """The finish lies at the end of the home straight, which is the first section."""
    return Step(to, spaces[at].section == 0 and spaces[to].section != 0)
