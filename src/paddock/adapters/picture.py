"""A table in a few lines of text, from a view: names and numbers, in no language."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from paddock.games.rennfieber import Rennfieber
from paddock.games.rennfieber import view as rennfieber
from paddock.games.rennfieber.state import Training
from paddock.games.rennfieber.track import HOME, SECTIONS
from paddock.games.royal_turf import RoyalTurf
from paddock.games.royal_turf import view as royal_turf
from paddock.games.royal_turf.state import Grid, Naming
from paddock.kernel.game import Game

NAMES = 14  # a column


def picture(game: Game[Any, Any, Any, Any], view: Any) -> str:
    match game:
        case RoyalTurf():
            drawn = _royal_turf(game, view)
        case Rennfieber():
            drawn = _rennfieber(game, view)
        case _:
            raise TypeError(f"nobody has drawn {game.name} yet")
    phase = type(view.scene).__struct_config__.tag
    acting = " ".join(f"player_{seat}" for seat in view.to_act)
    money = "  ".join(f"player_{seat} {purse}" for seat, purse in enumerate(view.money))
    return "\n".join((f"race {view.race}  {phase}  {acting}".rstrip(), money, *drawn))


def _royal_turf(game: RoyalTurf, view: royal_turf.View) -> Iterator[str]:
    scene = view.scene
    match scene:
        case royal_turf.RacingScene():
            yield f"die {scene.rolled or '-'}"
            yield from _horses(game, scene.grid, scene.progress, scene.book, scene)
        case royal_turf.BettingScene(grid, _, book):
            yield from _horses(game, grid, grid.starts, book, None)
        case Naming(grid):
            yield from _horses(game, grid, grid.starts, None, None)
        case _:
            pass


def _horses(
    game: RoyalTurf,
    grid: Grid,
    progress: tuple[int, ...],
    book: royal_turf.Book | None,
    run: royal_turf.RacingScene | None,
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
        yield f"{horse.name:{NAMES}}{moves:12}{place:10}{marks:3}{tokens}".rstrip()


def _rennfieber(game: Rennfieber, view: rennfieber.View) -> Iterator[str]:
    scene = view.scene
    edition = game.rules.edition
    for seat in range(game.seats):
        owned = (
            f"{edition.horses[number].name} {edition.horses[number].levels[horse.level]}"
            + "*" * horse.kept
            for number, horse in enumerate(view.horses)
            if horse.owner == seat
        )
        yield f"player_{seat}: {', '.join(owned)}".rstrip(" :")
    match scene:
        case rennfieber.AuctionScene(lot=lot) if lot is not None:
            card = edition.horses[lot.horse]
            held = "" if lot.holder is None else f"  player_{lot.holder} {lot.standing}"
            yield f"{card.name} {card.price}{held}"
        case Training():
            for seat, trainee in enumerate(scene.trainee):
                if trainee is not None:
                    yield f"player_{seat} {edition.horses[trainee].name} {scene.space[seat]}"
        case rennfieber.RacingScene():
            yield from _runners(game, scene)
        case _:
            pass


def _runners(game: Rennfieber, scene: rennfieber.RacingScene) -> Iterator[str]:
    edition = game.rules.edition
    dice = "-" if scene.dice is None else f"{scene.dice.race_die} {scene.dice.die}"
    yield f"dice {dice}"
    for colour, (runner, at) in enumerate(zip(scene.runners, scene.at, strict=True)):
        if at == HOME:
            place = f"place {scene.home.index(colour) + 1}"
        else:
            space = edition.track.spaces[at]
            place = f"lane {space.lane} {SECTIONS[space.section]} {space.number}"
        turn = ">" if colour == scene.turn else " "
        slips = sum(counts[colour] for counts in scene.slips)
        name = edition.horses[runner.horse].name
        yield f"{turn} {name:{NAMES}}player_{runner.seat}  {place:28}{slips}"
