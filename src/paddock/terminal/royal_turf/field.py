"""The field: where the horses stand, whether a race is being bet on or run."""

from __future__ import annotations

from msgspec import Struct

from paddock.games.royal_turf.events import Symbol
from paddock.games.royal_turf.state import Grid, Naming, Over, Waiting
from paddock.games.royal_turf.view import BettingScene, Book, RacingScene, Scene


class Field(Struct, frozen=True):
    """Cards and positions of the seven, and how far the race has come: round 0 while betting."""

    grid: Grid
    progress: tuple[int, ...]
    podium: tuple[int, ...] = ()
    moved: tuple[int, ...] = ()
    pace: int | None = None
    round: int = 0
    rolled: Symbol | None = None
    book: Book | None = None

    @property
    def order(self) -> tuple[int, ...]:
        """The horses from first to last."""
        running = [horse for horse in range(len(self.progress)) if horse not in self.podium]
        running.sort(key=self.progress.__getitem__, reverse=True)
        return (*self.podium, *running)

    def rank(self, horse: int) -> int:
        return self.order.index(horse) + 1


def field(scene: Scene) -> Field | None:
    """What there is to see on the track; nothing before the first race and after the last."""
    match scene:
        case RacingScene():
            return Field(
                scene.grid,
                scene.progress,
                scene.podium,
                scene.moved,
                scene.pace,
                scene.round,
                scene.rolled,
                scene.book,
            )
        case BettingScene(grid, _, book):
            return Field(grid, grid.starts, book=book)
        case Naming(grid):
            return Field(grid, grid.starts)
        case Waiting() | Over():
            return None
