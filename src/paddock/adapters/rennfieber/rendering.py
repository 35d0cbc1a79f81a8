"""Rennfieber's stables and runners as a few lines of text."""

from collections.abc import Iterator

from paddock.adapters.rendering import NAME_WIDTH
from paddock.games.rennfieber import Rennfieber
from paddock.games.rennfieber.state import Training
from paddock.games.rennfieber.track import HOME, SECTIONS
from paddock.games.rennfieber.view import AuctionScene, RacingScene, View


def lines(game: Rennfieber, view: View) -> Iterator[str]:
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
        case AuctionScene(lot=lot) if lot is not None:
            card = edition.horses[lot.horse]
            held = "" if lot.holder is None else f"  player_{lot.holder} {lot.standing}"
            yield f"{card.name} {card.price}{held}"
        case Training():
            for seat, trainee in enumerate(scene.trainee):
                if trainee is not None:
                    yield f"player_{seat} {edition.horses[trainee].name} {scene.space[seat]}"
        case RacingScene():
            yield from _runners(game, scene)
        case _:
            pass


def _runners(game: Rennfieber, scene: RacingScene) -> Iterator[str]:
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
        yield f"{turn} {name:{NAME_WIDTH}}player_{runner.seat}  {place:28}{slips}"
