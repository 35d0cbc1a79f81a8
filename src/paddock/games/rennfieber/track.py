"""The race track: six lanes of spaces laid like bricks, and where a step may lead (RF11.6, RF11.7).

Spaces are numbered lane by lane, each lane from the start of the home straight to the end of the
last bend. Everything is computed once from the edition, in exact fractions.
"""

from bisect import bisect_right
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

from msgspec import Struct

HOME = -1  # past the finish, at the end of the last lap
SECTIONS = ("home_straight", "first_bend", "back_straight", "last_bend")  # in order of running


class Space(Struct, frozen=True):
    """`section` is an index into SECTIONS, `number` counts from 1 within it.

    `centre` is the position of the space's middle, in sections from the start of the first one.
    """

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
    finish: int  # the section that ends at the finish
    onward: tuple[tuple[int, ...], ...]  # by space: where its steps lead, HOME past the finish
    over_finish: frozenset[tuple[int, int]]  # the steps that cross the finish: from, to
    ranks: tuple[int, ...]  # by space: how far past the finish it is, as a rank

    def start(self, lane: int, section: int) -> int:
        """RF4.5: the first space of the lane in the section where the race starts."""
        return next(i for i in self.lanes[lane - 1] if self.spaces[i].section == section)

    def far(self, space: int, crossed: int) -> int:
        """RF6.8, RF6.15: a number that is higher for the runner that is further ahead."""
        return crossed * len(self.spaces) + self.ranks[space]

    def quarters(self, section: int) -> int:
        """RF6.9, RF6.15: the number of sections to run from the start of this one: 5 to 8.

        First to the finish, then a whole lap, since the first passage does not count.
        """
        return (self.finish - section) % len(SECTIONS) + 1 + len(SECTIONS)


@lru_cache(maxsize=16)  # most matches use the same few tracks
def build(sizes: tuple[tuple[int, ...], ...], finish: int) -> Track:
    """A track from the number of spaces by section and lane, the inside lane first."""
    spaces: list[Space] = []
    lanes: list[tuple[int, ...]] = []
    for lane, of_lane in enumerate(zip(*sizes, strict=True), start=1):
        first = len(spaces)
        # Even lanes are shifted forward by half a space.
        half = Fraction(1) if lane % 2 == 0 else Fraction(1, 2)
        for section, size in enumerate(of_lane):
            spaces.extend(
                Space(lane, section, i + 1, section + (i + half) / size) for i in range(size)
            )
        lanes.append(tuple(range(first, len(spaces))))

    def step(at: int, to: int | None) -> Step | None:
        if to is None:
            return None
        # The finish is at the end of its section; no step is as long as a section.
        return Step(to, crosses=spaces[at].section == finish != spaces[to].section)

    ahead = [step(at, to) for lane in lanes for at, to in pairwise((*lane, lane[0]))]
    inward = [step(at, _beside(spaces, lanes, at, -1)) for at in range(len(spaces))]
    outward = [step(at, _beside(spaces, lanes, at, 1)) for at in range(len(spaces))]
    steps = tuple(
        tuple(step for step in beside if step is not None)
        for beside in zip(ahead, inward, outward, strict=True)
    )
    return Track(
        tuple(spaces),
        steps,
        tuple(inward),
        tuple(outward),
        tuple(lanes),
        finish,
        tuple(tuple(HOME if step.crosses else step.to for step in here) for here in steps),
        frozenset((at, step.to) for at, here in enumerate(steps) for step in here if step.crosses),
        _ranks(spaces, finish),
    )


def _ranks(spaces: list[Space], finish: int) -> tuple[int, ...]:
    """Equal for spaces that are level; highest for a space that ends at the finish."""
    sections = len(SECTIONS)
    behind = [(space.centre - finish - 1) % sections or Fraction(sections) for space in spaces]
    order = {far: rank for rank, far in enumerate(sorted(set(behind)))}
    return tuple(order[far] for far in behind)


def _beside(spaces: list[Space], lanes: list[tuple[int, ...]], at: int, side: int) -> int | None:
    """RF11.7: the first space of the neighbouring lane whose centre is strictly ahead."""
    lane = spaces[at].lane - 1 + side
    if not 0 <= lane < len(lanes):
        return None
    ahead = bisect_right(lanes[lane], spaces[at].centre, key=lambda space: spaces[space].centre)
    return lanes[lane][ahead % len(lanes[lane])]
