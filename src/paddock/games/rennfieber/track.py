"""The race track: six lanes of spaces laid like bricks, and where a step may lead (RF11.6, RF11.7).

Spaces are numbered through, lane by lane, each lane from the beginning of the home straight round
to the end of the last bend. Everything is worked out once from the figures, in exact fractions.
"""

from __future__ import annotations

from bisect import bisect_right
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

from msgspec import Struct

HOME = -1  # past the finish, at the end of the last lap
SECTIONS = ("home_straight", "first_bend", "back_straight", "last_bend")  # in order of running


class Space(Struct, frozen=True):
    """`section` is a place in SECTIONS, `number` counts within it from 1.

    `centre` is the section plus the part of it that lies behind the space's middle.
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
    finish: int  # the section at whose end it lies
    onward: tuple[tuple[int, ...], ...]  # by space: where its steps lead, HOME past the finish
    over_finish: frozenset[tuple[int, int]]  # the steps that cross it, from and to
    ranks: tuple[int, ...]  # by space: how far from the finish it is, in whole numbers

    def start(self, lane: int, section: int) -> int:
        """RF4.5: the first space of the lane in the section where the race starts."""
        return next(i for i in self.lanes[lane - 1] if self.spaces[i].section == section)

    def crosses(self, at: int, to: int) -> bool:
        """Whether a step between these spaces crosses the finish."""
        return _crosses(self.spaces[at], self.spaces[to], self.finish)

    def far(self, space: int, crossed: int) -> int:
        """RF6.8, RF6.15: which of two runners is ahead, after so many passages of the finish."""
        return crossed * len(self.spaces) + self.ranks[space]

    def quarters(self, section: int) -> int:
        """RF6.9, RF6.15: how many sections a race runs from the beginning of this one: 5 to 8.

        First to the finish, then, as its first passage does not count, a whole lap.
        """
        return (self.finish - section) % len(SECTIONS) + 1 + len(SECTIONS)


@lru_cache(maxsize=16)  # most matches run on the same few tracks
def build(sizes: tuple[tuple[int, ...], ...], finish: int) -> Track:
    """A track from the spaces that each section has in each lane, inside first."""
    spaces: list[Space] = []
    lanes: list[tuple[int, ...]] = []
    for lane, of_lane in enumerate(zip(*sizes, strict=True), start=1):
        first = len(spaces)
        # Even lanes lie half a space further forward.
        half = Fraction(1) if lane % 2 == 0 else Fraction(1, 2)
        for section, size in enumerate(of_lane):
            spaces.extend(
                Space(lane, section, i + 1, section + (i + half) / size) for i in range(size)
            )
        lanes.append(tuple(range(first, len(spaces))))

    def step(at: int, to: int | None) -> Step | None:
        return None if to is None else Step(to, _crosses(spaces[at], spaces[to], finish))

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
    """The same for spaces level with each other; one that ends at the finish is the furthest."""
    sections = len(SECTIONS)
    behind = [(space.centre - finish - 1) % sections or Fraction(sections) for space in spaces]
    order = {far: rank for rank, far in enumerate(sorted(set(behind)))}
    return tuple(order[far] for far in behind)


def _beside(spaces: list[Space], lanes: list[tuple[int, ...]], at: int, side: int) -> int | None:
    """RF11.7: the first space of the neighbouring lane whose centre lies strictly ahead."""
    lane = spaces[at].lane - 1 + side
    if not 0 <= lane < len(lanes):
        return None
    ahead = bisect_right(lanes[lane], spaces[at].centre, key=lambda space: spaces[space].centre)
    return lanes[lane][ahead % len(lanes[lane])]


def _crosses(at: Space, to: Space, finish: int) -> bool:
    """The finish lies at the end of its section; no step passes over a whole section."""
    return at.section == finish != to.section
