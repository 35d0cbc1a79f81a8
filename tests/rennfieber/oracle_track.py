"""The race track of the second Rennfieber (RF6.4, RF6.5, RF11.6, RF11.7).

A space is (lane, section, number), all from 0. Sections are in the order of the race.
"""

from collections.abc import Collection, Mapping
from fractions import Fraction
from typing import Any

LANES = 6
SECTIONS = ("home_straight", "first_bend", "back_straight", "last_bend")
CROSSINGS = 2  # RF6.9: both races cross the line once on the way and end the second time

Space = tuple[int, int, int]
HOME: Space = (-1, -1, -1)


class Track:
    """The spaces, their centres, and the steps between them."""

    def __init__(self, figures: Mapping[str, Any]) -> None:
        self.figures = figures
        self.finish = SECTIONS.index(figures["finish"])  # it lies at the end of this section
        spaces = [
            (lane, section, number)
            for lane in range(LANES)
            for section in range(len(SECTIONS))
            for number in range(self.size(lane, section))
        ]
        self.steps = {space: self._steps(space) for space in spaces}

    def size(self, lane: int, section: int) -> int:
        return int(self.figures[SECTIONS[section]][lane])

    def start(self, lane: int, length: str) -> Space:
        """RF4.5: the first space of the lane where a race of this length starts."""
        return (lane, SECTIONS.index(self.figures[length]), 0)

    def centre(self, space: Space) -> Fraction:
        """In sections from the start of the first. Even lanes are half a space further."""
        lane, section, number = space
        half = 1 if lane % 2 == 0 else 2  # lane 0 is the first, an odd one
        return section + Fraction(2 * number + half, 2 * self.size(lane, section))

    def next_in(self, lane: int, space: Space) -> Space:
        """The first space of `lane` whose centre lies strictly ahead of that of `space`."""
        section = space[1]
        for number in range(self.size(lane, section)):
            if self.centre((lane, section, number)) > self.centre(space):
                return (lane, section, number)
        return (lane, (section + 1) % len(SECTIONS), 0)

    def _steps(self, space: Space) -> list[Space]:
        """Straight on first, then inward, then outward."""
        lane = space[0]
        lanes = [other for other in (lane, lane - 1, lane + 1) if 0 <= other < LANES]
        return [self.next_in(other, space) for other in lanes]

    def crosses(self, here: Space, there: Space) -> bool:
        return here[1] == self.finish and there[1] != self.finish

    def reach(
        self, here: Space, crossed: int, length: int, others: Collection[Space], through: bool
    ) -> dict[Space, int]:
        """Where a move may end (RF6.5, RF6.11, RF6.15): HOME, spaces, or only `here` if blocked.

        With `through` the move may pass over occupied spaces, and only the last must be free. Each
        end comes with the number of times the horse has crossed the finish by then.
        """
        after = [{(here, crossed)}]
        home = False
        for _ in range(length):
            reached = set()
            for space, count in after[-1]:
                for there in self.steps[space]:
                    now = count + self.crosses(space, there)
                    if now == CROSSINGS:
                        home = True
                    elif through or there not in others:
                        reached.add((there, now))
            after.append(reached)
        free = [
            {space: count for space, count in reached if space not in others} for reached in after
        ]
        if home:
            return free[-1] | {HOME: CROSSINGS}
        return next(ends for ends in reversed(free) if ends)
