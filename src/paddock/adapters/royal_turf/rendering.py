"""Royal Turf's horses as a few lines of text."""

from collections.abc import Iterator

from paddock.adapters.rendering import NAME_WIDTH
from paddock.games.royal_turf import RoyalTurf
from paddock.games.royal_turf.state import Grid, Naming
from paddock.games.royal_turf.view import BettingScene, Book, RacingScene, View


def lines(game: RoyalTurf, view: View) -> Iterator[str]:
    scene = view.scene
    match scene:
        case RacingScene():
            yield f"die {scene.rolled or '-'}"
            yield from _horses(game, scene.grid, scene.progress, scene.book, scene)
        case BettingScene(grid, _, book):
            yield from _horses(game, grid, grid.starts, book, None)
        case Naming(grid):
            yield from _horses(game, grid, grid.starts, None, None)
        case _:
            pass


def _horses(
    game: RoyalTurf,
    grid: Grid,
    progress: tuple[int, ...],
    book: Book | None,
    run: RacingScene | None,
) -> Iterator[str]:
    """A line for each horse: its card, where it is, its marks, and the tokens on it."""
    edition = game.rules.edition
    for number, horse in enumerate(edition.horses):
        card = edition.cards[grid.cards[number]]
        place = f"space {edition.space(progress[number])}"
        marks = ""
        if run is not None:
            if number in run.podium:
                place = f"place {run.podium.index(number) + 1}"
            marks = ("m" if number in run.moved else "") + ("p" if number == run.pace else "")
        bets = () if book is None else book.bets
        tokens = " ".join(
            f"{bet.seat}:{'?' if bet.value is None else bet.value}"
            for bet in bets
            if bet.horse == number
        )
        moves = f"{card.head}/{card.cap}/{card.saddle}/{card.shoe}"
        yield f"{horse.name:{NAME_WIDTH}}{moves:12}{place:10}{marks:3}{tokens}".rstrip()
