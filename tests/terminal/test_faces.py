"""What the screens of both games have in common."""

from random import Random

import pytest
from rich.cells import cell_len

from paddock.games import AnyGame
from tests.rennfieber.table import game as rennfieber
from tests.royal_turf.table import game as royal_turf
from tests.terminal.scene import board, face, plain, some_states

WIDTHS = (40, 41, 60, 73, 74, 77, 78, 80, 105, 106, 107, 108, 120, 200)
SAID = [f"{name}: something rather long has happened to a horse." for name in ("You", "Li")] * 2
TABLES = [
    *(royal_turf(seats, hidden_bets=hidden) for seats in (2, 4, 6) for hidden in ("on", "off")),
    rennfieber(2, auction="once_around"),
    rennfieber(3, auction="sealed"),
    rennfieber(4),
    rennfieber(6, auction="sealed"),
]


@pytest.mark.parametrize(
    "game", TABLES, ids=lambda game: f"{game.name} {game.seats} {game.options.get('hidden_bets')}"
)
def test_every_board_fits(game: AnyGame) -> None:
    """Through a whole match, at common sizes; and at any size with the longest names."""
    usual, long = face(game), face(game, names=[letter * 20 for letter in "ABCDEF"])
    lowest = 24 if game.name == "royal-turf" else 20  # where six long names have a line each
    rng = Random(game.seats)
    for state in some_states(game, game.seats):
        anything = (rng.choice(WIDTHS), rng.randint(lowest, 60))
        for speaker, (width, height) in (
            *((usual, size) for size in ((80, 24), (40, 20))),
            (long, anything),
        ):
            viewer = rng.choice((None, *range(game.seats)))
            lines = board(game, state, (width, height), SAID, viewer, speaker)
            assert len(lines) < height
            assert [line for line in lines if cell_len(line) > width] == [], width


@pytest.mark.parametrize("game", [royal_turf(4), rennfieber(4)], ids=lambda game: game.name)
def test_the_first_page_says_that_the_figures_are_ours(game: AnyGame) -> None:
    """The figures that no rulebook prints are reconstructed."""
    speaker = face(game)
    assert speaker.programme.edition.reconstructed
    assert "we had to reconstruct their figures" in " ".join(plain(speaker.opening()))
