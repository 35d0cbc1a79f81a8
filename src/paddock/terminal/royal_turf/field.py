"""The field: where the horses stand, whether a race is being bet on or run."""

from msgspec import Struct

from paddock.games.royal_turf.derived import Derived, derive
from paddock.games.royal_turf.events import Symbol
from paddock.games.royal_turf.offers import Offer
from paddock.games.royal_turf.state import Grid, Naming, Over, Waiting
from paddock.games.royal_turf.view import BettingScene, Book, RacingScene, View
from paddock.terminal.royal_turf.programme import Programme


class Field(Struct, frozen=True):
    """Cards and positions of the seven, and how far the race has come: round 0 while betting."""

    derived: Derived
    grid: Grid
    progress: tuple[int, ...]
    podium: tuple[int, ...] = ()
    moved: tuple[int, ...] = ()
    pace: int | None = None
    round: int = 0
    rolled: Symbol | None = None
    book: Book | None = None

    def rank(self, horse: int) -> int:
        return self.derived.order.index(horse) + 1


def field(programme: Programme, view: View, offer: Offer | None = None) -> Field | None:
    """What there is to see on the track; nothing before the first race and after the last."""
    derived, scene = derive(programme.rules, view, offer), view.scene
    match scene:
        case RacingScene():
            return Field(
                derived,
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
            return Field(derived, grid, grid.starts, book=book)
        case Naming(grid):
            return Field(derived, grid, grid.starts)
        case Waiting() | Over():
            return None
